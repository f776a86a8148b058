#include "search/stubborn/invisible_steps.h"

#include <gtest/gtest.h>

#include "property/parse.h"
#include "search/steps/successors.h"
#include "search/stubborn/stubborn.h"
#include "support/network_text.h"

namespace parley {
namespace {

using testing::network;

Property never(const Network& net, const std::string& text) {
  return {"", Never{*parse_predicate(SourceText("test", text), net)}};
}

std::vector<LocalState> initial(const Network& net) {
  std::vector<LocalState> state;
  for (ComponentId component : net.components()) state.push_back(net.lts(component).initial());
  return state;
}

// The labels of the invisible steps of the initial state, once per step. A '?' follows if
// has_invisible_step() answers no for the rule.
std::string invisible(const Network& net, const std::string& bad) {
  const std::vector<Property> properties = {never(net, bad)};
  InvisibleSteps steps(net, properties);
  const std::vector<LocalState> from = initial(net);
  std::vector<LocalState> state = from;
  std::string text;
  Successors(net).for_each(state, [&](RuleId rule, std::span<const LocalState> to) {
    if (!steps.is_invisible(rule, from, to)) return true;
    text += (text.empty() ? "" : " ") + std::string(net.label_name(rule)) + (steps.has_invisible_step(rule, from) ? "" : "?");
    return true;
  });
  return text;
}

TEST(InvisibleSteps, LeaveAtomsAsTheyAre) {
  const Network net = network("A: 0 -a-> 1, 0 -b-> 2, 2 -z-> 0; B: 0 -c-> 1");
  EXPECT_EQ(invisible(net, "A@1"), "b c");
  EXPECT_EQ(invisible(net, "A@{1,2}"), "c");
  EXPECT_EQ(invisible(net, "B@1 || A@1"), "b");
}

TEST(InvisibleSteps, LeaveSumsAsTheyAreIfGainsAndLossesCancel) {
  const Network net = network("A: 0 -pass-> 1, 0 -drop-> 1; B: 0 -pass-> 1, 1 -pass-> 1");
  EXPECT_EQ(invisible(net, "count(A@0, B@1) > 1"), "pass");
  EXPECT_EQ(invisible(net, "2 * count(A@0) + count(B@1) > 1"), "");
  EXPECT_EQ(invisible(net, "count(A@0, B@1) > 1 || A@0"), "");
}

TEST(InvisibleSteps, EnterNoErrors) {
  const Network net = network("A: 0 -a-> ERROR, 0 -b-> 1; B: 0 -c-> 1");
  EXPECT_EQ(invisible(net, "B@1"), "b");
}

TEST(InvisibleSteps, OneOfSeveralEdgesIsEnough) {
  EXPECT_EQ(invisible(network("A: 0 -a-> 1, 0 -a-> 2; B: 0 -b-> 1"), "A@1"), "a b");
  EXPECT_EQ(invisible(network("A: 0 -a-> 1, 0 -a-> 2; B: 0 -a-> 1, 0 -a-> 2"), "count(A@0, B@{1,2}) == 2"), "a? a? a? a?")
      << "each changes the sum, only together they do not";
}

// The choice in the initial state if formulas may be left undecided: its rules, and what it needs.
std::string chosen(const Network& net, const std::string& bad) {
  const std::vector<Property> properties = {never(net, bad)};
  StubbornSets sets(net, properties, Limits(), {.leaves_formulas_undecided = true});
  const std::vector<LocalState> state = initial(net);
  const StubbornSets::Choice choice = sets.of(state);
  std::string text;
  for (RuleId rule : choice.rules) text += std::string(net.label_name(rule)) + " ";
  switch (choice.needs) {
    case StubbornSets::Needs::kNothing: return text + "firm";
    case StubbornSets::Needs::kStep: return text + "step";
    case StubbornSets::Needs::kInvisibleStep: return text + "invisible step";
  }
  return text;
}

TEST(Stubborn, LeavesFormulasUndecidedIfThatTakesFewerRules) {
  const char* text = "A: 0 -a-> 1; B: 0 -b-> 1; C: 0 -c-> 1, 1 -d-> 2";
  EXPECT_EQ(chosen(network(text), "A@1 || B@1"), "c invisible step");
  EXPECT_EQ(chosen(network(text), "A@1 && B@1"), "a firm") << "one rule cannot become fewer";
  EXPECT_EQ(chosen(network(text), "A@1 || B@1 || C@1"), "a b c firm") << "no step is invisible";
}

}   // namespace
}   // namespace parley
