#include "check/proof/apart.h"

#include <gtest/gtest.h>

#include "support/judge_text.h"
#include "support/proof_text.h"

namespace parley {
namespace {

using namespace testing;

// "in A F; in B E M": the judgement of the fact that these are apart: "right", or the objection.
std::string worth(const Network& net, const std::string& rows, const Limits& limits = Limits()) {
  const InvariantProof proof = proof_of(net, deadlock(), "apart;" + rows);
  return parley::proof::apart_objection(net, std::get<ApartFact>(proof.facts.at(0)), limits).value_or("right");
}
std::string reached(const std::string& vector) { return "nothing keeps the components from being in " + vector + " together"; }

// Each component gives the token to the next, and the last one to the first, which begins.
Network token_ring(std::size_t size) {
  std::string components;
  std::string rules;
  for (std::size_t i = 0; i < size; ++i) {
    const std::string here = std::to_string(i);
    components += "c" + here + (i == 0 ? ": has -give-> not -get-> has\n" : ": not -get-> has -give-> not\n");
    rules += "r" + here + " = c" + here + ".give c" + std::to_string((i + 1) % size) + ".get\n";
  }
  return network(components + rules);
}

TEST(Apart, OneComponentAlone) {
  const Network net = network(R"(
    A: 0 -a-> 1, 2 -a-> 3, 0 -b-> 4
    a = A.a)");
  EXPECT_EQ(worth(net, "in A 2 3 4"), "right");   // nothing leads to 2, and no rule uses b
  EXPECT_EQ(worth(net, "in A 2 3"), "right");
  EXPECT_EQ(worth(net, "in A 1 2"), reached("(A@1)"));
  EXPECT_EQ(worth(net, "in A 0"), reached("(A@0)"));
}

TEST(Apart, ExcludesStatesOfTwoThatMoveTogether) {
  const Network net = network(R"(
    A: 0 -a-> 1 -b-> 0
    B: 0 -a-> 1 -b-> 0
    a = A.a B.a
    b = A.b B.b)");
  EXPECT_EQ(worth(net, "in A 0; in B 1"), "right");
  EXPECT_EQ(worth(net, "in A 1; in B 0"), "right");
  EXPECT_EQ(worth(net, "in A 1; in B 1"), reached("(A@1, B@1)"));
  EXPECT_EQ(worth(net, "in A 1"), reached("(A@1)"));   // B never refuses
  EXPECT_EQ(worth(net, "in A 0 1; in B 1"), reached("(A@1, B@1)"));
}

TEST(Apart, ExcludesStatesOfThreeThatNoTwoExclude) {
  const Network net = token_ring(3);
  EXPECT_EQ(worth(net, "in c0 has; in c1 has; in c2 has"), "right");
  EXPECT_EQ(worth(net, "in c0 has; in c1 has; in c2 not has"), "right");
  EXPECT_EQ(worth(net, "in c0 not; in c1 not; in c2 not"), "right");
  EXPECT_EQ(worth(net, "in c0 has; in c1 has"), reached("(c0@has, c1@has)"));   // c2 gives whenever c0 takes
}

TEST(Apart, EveryEdgeOfALabelIsTaken) {
  const Network net = network(R"(
    A: 0 -a-> 1, 0 -a-> 2, 0 -a-> 3
    B: 0 -a-> 1, 0 -a-> 2
    a = A.a B.a)");
  EXPECT_EQ(worth(net, "in A 1; in B 1"), reached("(A@1, B@1)"));
  EXPECT_EQ(worth(net, "in A 3; in B 2"), reached("(A@3, B@2)"));
  EXPECT_EQ(worth(net, "in A 1; in B 2"), reached("(A@1, B@2)"));
  EXPECT_EQ(worth(net, "in A 1 2 3; in B 0"), "right");
}

TEST(Apart, RulesThatAreTheSameToSomeDifferToOthers) {
  // All three rules are alike for A and B, but not for C.
  const Network net = network(R"(
    A: 0 -a-> 1
    B: 0 -a-> 1
    C: 0 -x-> 1, 0 -y-> 2, 3 -z-> 0
    x = A.a B.a C.x
    y = A.a B.a C.y
    z = A.a B.a C.z)");
  EXPECT_EQ(worth(net, "in A 1; in B 0"), "right");
  EXPECT_EQ(worth(net, "in A 1; in B 1"), reached("(A@1, B@1)"));
  EXPECT_EQ(worth(net, "in A 1; in B 1; in C 0 3"), "right");
  EXPECT_EQ(worth(net, "in A 1; in B 1; in C 2"), reached("(A@1, B@1, C@2)"));
}

TEST(Apart, AMemberMovesAloneWhereARuleNamesNoOther) {
  const Network net = network(R"(
    A: 0 -a-> 1, 1 -b-> 2
    B: 0 -a-> 1, 0 -c-> 2
    C: 0 -b-> 0
    a = A.a B.a
    b = A.b C.b
    c = B.c)");
  EXPECT_EQ(worth(net, "in A 2; in B 0 2"), "right");
  EXPECT_EQ(worth(net, "in A 1 2; in B 2"), "right");
  EXPECT_EQ(worth(net, "in A 2; in B 1"), reached("(A@2, B@1)"));   // C is outside, so it never refuses
  EXPECT_EQ(worth(net, "in A 0; in B 2"), reached("(A@0, B@2)"));
}

TEST(Apart, ComponentsOutsideNeverRefuse) {
  const Network net = network(R"(
    A: 0 -a-> 1
    C: 0, 1 -c-> 0
    a = A.a C.c)");
  EXPECT_EQ(worth(net, "in A 1"), reached("(A@1)"));
  EXPECT_EQ(worth(net, "in A 1; in C 0 1"), "right");
}

TEST(Apart, ErrorStatesAreNotLeft) {
  // No component moves once A is in its error state. C, which is outside, may be in one.
  const Network net = network(R"(
    A: 0 -a-> ERROR, 0 -b-> 1
    B: 0 -c-> 1
    C: 0 -b-> ERROR
    a = A.a
    b = A.b C.b
    c = B.c)");
  EXPECT_EQ(worth(net, "in A ERROR; in B 1"), reached("(A@ERROR, B@1)"));   // B first
  EXPECT_EQ(worth(net, "in A 1; in B 1; in C ERROR"), reached("(A@1, B@1, C@ERROR)"));
  const Network after = network(R"(
    A: 0 -a-> ERROR, 0 -b-> 1
    B: 0 -a-> 1 -c-> 2
    C: 0 -b-> ERROR
    a = A.a B.a
    b = A.b C.b
    c = B.c)");
  EXPECT_EQ(worth(after, "in A ERROR; in B 2"), "right");
  EXPECT_EQ(worth(after, "in B 2"), reached("(B@2)"));                        // then nothing is known of A
  EXPECT_EQ(worth(after, "in A ERROR; in B 1"), reached("(A@ERROR, B@1)"));   // it may be entered
  EXPECT_EQ(worth(after, "in A ERROR; in C ERROR"), "right");
}

TEST(Apart, AFactWithoutComponentsIsRejected) { EXPECT_EQ(worth(token_ring(2), ""), "it names no component"); }

TEST(Apart, CanBeUsedInAProof) {
  const Network net = token_ring(3);
  const Property two = never(net, "c0@has && c1@has");
  const auto says = [&](const std::string& text) { return judged(net, two, Verdict::kHolds, testing::proof(net, two, text)); };
  // 0: root, 1 and 2: the parts, 3: the fact
  EXPECT_EQ(says("apart; in c0 has; in c1 has; in c2 not has; nogood; by 0 1 2 3"), "accepted");
  EXPECT_EQ(says("apart; in c0 has; in c1 has; in c2 not; nogood; by 0 1 2 3"), "steps-follow");   // c2 may have it as well
  EXPECT_EQ(says("apart; in c0 has; in c1 has; nogood; by 0 1 2 3"), "facts-hold");
  EXPECT_EQ(says("apart; nogood; by 0 1 2 3"), "facts-hold");
  EXPECT_EQ(reason(net, two, Verdict::kHolds, testing::proof(net, two, "apart; in c0 not; nogood; by 0")),
            "fact 1: " + reached("(c0@not)"));
}

TEST(Apart, MustBeWellFormed) {
  const Network net = token_ring(3);
  const Property two = never(net, "c0@has && c1@has");
  const InvariantProof right = proof_of(net, two, "apart; in c0 has; in c1 has; in c2 not has; nogood; by 0 1 2 3");
  const auto says = [&](std::vector<ApartFact::Row> rows) {
    InvariantProof changed = right;
    std::get<ApartFact>(changed.facts[0]).rows = std::move(rows);
    return judged(net, two, Verdict::kHolds, std::make_shared<const InvariantProof>(std::move(changed)));
  };
  const auto component = [](std::size_t number) { return ComponentId(number); };
  const auto states = [](const std::vector<std::size_t>& numbers) {
    return std::vector<LocalState>(numbers.begin(), numbers.end());
  };
  EXPECT_EQ(says({{component(0), states({0})}, {component(1), states({1})}, {component(2), states({0, 1})}}), "accepted");
  EXPECT_EQ(says({{component(0), states({0})}, {component(2), states({0, 1})}, {component(1), states({1})}}), "well-formed");
  EXPECT_EQ(says({{component(0), states({0})}, {component(0), states({0})}, {component(1), states({1})}}), "well-formed");
  EXPECT_EQ(says({{component(0), states({0})}, {component(1), states({1})}, {component(2), states({1, 0})}}), "well-formed");
  EXPECT_EQ(says({{component(0), states({0})}, {component(1), states({1})}, {component(2), states({0, 0, 1})}}), "well-formed");
  EXPECT_EQ(says({{component(0), states({0})}, {component(1), states({1})}, {component(2), states({0, 2})}}), "well-formed");
  EXPECT_EQ(says({{component(0), states({0})}, {component(1), states({1})}, {component(2), states({})}}), "well-formed");
  EXPECT_EQ(says({{component(0), states({0})}, {component(1), states({1})}, {component(3), states({0})}}), "well-formed");
}

TEST(Apart, TheProductMayBeTooLargeForAnything) {
  // 2^300 vectors, of which 300 are reachable.
  const Network net = token_ring(300);
  std::string rows;
  for (std::size_t i = 0; i < 300; ++i)
    rows += "; in c" + std::to_string(i) + (i == 0 ? " has" : i == 150 ? " has" : i < 150 ? " not" : " not has");
  EXPECT_EQ(worth(net, rows.substr(2)), "right");
  rows.replace(rows.find("c0 has"), 6, "c0 not");
  EXPECT_TRUE(worth(net, rows.substr(2)).starts_with("nothing keeps the components from being in (c0@not, c1@not,"));
}

TEST(Apart, RulesThatAreTheSameToItAreLookedAtOnce) {
  // A takes steps with any of 20,000 others: 400,000,000 steps, if each rule counted.
  constexpr std::size_t kMany = 20000;
  LtsBuilder wheel;
  wheel.add_states(kMany + 1);
  const LocalLabel turn = wheel.add_label("turn");
  for (std::size_t i = 0; i < kMany; ++i) wheel.add_edge(LocalState(i), turn, LocalState((i + 1) % kMany));
  LtsBuilder helper;
  const LocalState only = helper.add_state();
  const LocalLabel help = helper.add_label("help");
  helper.add_edge(only, help, only);
  NetworkBuilder builder;
  const ComponentId a = builder.add_component("A", builder.add_template(std::move(wheel).build()));
  const TemplateId helpers = builder.add_template(std::move(helper).build());
  for (std::size_t i = 0; i < kMany; ++i) {
    const std::vector<Participant> participants{{a, turn}, {builder.add_component("h" + std::to_string(i), helpers), help}};
    builder.add_rule(builder.intern_label("t" + std::to_string(i)), participants);
  }
  const Network net = std::move(builder).build();
  EXPECT_EQ(worth(net, "in A " + std::to_string(kMany), Limits({.seconds = 5, .memory_bytes = {}, .stop = nullptr})), "right");
  EXPECT_EQ(worth(net, "in A 19999; in h7 0", Limits({.seconds = 5, .memory_bytes = {}, .stop = nullptr})),
            reached("(A@19999, h7@0)"));
}

TEST(Apart, StopsAtLimits) {
  // All vectors of 0 and 1 are reached, and no component is ever in 2.
  std::string components;
  std::string rules;
  std::string rows = "in c0 2";
  for (std::size_t i = 0; i < 64; ++i) {
    const std::string name = "c" + std::to_string(i);
    components += name + ": 0 -a-> 1 -a-> 0, 2\n";
    rules += "r" + std::to_string(i) + " = " + name + ".a\n";
    if (i > 0) rows += "; in " + name + " 0 1";
  }
  const Network net = network(components + rules);
  EXPECT_THROW(worth(net, rows, Limits({.seconds = 0.05, .memory_bytes = {}, .stop = nullptr})), Stopped);
  EXPECT_THROW(
      worth(net, rows, Limits({.seconds = {}, .memory_bytes = resident_bytes() + (std::uint64_t{64} << 20), .stop = nullptr})),
      Stopped);
  const StopToken stop = StopRequest::kInterrupted;
  EXPECT_THROW(worth(net, rows, Limits({.seconds = {}, .memory_bytes = {}, .stop = &stop})), Stopped);
}

}   // namespace
}   // namespace parley
