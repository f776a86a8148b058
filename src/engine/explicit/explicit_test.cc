#include "engine/explicit/explicit.h"

#include <gtest/gtest.h>

#include "engine/registry.h"
#include "property/parse.h"
#include "support/network_text.h"

namespace parley {
namespace {

using testing::network;

Predicate predicate(const Network& net, const std::string& text) { return *parse_predicate(SourceText("test", text), net); }

Options unreduced() {
  Options options = all_options();
  EXPECT_EQ(options.set("explicit.stubborn", "off"), std::nullopt);
  return options;
}

// Verdict and evidence of one property: "violated by 2 steps", "holds by 3 states", "unknown (reason)".
std::string answer(const Network& net, Property property, const Options& options = unreduced()) {
  const std::vector<Property> properties = {std::move(property)};
  Progress silent;
  const Limits none;
  Statistics statistics;
  const Outcome outcome = run(ExplicitEngine(), {net, properties}, {options, none, silent}, statistics)[0];
  if (const auto* unknown = std::get_if<Unknown>(&outcome)) return "unknown (" + unknown->reason + ")";
  std::string text(verdict_name(verdict_of(outcome)));
  const Evidence& evidence = *evidence_of(outcome);
  if (const auto* trace = std::get_if<Trace>(&evidence)) return text + " by " + std::to_string(trace->size()) + " steps";
  if (const auto* set = std::get_if<ClosedSetRef>(&evidence))
    return text + " by " + std::to_string((*set)->states.size()) + " states";
  if (const auto* set = std::get_if<ReducedSetRef>(&evidence))
    return text + " by " + std::to_string((*set)->states.size()) + " chosen states";
  return text + " (not certified: " + std::get<NotCertified>(evidence).why + ")";
}

TEST(Explicit, DecidesDeadlock) {
  EXPECT_EQ(answer(network("A: 0 -a-> 1, 1 -b-> 0; B: 0 -a-> 1"), {"", Deadlock{}}), "violated by 2 steps");
  EXPECT_EQ(answer(network("A: 0 -a-> 1, 1 -b-> 0"), {"", Deadlock{}}), "holds by 2 states");
  EXPECT_EQ(answer(network("A: 0 -a-> END"), {"", Deadlock{}}), "holds by 2 states");
  EXPECT_EQ(answer(network("A: 0 -a-> ERROR"), {"", Deadlock{}}), "holds by 2 states");
}

TEST(Explicit, DecidesLocalDeadlock) {
  EXPECT_EQ(answer(network("A: 0 -a-> 1; B: 0 -b-> 0"), {"", LocalDeadlock{}}), "violated by 1 steps") << "A has stopped";
  EXPECT_EQ(answer(network("A: 0 -a-> 1, 1 -a-> 0; B: 0 -b-> 0"), {"", LocalDeadlock{}}), "holds by 2 states");
  EXPECT_EQ(answer(network("A: 0 -a-> 1, 1 -c-> 0; B: 0 -b-> 0; C: 1 -c-> 0, 0 -a-> 0"), {"", LocalDeadlock{}}),
            "violated by 0 steps");
}

TEST(Explicit, DecidesReachAndNever) {
  const Network net = network("A: 0 -a-> 1, 1 -a-> 2; B: 0 -b-> 1");
  EXPECT_EQ(answer(net, {"", Reach{predicate(net, "A@2 && B@1")}}), "holds by 3 steps");
  EXPECT_EQ(answer(net, {"", Never{predicate(net, "A@2 && B@1")}}), "violated by 3 steps");
  EXPECT_EQ(answer(net, {"", Reach{predicate(net, "A@1 && A@2")}}), "violated by 6 states");
  EXPECT_EQ(answer(net, {"", Never{predicate(net, "count(A@0, B@0) > 2")}}), "holds by 6 states");
}

TEST(Explicit, DecidesSafety) {
  const Network net = network("A: 0 -a-> 1, 1 -b-> 0; ?P: 0 -a-> 1, 1 -a-> ERROR, 0 -b-> ERROR, 1 -b-> 0; ?Q: 0 -a-> ERROR");
  EXPECT_EQ(answer(net, {"", Safety{{*net.find_component("Q")}}}), "violated by 1 steps");
  EXPECT_EQ(answer(net, {"", Safety{{*net.find_component("P")}}}), "holds by 2 states") << "Q's error stops everything";
}

// Two independent components: it is enough to move one after the other.
TEST(Explicit, StubbornSetsLeaveOutStates) {
  Options reduced = all_options();
  EXPECT_EQ(reduced.set("explicit.full-first", "0"), std::nullopt);
  const Network net = network("A: 0 -a-> 1, 1 -b-> 2, 2 -c-> 2; B: 0 -d-> 1, 1 -e-> 2, 2 -f-> 2");
  EXPECT_EQ(answer(net, {"", Deadlock{}}), "holds by 9 states");
  EXPECT_EQ(answer(net, {"", Deadlock{}}, reduced), "holds by 3 chosen states");
  EXPECT_EQ(answer(net, {"", Never{predicate(net, "A@1 && A@2")}}, reduced), "holds by 3 chosen states");
  EXPECT_EQ(answer(net, {"", Reach{predicate(net, "A@2 && B@2")}}, reduced), "holds by 4 steps");
  EXPECT_EQ(answer(net, {"", Deadlock{}}, all_options()), "holds by 9 states") << "small networks are searched in full";
  Options few = all_options();
  EXPECT_EQ(few.set("explicit.most-states", "4"), std::nullopt);
  EXPECT_EQ(answer(net, {"", Deadlock{}}, few), "holds by 3 chosen states") << "the full search is only a first try";
}

TEST(Explicit, SearchesInFullWhatStubbornSetsDecline) {
  const Network net = network("A: 0 -a-> 1, 1 -b-> ERROR; B: 0 -d-> 1, 1 -e-> 0");
  EXPECT_EQ(answer(net, {"", Never{predicate(net, "A@0 && A@1")}}, all_options()), "holds by 6 states");
}

// Every bit of the word is used: the last state is all ones.
TEST(Explicit, CopesWithStatesThatFillAWord) {
  std::string text;
  for (int i = 0; i < 64; ++i) text += "C" + std::to_string(i) + ": 0 -a" + std::to_string(i) + "-> 1;";
  const Network net = network(text);
  EXPECT_EQ(answer(net, {"", Deadlock{}}, all_options()), "violated by 64 steps");
}

TEST(Explicit, ObeysItsOptions) {
  Options options = unreduced();
  EXPECT_EQ(options.set("explicit.certificate", "off"), std::nullopt);
  const Network net = network("A: 0 -a-> 1, 1 -b-> 0");
  EXPECT_EQ(answer(net, {"", Deadlock{}}, options), "holds (not certified: explicit.certificate is off)");
  EXPECT_EQ(options.set("explicit.most-states", "1"), std::nullopt);
  EXPECT_EQ(answer(net, {"", Deadlock{}}, options), "unknown (more than 1 states)");
}

TEST(Explicit, OneSearchAnswersSeveralProperties) {
  const Network net = network("A: 0 -a-> 1, 1 -b-> 0; B: 0 -a-> 1");
  const std::vector<Property> properties = {
      {"d", Deadlock{}}, {"n", Never{predicate(net, "A@0 && A@1")}}, {"r", Reach{predicate(net, "A@1")}}};
  Progress silent;
  const Limits none;
  const Options options = all_options();
  Statistics statistics;
  const std::vector<Outcome> outcomes = run(ExplicitEngine(), {net, properties}, {options, none, silent}, statistics);
  EXPECT_EQ(verdict_of(outcomes[0]), Verdict::kViolated);
  EXPECT_EQ(verdict_of(outcomes[1]), Verdict::kHolds);
  EXPECT_EQ(verdict_of(outcomes[2]), Verdict::kHolds);
  EXPECT_EQ(statistics.value(Statistic::kStates), 3);
}

}   // namespace
}   // namespace parley
