#include <gtest/gtest.h>

#include <algorithm>

#include "check/judge.h"
#include "cross/random_spec.h"
#include "oracle/spec_network.h"
#include "search/shorten/shorten.h"
#include "search/walk/witness.h"

namespace parley {
namespace {

struct Found {
  std::size_t property;
  Trace trace;
};

std::vector<Found> find(const Network& network, std::span<const Property> properties, std::uint64_t seed, unsigned threads,
                        const std::vector<std::uint64_t>& portions) {
  std::vector<Found> found;
  const Limits limits;
  Progress silent;
  WitnessFinder finder(network, properties, seed, limits, silent);
  for (std::uint64_t steps : portions)
    finder.run(steps, threads, [&](std::size_t property, Trace trace) { found.push_back({property, std::move(trace)}); });
  return found;
}

std::string to_text(const Network& network, const Trace& trace) {
  std::string text;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    text += std::string(network.label_name(trace[i].label));
    for (const Move& move : trace[i].moves)
      text += " " + std::to_string(move.component.value) + ">" + std::to_string(move.to.value);
    text += "\n";
  }
  return text;
}

std::string to_text(const Network& network, const std::vector<Found>& found) {
  std::string text;
  for (const Found& one : found) text += std::to_string(one.property) + ":\n" + to_text(network, one.trace);
  return text;
}

TEST(WitnessFinder, FindsNearlyEveryWitnessAndTheJudgeAcceptsEachTrace) {
  const Limits limits;
  Progress silent;
  int there = 0;
  int found = 0;
  int shortest_ones = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const cross::RandomCase drawn = cross::random_case(seed);
    const Network network = oracle::to_network(drawn.spec);
    const std::vector<Property> properties = oracle::to_properties(drawn.spec);
    std::vector<bool> has(properties.size());
    for (std::size_t i = 0; i < properties.size(); ++i)
      has[i] = oracle::answer(drawn.spec, drawn.exploration, drawn.spec.questions[i]).distance.has_value();
    there += static_cast<int>(std::ranges::count(has, true));
    for (const Found& one : find(network, properties, seed, 1, {20'000})) {
      ASSERT_TRUE(has[one.property]) << "seed " << seed << ": the oracle knows no such state";
      const Property& property = properties[one.property];
      const Verdict verdict = trace_means_holds(kind_of(property)) ? Verdict::kHolds : Verdict::kViolated;
      const Judgement judgement = judge(network, property, verdict, one.trace, limits, silent);
      ASSERT_TRUE(judgement.accepted) << "seed " << seed << ": " << judgement.reason;
      const Trace shorter = shorten(network, property, one.trace, limits);
      ASSERT_LE(shorter.size(), one.trace.size()) << seed;
      ASSERT_TRUE(judge(network, property, verdict, shorter, limits, silent).accepted) << "seed " << seed << ", shortened";
      const int shortest = *oracle::answer(drawn.spec, drawn.exploration, drawn.spec.questions[one.property]).distance;
      ASSERT_GE(static_cast<int>(shorter.size()), shortest) << seed;
      shortest_ones += static_cast<int>(shorter.size()) == shortest ? 1 : 0;
      ++found;
    }
  }
  EXPECT_GT(there, 300);
  EXPECT_GE(found * 100, there * 99) << found << " of " << there;
  EXPECT_GE(shortest_ones * 100, found * 90) << shortest_ones << " of " << found << " cannot be shorter";
}

TEST(WitnessFinder, AnswersTheSameForAnyNumberOfThreads) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const cross::RandomCase drawn = cross::random_case(seed);
    const Network network = oracle::to_network(drawn.spec);
    const std::vector<Property> properties = oracle::to_properties(drawn.spec);
    const std::string alone = to_text(network, find(network, properties, seed, 1, {500, 3000}));
    EXPECT_EQ(to_text(network, find(network, properties, seed, 2, {500, 3000})), alone) << seed;
    EXPECT_EQ(to_text(network, find(network, properties, seed, 5, {500, 3000})), alone) << seed;
  }
}

}   // namespace
}   // namespace parley
