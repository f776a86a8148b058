#include "check/set/linear_invariants.h"

#include <gtest/gtest.h>

#include "support/judge_text.h"

namespace parley {
namespace {

using namespace testing;

// A token that K holds in 0, C or D in 1; E is not part of it.
Network token() {
  return network(R"(
    K: 0 -take-> 1 -give-> 0
    C: 0 -enter-> 1 -leave-> 0
    D: 0 -enter-> 1 -leave-> 0
    E: 0 -up-> 1 -up-> 2
    cin = K.take C.enter
    cout = K.give C.leave
    din = K.take D.enter
    dout = K.give D.leave
    up = E.up)");
}

std::string holds_by(const Network& net, const std::string& formula, const std::string& support, const std::string& states,
                     const std::string& invariants) {
  return judged(net, never(net, formula), Verdict::kHolds, set_with_invariants(net, support, states, invariants));
}

TEST(InvariantJudge, StepsMayLeadToWhatAnInvariantExcludes) {
  const Network net = token();
  EXPECT_EQ(holds_by(net, "C@1 && D@1", "C D", "00 01 10", "K 1 0 C 0 1 D 0 1 : 1"), "accepted");
  EXPECT_EQ(holds_by(net, "C@1 && D@1", "C D", "00 01 10", ""), "closed");
  EXPECT_EQ(holds_by(net, "C@1 && D@1", "C D", "00 01 10", "E 2 1 0 : 2"), "closed");
  EXPECT_EQ(holds_by(net, "C@1 && D@1", "C D", "00 01 10", "K 1 0 C 0 1 D 0 1 : 2"), "closed");
  EXPECT_EQ(holds_by(net, "C@1 && D@1", "C D", "00 01 10", "E 2 1 0 : 2;K 1 0 C 0 1 D 0 1 : 1"), "accepted");
  EXPECT_EQ(holds_by(net, "C@1", "C D", "00 01 10", "K 1 0 C 0 1 D 0 1 : 1"), "excludes-bad");
  EXPECT_EQ(reason(net, never(net, "C@1 && D@1"), Verdict::kHolds, set_with_invariants(net, "C D", "00 01 10", "E 2 1 0 : 2")),
            "'cin' of (K, C) leads from (C@0, D@1) to (C@1, D@1), which is not in the set and not excluded by an invariant");
}

TEST(InvariantJudge, ComponentsOutsideWeighWhatTheyWeighLeast) {
  const Network net = token();
  // K is outside and may be in 0 or 1, with weight 3 or 5: only 5 would exclude 11.
  EXPECT_EQ(holds_by(net, "C@1 && D@1", "C D", "00 01 10", "K 4 3 C 0 1 D 0 1 : 4"), "accepted");
  EXPECT_EQ(holds_by(net, "C@1 && D@1", "C D", "00 01 10", "K 4 3 C 0 1 D 0 1 : 5"), "closed");
  EXPECT_EQ(holds_by(net, "C@1 && D@1", "C D", "00 01 10", "K 1 0 C 0 1 D 0 1 E -2 -2 -2 : -1"), "accepted");
  EXPECT_EQ(holds_by(net, "C@1 && D@1", "C D", "00 01 10", "K 1 0 C 0 1 D 0 1 E 0 -1 -2 : 1"), "closed");
}

TEST(InvariantJudge, MustHoldAtTheBeginning) {
  const Network net = token();
  EXPECT_EQ(holds_by(net, "C@1 && D@1", "C D", "00 01 10", "K 1 0 C 0 1 D 0 1 : 0"), "invariants-hold");
  EXPECT_EQ(holds_by(net, "C@1", "C", "0", "C 0 1 : 0"), "invariants-hold");
  EXPECT_EQ(holds_by(net, "false", "", "", " : -1"), "contains-initial");
  EXPECT_EQ(holds_by(net, "false", "C", "0 1", " : -1"), "invariants-hold");
  EXPECT_EQ(holds_by(net, "false", "C", "0 1", " : 0"), "accepted");
}

TEST(InvariantJudge, NoRuleMayMakeTheSumLarger) {
  const Network net = token();
  EXPECT_EQ(holds_by(net, "E@1", "E", "0", "E 0 1 2 : 0"), "invariants-hold");
  EXPECT_EQ(holds_by(net, "false", "E", "0 1 2", "E 2 1 0 : 2"), "accepted");
  EXPECT_EQ(reason(net, never(net, "false"), Verdict::kHolds, set_with_invariants(net, "E", "0", "E 0 0 1 : 0")),
            "invariant 1: 'up' of (E) can make its sum larger, by 1");
}

TEST(InvariantJudge, TheLargestChangeOfAllEdgesCounts) {
  const Network net = network(R"(
    P: 0 -a-> 1, 0 -a-> 2
    Q: 0 -a-> 1, 1 -a-> 2
    R: 0 -b-> 1
    x = P.a Q.a)");
  // P adds 0 or 1; Q subtracts 1 or 0.
  EXPECT_EQ(holds_by(net, "false", "P", "0 1 2", "P 0 0 1 Q 1 0 0 : 1"), "invariants-hold");
  EXPECT_EQ(holds_by(net, "false", "P", "0 1 2", "P 0 0 1 Q 2 1 0 : 2"), "accepted");
}

// The label without an edge may have a weight in the invariant or not.
TEST(InvariantJudge, ARuleThatNeverFiresMayDoAnything) {
  const auto network_with = [](bool has_edge) {
    LtsBuilder lts;
    lts.add_states(2);
    const LocalLabel go = lts.add_label("go");
    const LocalLabel idle = lts.add_label("idle");
    lts.add_edge(LocalState(std::size_t{0}), go, LocalState(std::size_t{1}));
    if (has_edge) lts.add_edge(LocalState(std::size_t{1}), idle, LocalState(std::size_t{1}));
    NetworkBuilder builder;
    const TemplateId shape = builder.add_template(std::move(lts).build());
    const ComponentId p = builder.add_component("P", shape);
    const ComponentId q = builder.add_component("Q", shape);
    builder.add_rule(builder.intern_label("x"), std::vector<Participant>{{p, go}, {q, idle}});
    return std::move(builder).build();
  };
  const Network never_fires = network_with(false);
  EXPECT_EQ(holds_by(never_fires, "P@1", "P", "0", "P 0 1 : 0"), "accepted");
  EXPECT_EQ(holds_by(never_fires, "P@1", "P", "0", "P 0 1 Q 0 0 : 0"), "accepted");
  const Network may_fire = network_with(true);
  EXPECT_EQ(holds_by(may_fire, "P@1", "P", "0", "P 0 1 : 0"), "invariants-hold");
  EXPECT_EQ(holds_by(may_fire, "P@1", "P", "0", "P 0 1 Q 0 0 : 0"), "invariants-hold");
}

TEST(InvariantJudge, RejectsWhatIsNotWellFormed) {
  const Network net = token();
  EXPECT_EQ(holds_by(net, "false", "C", "0 1", "C 0 : 0"), "well-formed");
  EXPECT_EQ(holds_by(net, "false", "C", "0 1", "C 0 0 0 : 0"), "well-formed");
  EXPECT_EQ(holds_by(net, "false", "C", "0 1", "D 0 0 C 0 0 : 0"), "well-formed");
  EXPECT_EQ(holds_by(net, "false", "C", "0 1", "C 0 0 C 0 0 : 0"), "well-formed");
  ClosedSet set = set_of(net, "C", "0 1");
  set.invariants.push_back({.rows = {{ComponentId(net.num_components()), {0}}}, .bound = 0});
  EXPECT_EQ(judged(net, never(net, "false"), Verdict::kHolds, std::make_shared<const ClosedSet>(set)), "well-formed");
}

TEST(InvariantJudge, RejectsNumbersThatCouldOverflow) {
  const Network net = token();
  const std::string half = "2305843009213693952";   // 2^61
  const std::string less = "2305843009213693951";
  EXPECT_EQ(holds_by(net, "false", "C", "0 1", "C 0 -" + half + " : " + less), "invariants-hold");   // leaving C adds
  EXPECT_EQ(holds_by(net, "false", "C", "0 1", "C 0 0 : " + less), "accepted");
  EXPECT_EQ(holds_by(net, "false", "C", "0 1", "C 0 -" + half + " : " + half), "well-formed");
  EXPECT_EQ(holds_by(net, "false", "C", "0 1", "C 0 " + half + " D 0 -" + half + " : 0"), "well-formed");
  EXPECT_EQ(holds_by(net, "false", "C", "0 1", "C 0 -9223372036854775808 : 0"), "well-formed");
  EXPECT_EQ(holds_by(net, "false", "C", "0 1", "C 0 0 : -9223372036854775808"), "well-formed");
  EXPECT_EQ(holds_by(net, "false", "C", "0 1", "C 0 0 : 4611686018427387904"), "well-formed");
}

}   // namespace
}   // namespace parley
