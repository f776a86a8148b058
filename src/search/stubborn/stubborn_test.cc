#include "search/stubborn/stubborn.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "property/parse.h"
#include "search/steps/successors.h"
#include "support/network_text.h"

namespace parley {
namespace {

using testing::network;

Predicate predicate(const Network& net, const std::string& text) { return *parse_predicate(SourceText("test", text), net); }

Property never(const Network& net, const std::string& text) { return {"", Never{predicate(net, text)}}; }

// The choice in the initial state: "rules | support".
std::string chosen(const Network& net, const std::vector<Property>& properties) {
  std::vector<LocalState> state;
  for (ComponentId component : net.components()) state.push_back(net.lts(component).initial());
  StubbornSets sets(net, properties, Limits());
  const StubbornSets::Choice choice = sets.of(state);
  std::string text;
  for (RuleId rule : choice.rules) text += std::string(net.label_name(rule)) + " ";
  text += "|";
  if (choice.is_full) return text + " all";
  for (ComponentId component : net.components())
    if ((choice.support[component.index() / 64] >> (component.index() % 64) & 1) != 0)
      text += " " + std::string(net.name(component));
  return text;
}

std::string for_deadlock(const std::string& text) { return chosen(network(text), {{"", Deadlock{}}}); }

std::string for_never(const std::string& text, const std::string& bad) {
  const Network net = network(text);
  return chosen(net, {never(net, bad)});
}

TEST(Stubborn, ChoosesOneOfTwoIndependentComponents) { EXPECT_EQ(for_deadlock("A: 0 -a-> 1; B: 0 -b-> 1"), "a | A"); }

TEST(Stubborn, ComponentsThatCompeteForAPartnerComeTogether) {
  EXPECT_EQ(for_deadlock("A: 0 -a-> 1; B: 0 -b-> 1; S: 0 -a-> 1, 0 -b-> 1; C: 0 -c-> 1, 1 -d-> 0; D: 0 -d-> 1, 0 -e-> 0"),
            "c | C");
  EXPECT_EQ(for_deadlock("A: 0 -a-> 1; B: 0 -b-> 1; S: 0 -a-> 1, 0 -b-> 1; C: 0 -c-> 1, 0 -d-> 1, 0 -e-> 1"), "a b | A B S");
}

TEST(Stubborn, ARefuserComesInWithWhatItOffers) {
  // Rule a waits for B, which can do b first: so b must be inside.
  EXPECT_EQ(for_deadlock("A: 0 -a-> 1, 0 -x-> 1; B: 0 -b-> 1, 1 -a-> 0; C: 0 -c-> 1, 0 -d-> 1"), "b | B");
}

TEST(Stubborn, TheChoiceIsFullIfAtMostOneRuleIsEnabled) {
  EXPECT_EQ(for_deadlock("A: 0 -a-> 1; B: 0 -b-> 1, 1 -a-> 1"), "b | all");
  EXPECT_EQ(for_deadlock("A: END; B: END, 0 -a-> 0"), "| all");
}

TEST(Stubborn, AFormulaKeepsWhatMakesItFalse) {
  EXPECT_EQ(for_never("A: 0 -a-> 1; B: 0 -b-> 1; C: 0 -c-> 1", "B@1"), "b | B");
  EXPECT_EQ(for_never("A: 0 -a-> 1; B: 0 -b-> 1; C: 0 -c-> 1", "B@1 || C@1"), "b c | B C");
  EXPECT_EQ(for_never("A: 0 -a-> 1, 0 -d-> 1; B: 0 -b-> 1; C: 0 -c-> 1", "A@1 && C@1"), "c | C");
  EXPECT_EQ(for_never("A: 0 -a-> 1; B: 0 -b-> 1; C: 0 -c-> 1", "count(A@1, B@1, C@1) >= 2"), "a b | A B");
  EXPECT_EQ(for_never("A: 0 -a-> 1; B: 0 -b-> 1; C: 0 -c-> 1", "!(count(A@1, B@1, C@1) <= 1)"), "a b | A B");
}

TEST(Stubborn, WhatCanNeverComeTrueAgainStopsTheSearch) {
  EXPECT_EQ(for_never("A: 1 -a-> 2, 0 -z-> 1; B: 2 -b-> 2, 0 -b-> 1; C: 0", "C@0 && A@0"), "a | A");
  EXPECT_EQ(for_never("A: 0 -a-> 1; B: 0 -b-> 1; C: 2, 0 -c-> 2", "A@1 && C@0"), "| C");
}

TEST(Stubborn, AFormulaThatIsTrueIsNotAskedAbout) {
  const Network net = network("A: 0 -a-> 1; B: 0 -b-> 1");
  EXPECT_EQ(chosen(net, {never(net, "B@0"), never(net, "B@1")}), "b | B");
  EXPECT_EQ(chosen(net, {never(net, "B@0")}), "|") << "no question is left";
}

TEST(Stubborn, AnAutomatonKeepsWhatItWatches) {
  const Network net = network("A: 0 -a-> 1; B: 0 -b-> 1; ?P: 0 -a-> ERROR");
  EXPECT_EQ(chosen(net, {{"", Safety{{*net.find_component("P")}}}}), "a | A P");
}

TEST(Stubborn, TheChoiceServesAllPropertiesTogether) {
  const Network net = network("A: 0 -a-> 1; B: 0 -b-> 1; C: 2, 0 -c-> 2");
  EXPECT_EQ(chosen(net, {never(net, "C@0")}), "| C");
  EXPECT_EQ(chosen(net, {never(net, "C@0"), {"", Deadlock{}}}), "a | A C");
}

TEST(Stubborn, CopesWithMoreComponentsAndLabelsThanBits) {
  // More components, and more labels, than a word has bits.
  std::string text;
  for (int i = 0; i < 100; ++i) text += fmt::format("P{0}: 0 -y{0}-> 1, 0 -z{0}-> 1, 1 -x{0}-> 1; ", i);
  text += "T: 0 -t-> 1, 1";
  for (int i = 0; i < 100; ++i) text += fmt::format(", 1 -x{}-> 1", i);
  EXPECT_EQ(for_deadlock(text), "t | T");
}

TEST(Stubborn, DeclinesWhatErrorsCutShort) {
  const Network safe = network("A: 0 -a-> 1; B: 0 -b-> 1");
  const Network unsafe = network("A: 0 -a-> ERROR; B: 0 -b-> 1");
  for (const auto& [net, declines] : {std::pair(&safe, false), std::pair(&unsafe, true)}) {
    EXPECT_EQ(stubborn_declines(*net, never(*net, "B@1")).has_value(), declines);
    EXPECT_EQ(stubborn_declines(*net, {"", Reach{predicate(*net, "B@1")}}).has_value(), declines);
    EXPECT_EQ(stubborn_declines(*net, {"", LocalDeadlock{}}).has_value(), declines);
    EXPECT_FALSE(stubborn_declines(*net, {"", Deadlock{}}));
    EXPECT_FALSE(stubborn_declines(*net, {"", Safety{{ComponentId(0)}}}));
    EXPECT_TRUE(stubborn_declines(*net, {"", Undecided{PropertyKind::kProgress, ""}}));
  }
}

TEST(Successors, OfOneRuleAreItsTransitionsOnly) {
  const Network net = network("A: 0 -a-> 1, 0 -a-> 2, 0 -b-> 0; B: 0 -a-> 1; C: 0 -c-> 0, 1 -b-> 0");
  std::vector<LocalState> state(3);
  std::string text;
  for (RuleId rule : net.rules()) {
    Successors(net).for_each_of(rule, state, [&](RuleId fired, std::span<const LocalState> to) {
      text += std::string(net.label_name(fired)) + net.lts(ComponentId(0)).state_name(to[0]) + " ";
      return true;
    });
  }
  EXPECT_EQ(text, "a1 a2 c0 ") << "b is not enabled";
}

}   // namespace
}   // namespace parley
