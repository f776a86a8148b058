#include "engine/leap/covering/check.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "support/naive_states.h"
#include "support/network_text.h"
#include "support/sample_network.h"

namespace parley::leap {
namespace {

struct Answered {
  std::vector<Outcome> outcomes;
  Statistics statistics;
};
Answered ask(const Network& network, const std::vector<Property>& properties, Stability stability = Stability::kMustBeShown) {
  Answered answered{std::vector<Outcome>(properties.size()), {}};
  const Options options{{}};
  const Limits limits;
  Progress progress;
  Run run{.options = options,
          .limits = limits,
          .progress = progress,
          .statistics = answered.statistics,
          .answer = [&](std::size_t property, Outcome outcome) { answered.outcomes[property] = std::move(outcome); }};
  check_steps({network, properties}, run, stability);
  return answered;
}
Statistics explore(const Network& network, const Limits& limits) {
  Statistics statistics;
  const Options options{{}};
  Progress progress;
  Run run{.options = options, .limits = limits, .progress = progress, .statistics = statistics, .answer = {}};
  try {
    explore_steps(network, run, true);
  } catch (const Stopped& stopped) {
    EXPECT_NE(stopped.reason().find("the smaller graph is complete"), std::string::npos) << stopped.reason();
  }
  return statistics;
}

Property never_at(const Network& network, std::string_view component, std::string_view state) {
  PredicateBuilder builder;
  const ComponentId id = network.find_component(component).value();
  const auto handle = builder.atom({id, network.lts(id).states_named(state)});
  return {"never", Never{std::move(builder).build(handle)}};
}
Property reach_at(const Network& network, std::string_view component, std::string_view state) {
  return {"reach", Reach{std::get<Never>(never_at(network, component, state).ask).bad}};
}
std::string why_not_certified(const Outcome& outcome) { return std::get<NotCertified>(*evidence_of(outcome)).why; }

TEST(CheckSteps, DeadlocksAreShownByTraces) {
  const Network network = testing::sample_philosophers(4);
  const Answered answered = ask(network, {{"d", Deadlock{}}, {"l", LocalDeadlock{}}});
  for (const Outcome& outcome : answered.outcomes) {
    ASSERT_EQ(verdict_of(outcome), Verdict::kViolated);
    EXPECT_EQ(std::get<Trace>(*evidence_of(outcome)).size(), 8u);
  }
}

TEST(CheckSteps, WhatIsNotFoundHoldsWithoutACertificate) {
  const Network network = testing::network("a: 0 -x-> 1 -y-> 0; b: 0 -y-> 0");
  const Answered answered = ask(network, {{"d", Deadlock{}}, {"l", LocalDeadlock{}}});
  for (const Outcome& outcome : answered.outcomes) {
    ASSERT_EQ(verdict_of(outcome), Verdict::kHolds);
    EXPECT_EQ(why_not_certified(outcome), "covering steps carry no certificate: leap.mode=leaps does");
  }
}

TEST(CheckSteps, SafetyIsShownByATraceIntoTheError) {
  const Network network = testing::network("a: 0 -x-> 1 -y-> 2; ?w: 0 -y-> ERROR");
  const Answered answered = ask(network, {{"s", Safety{{ComponentId(1)}}}, {"other", Safety{{ComponentId(0)}}}});
  EXPECT_EQ(std::get<Trace>(*evidence_of(answered.outcomes[0])).size(), 2u);
  EXPECT_EQ(verdict_of(answered.outcomes[1]), Verdict::kHolds);
}

TEST(CheckSteps, StableFormulasAreAnswered) {
  const Network network = testing::network("a: 0 -x-> 1 -y-> 2, 3; b: 0 -y-> 1");
  const Answered answered = ask(network, {never_at(network, "a", "2"), never_at(network, "a", "3"), reach_at(network, "a", "2"),
                                          reach_at(network, "a", "3")});
  EXPECT_EQ(verdict_of(answered.outcomes[0]), Verdict::kViolated);
  EXPECT_EQ(verdict_of(answered.outcomes[1]), Verdict::kHolds);
  EXPECT_EQ(verdict_of(answered.outcomes[2]), Verdict::kHolds);
  EXPECT_EQ(verdict_of(answered.outcomes[3]), Verdict::kViolated);
}

// A covering step skips a@1 and b@1 together.
TEST(CheckSteps, AFormulaThatIsNotStableIsUnknownUnlessTheUserAssumesItIs) {
  const Network network = testing::network("a: 0 -x-> 1 -x-> 2; b: 0 -y-> 1 -z-> 2; c: 0 -z-> 1");
  const Property here = reach_at(network, "b", "1");
  const Outcome unknown = ask(network, {here}).outcomes[0];
  ASSERT_EQ(verdict_of(unknown), Verdict::kUnknown);
  EXPECT_EQ(std::get<Unknown>(unknown).reason,
            "the formula is not known to be stable: z may make it false; leap.assume-stable=on takes your word for it");
  // A trace is real all the same.
  const Outcome found = ask(network, {here}, Stability::kIsAssumed).outcomes[0];
  ASSERT_EQ(verdict_of(found), Verdict::kHolds);
  EXPECT_EQ(std::get<Trace>(*evidence_of(found)).size(), 1u);
  // Without a trace, the verdict depends on the assumption.
  const Network apart = testing::network("a: 0 -x-> 1 -x-> 2; b: 0 -y-> 1 -y-> 2");
  PredicateBuilder builder;
  const PredicateBuilder::Handle atoms[] = {builder.atom({ComponentId(0), {LocalState(1)}}),
                                            builder.atom({ComponentId(1), {LocalState(2)}})};
  const auto both = builder.all_of(atoms);
  const Outcome missed = ask(apart, {{"both", Reach{std::move(builder).build(both)}}}, Stability::kIsAssumed).outcomes[0];
  ASSERT_EQ(verdict_of(missed), Verdict::kViolated);
  EXPECT_NE(why_not_certified(missed).find("assumes that the formula stays true once it is true"), std::string::npos);
}

// b moves on before a enters its error state: the formula is true only in a state with an error.
TEST(CheckSteps, StableFormulasAreSeenInStatesWithAnError) {
  const Network network = testing::network("a: 0 -x-> ERROR, 0 -y-> 1; b: 0 -z-> 1 -z-> 2");
  PredicateBuilder builder;
  const PredicateBuilder::Handle atoms[] = {builder.atom({ComponentId(0), network.lts(ComponentId(0)).states_named("ERROR")}),
                                            builder.atom({ComponentId(1), {LocalState(2)}})};
  const auto both = builder.all_of(atoms);
  const Outcome outcome = ask(network, {{"both", Reach{std::move(builder).build(both)}}}).outcomes[0];
  ASSERT_EQ(verdict_of(outcome), Verdict::kHolds);
  EXPECT_EQ(std::get<Trace>(*evidence_of(outcome)).size(), 3u);
}

TEST(CheckSteps, UndecidedPropertiesAreUnknown) {
  const Network network = testing::network("a: 0 -x-> 1");
  const Outcome outcome = ask(network, {{"p", Undecided{PropertyKind::kProgress, "not yet"}}}).outcomes[0];
  EXPECT_EQ(std::get<Unknown>(outcome).reason, "not yet");
}

TEST(ExploreSteps, CountsTheGraphAndTheProduct) {
  const Network network = testing::network("a: 0 -x-> 1 -x-> 2; b: 0 -y-> 1 -y-> 2; c: 0 -z-> 1");
  const Statistics statistics = explore(network, Limits());
  EXPECT_EQ(statistics.value(Statistic::kStates), 3);
  EXPECT_EQ(statistics.value(Statistic::kTransitions), 2);
  EXPECT_EQ(statistics.value(Statistic::kPlaces), 3);
  EXPECT_EQ(statistics.value(Statistic::kDeadlocks), 1);
  EXPECT_EQ(statistics.value(Statistic::kLocalDeadlocks), 2);   // c is blocked in the second node already
  EXPECT_EQ(statistics.value(Statistic::kFullStates), 18);
  EXPECT_EQ(statistics.value(Statistic::kFullTransitions), 33);
  EXPECT_NEAR(statistics.value(Statistic::kNodeReduction).value(), 83.3333, 1e-3);
  EXPECT_NEAR(statistics.value(Statistic::kEdgeReduction).value(), 93.9394, 1e-3);
}

TEST(ExploreSteps, ALimitInTheProductLeavesTheCountsOfTheGraph) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += fmt::format("c{0}: 0 -x{0}-> 1 -y{0}-> 2\n", i);
  const Network network = testing::network(text);
  const Statistics statistics = explore(network, Limits({.seconds = 0.2}));
  EXPECT_EQ(statistics.value(Statistic::kStates), 3);
  EXPECT_FALSE(statistics.value(Statistic::kFullStates).has_value());
  EXPECT_FALSE(statistics.value(Statistic::kNodeReduction).has_value());
}

}   // namespace
}   // namespace parley::leap
