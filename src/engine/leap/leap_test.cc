#include "engine/leap/leap.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/registry.h"
#include "property/parse.h"
#include "support/network_text.h"

namespace parley {
namespace {

using testing::network;

Predicate predicate(const Network& net, const std::string& text) { return *parse_predicate(SourceText("test", text), net); }

Options with(std::initializer_list<std::pair<const char*, const char*>> changes) {
  Options options = all_options();
  for (const auto& [name, value] : changes) EXPECT_EQ(options.set(name, value), std::nullopt);
  return options;
}

// Verdict, evidence and method of one property: "violated by 2 steps (leaps)".
std::string answer(const Network& net, Property property, const Options& options = all_options()) {
  const std::vector<Property> properties = {std::move(property)};
  Progress silent;
  const Limits none;
  Statistics statistics;
  const Outcome outcome = run(LeapEngine(), {net, properties}, {options, none, silent}, statistics)[0];
  if (const auto* unknown = std::get_if<Unknown>(&outcome)) return "unknown (" + unknown->reason + ")";
  std::string text(verdict_name(verdict_of(outcome)));
  const Evidence& evidence = *evidence_of(outcome);
  if (const auto* none_there = std::get_if<NotCertified>(&evidence)) return text + " (not certified: " + none_there->why + ")";
  if (const auto* trace = std::get_if<Trace>(&evidence)) text += fmt::format(" by {} steps", trace->size());
  if (const auto* set = std::get_if<LeapSetRef>(&evidence))
    text += fmt::format(" by {} {}nodes", (*set)->nodes.states.size(), (*set)->is_reduced ? "chosen " : "");
  if (const auto* set = std::get_if<ClosedSetRef>(&evidence)) text += fmt::format(" by {} states", (*set)->states.size());
  if (const auto* set = std::get_if<ReducedSetRef>(&evidence)) text += fmt::format(" by {} chosen states", (*set)->states.size());
  return text + fmt::format(" ({})", statistics.method());
}

// Every component works alone, then all meet: one node of 64 states.
constexpr const char* kBarrier =
    "A: 0 -a1-> 1 -a2-> 2 -a3-> 3 -meet-> 0; B: 0 -b1-> 1 -b2-> 2 -b3-> 3 -meet-> 0; C: 0 -c1-> 1 -c2-> 2 -c3-> 3 -meet-> 0";

TEST(Leap, ABarrierIsOneNode) {
  const Network net = network(kBarrier);
  EXPECT_EQ(answer(net, {"", Deadlock{}}), "holds by 1 nodes (leaps)");
  EXPECT_EQ(answer(net, {"", LocalDeadlock{}}), "holds by 1 nodes (leaps)");
  EXPECT_EQ(answer(net, {"", Reach{predicate(net, "A@1 && B@2 && C@3")}}), "holds by 6 steps (leaps)");
  EXPECT_EQ(answer(net, {"", Never{predicate(net, "count(A@0, A@1, A@2, A@3) > 1")}}), "holds by 1 nodes (leaps)");
}

// The counterexample of docs/algorithms/leap.md: the deadlock lies in a node that still has leaps.
TEST(Leap, FindsADeadlockInANodeThatStillHasLeaps) {
  const Network net = network("A: 0 -loc-> d, 0 -r1-> 1 -spin-> 1; B: 0 -r1-> 1; C: 0 -r2-> 1; D: 0 -r2-> 1");
  for (const char* full_first : {"0", "1", "1000"})
    EXPECT_TRUE(answer(net, {"", Deadlock{}}, with({{"leap.full-first", full_first}})).starts_with("violated by 2 steps"))
        << full_first;
}

TEST(Leap, StubbornSetsOfLeapsAreUsedWhereTheyAreRight) {
  const Network net =
      network("A: 0 -a-> 1 -r-> 2 -r-> 0; B: 0 -b-> 1 -r-> 2 -r-> 0; C: 0 -c-> 1 -s-> 2 -s-> 0; D: 0 -d-> 1 -s-> 2 -s-> 0");
  const Options at_once = with({{"leap.full-first", "0"}});
  EXPECT_EQ(answer(net, {"", Deadlock{}}, with({{"leap.stubborn", "off"}})), "holds by 4 nodes (leaps)");
  EXPECT_EQ(answer(net, {"", Deadlock{}}, at_once), "holds by 2 chosen nodes (stubborn sets of leaps)");
  EXPECT_EQ(answer(net, {"", Never{predicate(net, "A@0 && B@0 && C@2 && D@0")}}, with({{"leap.stubborn", "off"}})).substr(0, 5),
            "holds");
}

TEST(Leap, WithoutLocalRulesALeapIsAStep) {
  const Network net = network("A: 0 -a-> 1 -b-> 0; B: 0 -a-> 1 -b-> 0");
  EXPECT_EQ(answer(net, {"", Deadlock{}}), "holds by 2 states (all states)");
  EXPECT_EQ(answer(net, {"", Deadlock{}}, with({{"leap.full-first", "0"}})), "holds by 2 chosen states (stubborn sets)");
}

TEST(Leap, AnErrorStateStopsTheNetwork) {
  const Network net = network("A: 0 -a-> 1 -b-> ERROR; B: 0 -c-> 1 -d-> ERROR");
  EXPECT_EQ(answer(net, {"", Safety{{ComponentId(std::size_t{0})}}}), "violated by 2 steps (leaps)");
  EXPECT_EQ(answer(net, {"", Reach{predicate(net, "A@ERROR && B@1")}}), "holds by 3 steps (leaps)");
  EXPECT_EQ(answer(net, {"", Never{predicate(net, "A@ERROR && B@ERROR")}}), "holds by 1 nodes (leaps)")
      << "one error stops the other";
  EXPECT_EQ(answer(net, {"", Deadlock{}}), "holds by 1 nodes (leaps)");
  EXPECT_EQ(answer(network("A: ERROR; B: 0 -c-> 1"), {"", Deadlock{}}), "holds by 1 states (all states)") << "nothing can happen";
}

TEST(Leap, ComponentsWithTooManyLeapsGoStepByStep) {
  const Network net = network("A: 0 -a-> 1 -r-> 0; B: 0 -b-> 1 -b-> 2 -r-> 0");
  EXPECT_EQ(answer(net, {"", Deadlock{}}), "holds by 1 nodes (leaps)");
  EXPECT_EQ(answer(net, {"", Deadlock{}}, with({{"leap.free-leaps", "0"}, {"leap.growth", "0"}})),
            "holds by 6 states (all states)");
}

TEST(Leap, CoveringStepsAnswerStableQuestionsOnly) {
  const Network net = network(kBarrier);
  const Options steps = with({{"leap.mode", "steps"}});
  EXPECT_TRUE(answer(net, {"", Deadlock{}}, steps).starts_with("holds (not certified: covering steps"));
  EXPECT_TRUE(answer(net, {"", Never{predicate(net, "A@1 && B@3")}}, steps).starts_with("unknown ("))
      << "it is not stable, and no node shows it";
  EXPECT_TRUE(answer(network("A: 0 -a-> 1; B: 0 -b-> 1"), {"", Deadlock{}}, steps).starts_with("violated by 2 steps"));
}

TEST(Leap, OneSearchAnswersMany) {
  const Network net = network(kBarrier);
  const std::vector<Property> properties = {
      {"d", Deadlock{}}, {"l", LocalDeadlock{}}, {"r", Reach{predicate(net, "A@2")}}, {"n", Never{predicate(net, "A@2 && A@3")}}};
  Progress silent;
  const Limits none;
  const Options options = all_options();
  Statistics statistics;
  const std::vector<Outcome> outcomes = run(LeapEngine(), {net, properties}, {options, none, silent}, statistics);
  for (const Outcome& outcome : outcomes) EXPECT_EQ(verdict_of(outcome), Verdict::kHolds);
  EXPECT_EQ(statistics.value(Statistic::kStates), 1);
}

TEST(Leap, OptionsLimitTheSearchAndTheCertificate) {
  EXPECT_EQ(answer(network(kBarrier), {"", Deadlock{}}, with({{"leap.certificate", "off"}})),
            "holds (not certified: leap.certificate is off)");
  const Network net = network("A: 0 -a-> 1 -r-> 2 -r-> 0; B: 0 -b-> 1 -r-> 2 -r-> 0");
  EXPECT_EQ(answer(net, {"", Deadlock{}}, with({{"leap.most-states", "1"}})), "unknown (more than 1 states)");
}

}   // namespace
}   // namespace parley
