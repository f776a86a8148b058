#include "engine/synchro/concretise.h"

#include <gtest/gtest.h>

#include "check/judge.h"
#include "cross/random_spec.h"
#include "oracle/spec_network.h"
#include "search/walk/rng.h"
#include "walks/asked_model.h"

namespace parley {
namespace {

// "none", the length of a trace that the judge accepts, or why it does not.
std::string concretised(const Network& network, const Property& property, std::span<const LocalState> candidate,
                        std::uint64_t budget, std::uint64_t seed) {
  const Limits limits;
  Progress silent;
  Statistics statistics;
  const std::optional<Trace> trace = synchro::concretise(network, property, candidate, budget, seed, limits, statistics);
  if (!trace) return "none";
  const Verdict verdict = trace_means_holds(kind_of(property)) ? Verdict::kHolds : Verdict::kViolated;
  const Judgement judgement = judge(network, property, verdict, *trace, limits, silent);
  return judgement.accepted ? std::to_string(trace->size()) : judgement.reason;
}

std::vector<LocalState> any_state(const Network& network, Rng& rng) {
  std::vector<LocalState> state;
  for (ComponentId component : network.components())
    state.emplace_back(rng.below(static_cast<std::uint32_t>(network.lts(component).num_states())));
  return state;
}

struct Share {
  int there = 0;
  int found = 0;
};

// Every trace is judged. If the oracle knows the distance of such a state, no trace is shorter. The candidate
// is a random state, or none: an engine's candidate is better.
Share share_found(std::uint64_t cases, std::uint64_t budget) {
  Share share;
  for (std::uint64_t seed = 0; seed < cases; ++seed) {
    const cross::RandomCase drawn = cross::random_case(seed);
    const Network network = oracle::to_network(drawn.spec);
    const std::vector<Property> properties = oracle::to_properties(drawn.spec);
    Rng rng(seed);
    for (std::size_t i = 0; i < properties.size(); ++i) {
      const std::optional<int> distance = oracle::answer(drawn.spec, drawn.exploration, drawn.spec.questions[i]).distance;
      const std::vector<LocalState> candidate = rng.happens(512) ? any_state(network, rng) : std::vector<LocalState>();
      const std::string answer = concretised(network, properties[i], candidate, budget, seed);
      share.there += distance ? 1 : 0;
      if (answer == "none") continue;
      if (!distance) {
        ADD_FAILURE() << "seed " << seed << ", " << properties[i].name << ": the oracle knows no such state";
        continue;
      }
      EXPECT_TRUE(answer.find_first_not_of("0123456789") == std::string::npos) << "seed " << seed << ": " << answer;
      EXPECT_GE(std::stoi(answer), *distance) << seed;
      ++share.found;
    }
  }
  return share;
}

TEST(Concretise, FindsEveryTraceInSmallNetworks) {
  const Share share = share_found(300, 2'000'000);
  EXPECT_GT(share.there, 300);
  EXPECT_EQ(share.found, share.there);
}

// The budget does not suffice for a search of all states.
TEST(Concretise, FindsNearlyEveryTraceWithLittleWork) {
  const Share share = share_found(300, 20'000);
  EXPECT_GE(share.found * 100, share.there * 98) << share.found << " of " << share.there;
}

// The traces found in the model: kind and length, without `never`.
std::string concretised_in(const std::string& model, const std::string& value, std::uint64_t budget) {
  const testing::AskedModel asked = testing::asked_model(std::string(PARLEY_MODELS) + "/" + model, {{"N", value}});
  std::string text;
  for (const Property& property : asked.properties) {
    if (kind_of(property) == PropertyKind::kNever) continue;
    text += (text.empty() ? "" : ", ") + std::string(kind_name(kind_of(property))) + " " +
            concretised(asked.network, property, {}, budget, 1);
  }
  return text;
}

TEST(Concretise, FindsTheDeadlockOfManyPhilosophers) {
  EXPECT_EQ(concretised_in("philosophers.fsp", "500", 2'000'000), "deadlock 1000, local_deadlock 1000, reach 750");
  EXPECT_EQ(concretised_in("philosophers.fsp", "1000", 2'000'000), "deadlock 2000, local_deadlock 2000, reach 1500");
}

}   // namespace
}   // namespace parley
