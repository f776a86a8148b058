#include "engine/leap/leap_network.h"

#include <gtest/gtest.h>

#include "support/leap_text.h"

namespace parley::leap {
namespace {

using testing::Leaping;

TEST(LeapNetwork, RulesAndComponentsAreThoseOfTheNetwork) {
  const Leaping of("A: 0 -a-> 1 -r-> 0; B: 0 -r-> 1 -b-> 0; ?W: 0 -r-> 0");
  ASSERT_EQ(of.leaps.num_rules(), of.network.num_rules());
  ASSERT_EQ(of.leaps.num_components(), of.network.num_components());
  for (RuleId rule : of.network.rules()) {
    EXPECT_EQ(of.leaps.label_name(rule), std::to_string(rule.value));
    EXPECT_EQ(of.leaps.label(rule).index(), rule.index()) << "lift() finds the rule by it";
    EXPECT_EQ(of.leaps.participants(rule).size(), of.network.participants(rule).size());
  }
  for (ComponentId component : of.network.components()) {
    EXPECT_EQ(of.leaps.name(component), of.network.name(component));
    EXPECT_EQ(of.leaps.is_observer(component), of.network.is_observer(component));
  }
}

TEST(LeapNetwork, SharedRulesLeapAndLocalRulesHaveNoEdges) {
  const Leaping of("A: 0 -a-> 1 -r-> 0; B: 0 -r-> 1 -b-> 0");
  EXPECT_EQ(of.edges(of.leaps, "A"), "0 -r-> 0");
  EXPECT_EQ(of.edges(of.leaps, "B"), "0 -r-> 1, 1 -r-> 1") << "b leads back from 1, where r is possible again";
}

TEST(LeapNetwork, LocalRulesLeadIntoErrors) {
  const Leaping of("A: 0 -a-> 1 -b-> ERROR, 1 -r-> 0; B: 0 -r-> ERROR");
  EXPECT_EQ(of.edges(of.leaps, "A"), "0 -r-> 0, 0 -!b-> ERROR");
  EXPECT_EQ(of.edges(of.leaps, "B"), "0 -r-> ERROR");
}

TEST(LeapNetwork, ALabelOfBothKindsOfRulesIsTwoLabels) {
  const Leaping of("A: 0 -a-> 1 -a-> ERROR; B: 0 -b-> 0\nalone = A.a\ntogether = A.a B.b");
  EXPECT_EQ(of.edges(of.leaps, "A"), "0 -a-> 1, 0 -a-> ERROR, 0 -!a-> ERROR, 1 -a-> ERROR, 1 -!a-> ERROR");
}

TEST(LeapNetwork, IdleLoopsAreForComponentsThatNeverRest) {
  const Leaping of("A: 0 -a-> 1 -b-> 0, 1 -r-> 0; B: 0 -r-> 1, 0 -c-> 2; C: 0 -d-> 1 -r-> 2");
  EXPECT_EQ(of.edges(of.idle, "A"), "0 -r-> 0, 0 -!a-> 0, 0 -!b-> 0");
  EXPECT_EQ(of.edges(of.idle, "B"), "0 -r-> 1");
  EXPECT_EQ(of.edges(of.idle, "C"), "0 -r-> 2");
  EXPECT_EQ(of.edges(of.leaps, "A"), "0 -r-> 0");
}

TEST(LeapNetwork, ANodeIsTerminalIfAllItsRestsAreTerminal) {
  const Leaping of("A: 0 -a-> END; B: 0 -a2-> END, 0 -b-> 1; C: 0 -c-> 0");
  EXPECT_EQ(of.edges(of.leaps, "A"), "0 ends, * ends") << "the second state says that the component can terminate";
  EXPECT_EQ(of.edges(of.leaps, "B"), "* ends");
  EXPECT_TRUE(of.leaps.lts(ComponentId(1)).has_terminal());
  EXPECT_FALSE(of.leaps.lts(ComponentId(2)).has_terminal());
}

}   // namespace
}   // namespace parley::leap
