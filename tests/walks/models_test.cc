#include <gtest/gtest.h>

#include "check/judge.h"
#include "search/shorten.h"
#include "search/witness.h"
#include "walks/asked_model.h"

namespace parley {
namespace {

// What the finder finds of what the model asks, each judged: "deadlock-1 EverySecond".
std::string found_in(const std::string& model, const std::vector<std::pair<std::string, std::string>>& definitions, std::uint64_t steps) {
  const testing::AskedModel asked = testing::asked_model(std::string(PARLEY_MODELS) + "/" + model, definitions);
  const Limits limits;
  Progress silent;
  WitnessFinder finder(asked.network, asked.properties, 1, limits, silent);
  std::vector<std::string> names(asked.properties.size());
  finder.run(steps, 2, [&](std::size_t i, const Trace& trace) {
    const Property& property = asked.properties[i];
    const Verdict verdict = trace_means_holds(kind_of(property)) ? Verdict::kHolds : Verdict::kViolated;
    const Judgement judgement = judge(asked.network, property, verdict, shorten(asked.network, property, trace, limits), limits, silent);
    names[i] = judgement.accepted ? std::string(kind_name(kind_of(property))) + " " : "rejected: " + judgement.reason;
  });
  std::string text;
  for (const std::string& name : names) text += name;
  return text;
}

TEST(WitnessFinder, FindsTheDeadlockOfAThousandPhilosophers) {
  EXPECT_EQ(found_in("philosophers.fsp", {{"N", "1000"}}, 3'000'000), "deadlock local_deadlock reach ");
}

}  // namespace
}  // namespace parley
