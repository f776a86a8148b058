#include "check/set/closed_set.h"

#include <gtest/gtest.h>

#include "evidence/self_contained.h"
#include "support/judge_text.h"

namespace parley {
namespace {

using namespace testing;

// P and Q synchronise; R takes part where P uses c, and moves alone.
Network three() {
  return network(R"(
    P: 0 -a-> 1 -b-> 0, 1 -c-> 2
    Q: 0 -a-> 1 -b-> 0
    R: 0 -c-> 1 -d-> 0
    x = P.a Q.a
    y = P.b Q.b
    z = P.c R.c
    w = R.d)");
}

// What the judge says about the claim, and whether an engine would make it.
std::string both(const Network& net, const Property& property, Verdict claimed, const Evidence& evidence) {
  const std::string judgement = judged(net, property, claimed, evidence);
  return judgement + (is_self_contained(net, property, evidence) ? ", claimed" : ", not claimed");
}

std::string trace_is(const Network& net, const Property& property, const std::string& text) {
  Trace steps = trace(net, text);
  steps.claim_self_contained();
  return both(net, property, kind_of(property) == PropertyKind::kReach ? Verdict::kHolds : Verdict::kViolated, steps);
}

std::string set_is(const Network& net, const Property& property, const std::string& support, const std::string& states) {
  return both(net, property, Verdict::kHolds, self_contained_set(net, support, states));
}

TEST(SelfContained, ATraceWhoseLabelsNeedNobodyElse) {
  const Network net = three();
  EXPECT_EQ(trace_is(net, reach(net, "P@1"), "x P>1 Q>1"), "accepted, claimed");
  EXPECT_EQ(trace_is(net, reach(net, "P@2"), "x P>1 Q>1; z P>2 R>1"), "accepted, claimed");
  EXPECT_EQ(trace_is(net, reach(net, "P@0"), ""), "accepted, claimed");
}

TEST(SelfContained, ATraceThatUsesALabelWithOthers) {
  const Network net = network("P: 0 -a-> 1\nQ: 0 -a-> 1\nR: 0 -a-> 1\nx = P.a\ny = P.a Q.a\nz = Q.a R.a");
  EXPECT_EQ(trace_is(net, reach(net, "P@1"), "x P>1"), "self-contained, not claimed");
  EXPECT_EQ(trace_is(net, reach(net, "P@1 && Q@0"), "x P>1"), "accepted, claimed");   // the property mentions Q
  EXPECT_EQ(trace_is(net, reach(net, "P@1 && Q@1"), "y P>1 Q>1"), "self-contained, not claimed");
  Trace quiet = trace(net, "x P>1");
  EXPECT_EQ(judged(net, reach(net, "P@1"), Verdict::kHolds, quiet), "accepted");   // nothing was claimed
}

// Two rules allow the step, and both count.
TEST(SelfContained, EveryRuleThatAllowsTheStepCounts) {
  const Network net = network("P: 0 -a-> 1, 0 -b-> 1\nQ: 0 -b-> 1\nx = P.a\nx = P.b\ny = P.b Q.b");
  EXPECT_EQ(trace_is(net, reach(net, "P@1"), "x P>1"), "self-contained, not claimed");
  const Network other = network("P: 0 -a-> 1, 0 -b-> 1\nQ: 0 -b-> 1\nx = P.a\nv = P.b\ny = P.b Q.b");
  EXPECT_EQ(trace_is(other, reach(other, "P@1"), "x P>1"), "accepted, claimed");
}

TEST(SelfContained, DeadlocksNeverAre) {
  const Network net = network("P: 0 -a-> 1\nx = P.a");
  EXPECT_EQ(trace_is(net, deadlock(), "x P>1"), "self-contained, not claimed");
  EXPECT_EQ(trace_is(net, local_deadlock(), "x P>1"), "self-contained, not claimed");
  const Network wheel = network("P: 0 -a-> 0\nx = P.a");
  EXPECT_EQ(set_is(wheel, deadlock(), "P", "0"), "self-contained, not claimed");
  EXPECT_EQ(set_is(wheel, local_deadlock(), "P", "0"), "self-contained, not claimed");
  EXPECT_EQ(set_is(wheel, never(wheel, "false"), "P", "0"), "accepted, claimed");
}

TEST(SelfContained, ASetMustHoldAllWhoShareAnOfferedLabel) {
  const Network net = three();
  EXPECT_EQ(set_is(net, never(net, "P@0 && Q@1"), "P Q", "00 11 21"), "self-contained, not claimed");   // 1 offers c to R
  EXPECT_EQ(set_is(net, never(net, "P@0 && Q@1"), "P Q R", "000 110 211 001 111 210"), "accepted, claimed");
  const Network apart =
      network("P: 0 -a-> 1 -b-> 0, 2 -c-> 2\nQ: 0 -a-> 1 -b-> 0\nR: 0 -c-> 1\nx = P.a Q.a\ny = P.b Q.b\nz = P.c R.c");
  EXPECT_EQ(set_is(apart, never(apart, "P@0 && Q@1"), "P Q", "00 11"), "accepted, claimed");   // c is never offered
  EXPECT_EQ(set_is(apart, never(apart, "P@0 && Q@1"), "P Q", "00 11 21"), "self-contained, not claimed");
}

TEST(SelfContained, SetsWithInvariantsAreNot) {
  const Network net = network("P: 0 -a-> 0\nx = P.a");
  ClosedSet set = set_of(net, "P", "0");
  set.self_contained = true;
  set.invariants.push_back(invariant(net, "P 0 : 0"));
  EXPECT_EQ(both(net, never(net, "false"), Verdict::kHolds, std::make_shared<const ClosedSet>(set)),
            "self-contained, not claimed");
}

TEST(SelfContained, CasesAreWhereAllTheirSetsAre) {
  const Network net = three();
  const auto split = [&](bool second) {
    CaseSplit cases{.sets = {}, .tree = {CaseSplit::kSplit, 0, 1}};
    for (bool claims : {true, second}) {
      ClosedSet set = set_of(net, "P Q R", "000 110 211 001 111 210");
      set.self_contained = claims;
      cases.sets.push_back(std::make_shared<const ClosedSet>(set));
    }
    return Evidence(std::make_shared<const CaseSplit>(cases));
  };
  const Property property = never(net, "P@0 && Q@1 || P@1 && Q@0");
  EXPECT_EQ(both(net, property, Verdict::kHolds, split(true)), "accepted, claimed");
  EXPECT_TRUE(claims_self_contained(split(true)));
  EXPECT_EQ(both(net, property, Verdict::kHolds, split(false)), "accepted, claimed");
  EXPECT_FALSE(claims_self_contained(split(false)));
}

TEST(SelfContained, ASetOfACaseThatClaimsTooMuch) {
  const Network net = three();
  ClosedSet set = set_of(net, "P Q", "00 11 21");
  const Property property = never(net, "P@0 && Q@1");
  const auto split = [&] {
    return Evidence(std::make_shared<const CaseSplit>(CaseSplit{{std::make_shared<const ClosedSet>(set)}, {0}}));
  };
  EXPECT_EQ(both(net, property, Verdict::kHolds, split()), "accepted, not claimed");
  set.self_contained = true;
  EXPECT_EQ(both(net, property, Verdict::kHolds, split()), "self-contained, not claimed");
}

// One object for many sets: a set must not affect the next one.
TEST(SelfContained, OneObjectServesManySets) {
  const Network net = three();
  SelfContainment contains(net);
  for (int times = 0; times < 3; ++times) {
    EXPECT_FALSE(contains(set_of(net, "P Q", "00 11 21")));
    EXPECT_TRUE(contains(set_of(net, "P Q R", "000 110 211 001 111 210")));
    EXPECT_FALSE(contains(reach(net, "R@1"), trace(net, "x P>1 Q>1; y P>0 Q>0; x P>1 Q>1")) == contains(set_of(net, "R", "0 1")));
  }
}

}   // namespace
}   // namespace parley
