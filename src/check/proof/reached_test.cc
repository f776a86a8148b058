#include "check/proof/reached.h"

#include <string>

#include <gtest/gtest.h>

#include "support/judge_text.h"
#include "support/network_text.h"
#include "support/proof_text.h"

namespace parley {
namespace {

using namespace testing;

// Bits as "0110".
std::string bits(const std::vector<bool>& of) {
  std::string result;
  for (bool bit : of) result += bit ? '1' : '0';
  return result;
}

std::string says(const Network& net, const Property& property, const std::string& text) {
  return judged(net, property, Verdict::kHolds, testing::proof(net, property, text));
}

TEST(ReachedStates, OnlyLabelsOfRulesLeadOn) {
  // A reaches 2 only by 'y', which no rule uses; from 2 an edge 'z' leads on, which a rule uses.
  const Network net = network(R"(
    A: 0 -x-> 1 -y-> 2 -z-> 3 -x-> 0
    B: 0 -z-> 0
    x = A.x
    z = A.z B.z)");
  parley::proof::ReachedStates reached(net, Limits());
  const auto& a = reached.of(ComponentId(std::size_t{0}));
  EXPECT_EQ(bits(a.states), "1100");
  EXPECT_EQ(bits(a.labels), "110");   // 'z' has no edge from a reached state
  EXPECT_EQ(bits(reached.of(ComponentId(std::size_t{1})).labels), "1");
}

TEST(ReachedStates, OfOneTemplateDependOnTheRules) {
  NetworkBuilder builder;
  const TemplateId both = builder.add_template(lts("0 -x-> 1 -y-> 2"));
  for (const char* name : {"A", "B", "C"}) builder.add_component(name, both);
  const LocalLabel x(std::size_t{0});
  const LocalLabel y(std::size_t{1});
  const auto rule = [&](std::size_t component, LocalLabel label) {
    const Participant alone{ComponentId(component), label};
    builder.add_rule(builder.intern_label("r" + std::to_string(builder.num_rules())), {&alone, 1});
  };
  rule(0, x);
  rule(0, y);
  rule(1, y);
  rule(2, x);
  rule(2, y);
  const Network net = std::move(builder).build();
  parley::proof::ReachedStates reached(net, Limits());
  EXPECT_EQ(bits(reached.of(ComponentId(std::size_t{0})).states), "111");
  EXPECT_EQ(bits(reached.of(ComponentId(std::size_t{1})).states), "100");
  EXPECT_EQ(&reached.of(ComponentId(std::size_t{0})), &reached.of(ComponentId(std::size_t{2})));   // computed once
}

// D is never in 2 or 3: no rule uses 'n'. Edges from there would break every fact below.
Network strayed() {
  return network(R"(
    C: 0 -a-> 1 -b-> 0
    D: 0 -a-> 1 -b-> 0, 0 -n-> 2 -a-> 3 -b-> 2, 2 -b-> 0
    a = C.a D.a
    b = C.b D.b)");
}
// The same, but a rule uses 'n'.
Network straying() {
  return network(R"(
    C: 0 -a-> 1 -b-> 0
    D: 0 -a-> 1 -b-> 0, 0 -n-> 2 -a-> 3 -b-> 2, 2 -b-> 0
    a = C.a D.a
    b = C.b D.b
    n = D.n)");
}

TEST(ReachedStates, EdgesFromElsewhereDoNotBreakASum) {
  const std::string sum = "sum at-most 0; weigh C 0 1; weigh D 0 -1 0 5; nogood; by 0 1 2 3";
  EXPECT_EQ(says(strayed(), never(strayed(), "C@1 && D@0"), sum), "accepted");
  EXPECT_EQ(says(straying(), never(straying(), "C@1 && D@0"), sum), "facts-hold");
  EXPECT_EQ(says(strayed(), never(strayed(), "C@1 && D@0"), "sum at-most 0; weigh C 0 1; weigh D 0 0 0 0; nogood; by 0 1 2 3"),
            "facts-hold");
}

TEST(ReachedStates, ComponentsAreNeverElsewhere) {
  const std::string nowhere = "sum at-most 0; weigh D 0 0 1 1; nogood; by 0 1";
  EXPECT_EQ(says(strayed(), never(strayed(), "D@{2,3}"), nowhere), "accepted");
  EXPECT_EQ(says(straying(), never(straying(), "D@{2,3}"), nowhere), "facts-hold");
  EXPECT_EQ(says(strayed(), never(strayed(), "D@1"), "sum at-most 0; weigh D 0 1 1 1; nogood; by 0 1"), "facts-hold");
}

TEST(ReachedStates, RegionsMayBeOpenElsewhere) {
  const std::string region = "sum at-most 0; weigh C 0 1; weigh D 0 -1 left left; nogood; by 0 1 2 3";
  EXPECT_EQ(says(strayed(), never(strayed(), "C@1 && D@0"), region),
            "accepted");   // 2 -b-> 0 leads back, from a state that is not reached
  EXPECT_EQ(says(straying(), never(straying(), "C@1 && D@0"), region), "facts-hold");
}

TEST(ReachedStates, EdgesFromElsewhereDoNotBreakACongruence) {
  const std::string sum = "congruence modulus 3 remainder 0; weigh C 0 1; weigh D 0 2 1 1; nogood; by 0 1 2 3";
  EXPECT_EQ(says(strayed(), never(strayed(), "C@1 && D@0"), sum), "accepted");
  EXPECT_EQ(says(straying(), never(straying(), "C@1 && D@0"), sum), "facts-hold");
}

TEST(ReachedStates, EdgesFromElsewhereDoNotEmptyATrap) {
  // C is in 0 or D is in 1: 'a' marks it, whichever edge D takes, unless D comes from 2.
  const std::string trap = "trap; one-of C 0; one-of D 1; nogood; by 0 1 2 3";
  EXPECT_EQ(says(strayed(), never(strayed(), "C@1 && D@0"), trap), "accepted");
  EXPECT_EQ(says(straying(), never(straying(), "C@1 && D@0"), trap), "facts-hold");
  EXPECT_EQ(says(strayed(), never(strayed(), "C@1 && D@0"), "trap; one-of C 0; one-of D 3; nogood; by 0 1 2 3"), "facts-hold");
  EXPECT_EQ(says(strayed(), never(strayed(), "C@1 && D@0"), "trap; one-of D 2; nogood; by 0 1 2 3"), "facts-hold");
}

TEST(ReachedStates, ARuleThatNeedsAnEdgeFromElsewhereNeverFires) {
  // 'z' needs D in 1, which no rule leads to.
  const std::string text = "C: 0 -z-> 1; D: 0 -n-> 1 -z-> 1; z = C.z D.z;";
  const std::string sum = "sum at-most 0; weigh C 0 1; nogood; by 0 1";
  const Network net = network(text);
  EXPECT_EQ(says(net, never(net, "C@1"), sum), "accepted");
  EXPECT_EQ(says(net, never(net, "C@1"), "congruence modulus 2 remainder 0; weigh C 0 1; nogood; by 0 1"), "accepted");
  EXPECT_EQ(says(net, never(net, "C@1"), "trap; one-of C 0; nogood; by 0 1"), "accepted");
  const Network other = network(text + "n = D.n");
  EXPECT_EQ(says(other, never(other, "C@1"), sum), "facts-hold");
  EXPECT_EQ(says(other, never(other, "C@1"), "congruence modulus 2 remainder 0; weigh C 0 1; nogood; by 0 1"), "facts-hold");
  EXPECT_EQ(says(other, never(other, "C@1"), "trap; one-of C 0; nogood; by 0 1"), "facts-hold");
}

}   // namespace
}   // namespace parley
