#include <gtest/gtest.h>

#include "check/judge.h"
#include "search/shorten/shorten.h"
#include "search/walk/witness.h"
#include "walks/asked_model.h"

namespace parley {
namespace {

// The witnesses that the finder finds for the properties of a model, shortened and judged: "deadlock 40,
// reach 15", each with the length of its trace.
std::string found_in(const std::string& model, const std::string& constant, const std::string& value, std::uint64_t steps) {
  const testing::AskedModel asked = testing::asked_model(std::string(PARLEY_MODELS) + "/" + model, {{constant, value}});
  const Limits limits;
  Progress silent;
  WitnessFinder finder(asked.network, asked.properties, 1, limits, silent);
  std::vector<std::string> answers(asked.properties.size());
  finder.run(steps, 2, [&](std::size_t i, const Trace& trace) {
    const Property& property = asked.properties[i];
    const Trace shorter = shorten(asked.network, property, trace, limits);
    const Verdict verdict = trace_means_holds(kind_of(property)) ? Verdict::kHolds : Verdict::kViolated;
    const Judgement judgement = judge(asked.network, property, verdict, shorter, limits, silent);
    answers[i] = std::string(kind_name(kind_of(property))) + " " +
                 (judgement.accepted ? std::to_string(shorter.size()) : judgement.reason);
  });
  std::string text;
  for (const std::string& answer : answers) text += (text.empty() || answer.empty() ? "" : ", ") + answer;
  return text;
}

// Each philosopher takes a seat and a left fork; every second one takes a second fork.
TEST(WitnessFinder, FindsTheDeadlockOfAThousandPhilosophers) {
  EXPECT_EQ(found_in("philosophers.fsp", "N", "1000", 2'000'000), "deadlock 2000, local_deadlock 2000, reach 1500");
}

TEST(WitnessFinder, FindsWitnessesThatTakeAHundredComponents) {
  EXPECT_EQ(found_in("philosophers-safe.fsp", "N", "100", 500'000), "reach 3, reach 3, reach 100");
  EXPECT_EQ(found_in("philo-dico.fsp", "N", "100", 500'000), "reach 101");
  EXPECT_EQ(found_in("milner.fsp", "N", "100", 500'000), "reach 200");
  EXPECT_EQ(found_in("cyclic.fsp", "N", "100", 500'000), "reach 50");
}

TEST(WitnessFinder, FindsTheBlockedServer) {
  const std::string found = found_in("client-server.fsp", "N", "100", 500'000);
  EXPECT_NE(found.find("local_deadlock"), std::string::npos) << found;
}

}   // namespace
}   // namespace parley
