#include <gtest/gtest.h>

#include "check/judge.h"
#include "support/judge_text.h"

namespace parley {
namespace {

using namespace testing;

std::string holds_by(const Network& net, const Property& property, const std::string& nodes) {
  return judged(net, property, Verdict::kHolds, leap_set(net, nodes));
}
std::string why_not(const Network& net, const Property& property, const std::string& nodes) {
  return reason(net, property, Verdict::kHolds, leap_set(net, nodes));
}
std::string holds_reduced(const Network& net, const Property& property, const std::string& nodes) {
  return judged(net, property, Verdict::kHolds, reduced_leap_set(net, nodes));
}
std::string why_not_reduced(const Network& net, const Property& property, const std::string& nodes) {
  return reason(net, property, Verdict::kHolds, reduced_leap_set(net, nodes));
}

// Two clients that become ready alone, and need a lock to enter.
Network clients() {
  return network(R"(
    P: out -l-> ready -take-> in -l-> done -put-> out
    Q: out -l-> ready -take-> in -l-> done -put-> out
    L: free -take-> taken -put-> free
    p = P.l
    q = Q.l
    tp = P.take L.take
    pp = P.put L.put
    tq = Q.take L.take
    pq = Q.put L.put)");
}
const std::string kClients = "000 201 021";

TEST(LeapSetJudge, ThreeNodesStandForTwelveStates) {
  const Network net = clients();
  EXPECT_EQ(holds_by(net, deadlock(), kClients), "accepted");
  EXPECT_EQ(holds_by(net, local_deadlock(), kClients), "accepted");
  EXPECT_EQ(holds_by(net, never(net, "P@{in,done} && Q@{in,done}"), kClients), "accepted");
  EXPECT_EQ(judged(net, reach(net, "P@{in,done} && Q@{in,done}"), Verdict::kViolated, leap_set(net, kClients)), "accepted");
  EXPECT_EQ(holds_by(net, safety(net, "L"), kClients), "accepted");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kViolated, leap_set(net, kClients)), "fits-verdict");
  EXPECT_EQ(reason(net, deadlock(), Verdict::kViolated, leap_set(net, kClients)),
            "a leap-set for 'deadlock' can only show 'holds', not 'violated'");
}

TEST(LeapSetJudge, RejectsIllFormedNodes) {
  const Network net = clients();
  const auto with = [&](auto change) {
    LeapSet set = *std::get<LeapSetRef>(leap_set(net, kClients));
    change(set);
    return Evidence(std::make_shared<const LeapSet>(std::move(set)));
  };
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, with([](LeapSet&) {})), "accepted");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, with([](LeapSet& set) { set.nodes.supports = {7, 7, 7}; })), "well-formed");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, with([](LeapSet& set) { set.nodes.ranks = {0, 0, 0}; })), "well-formed");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, with([](LeapSet& set) { set.is_reduced = true; })), "well-formed");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds,
                   with([](LeapSet& set) { set.nodes.states = set_of(clients(), "P Q", "00").states; })),
            "well-formed");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds,
                   with([](LeapSet& set) { set.nodes.states = set_of(clients(), "Q P L", "000").states; })),
            "well-formed");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, Evidence(LeapSetRef())), "well-formed");

  const Network round = network("P: 0 -l-> 1 -l-> 0 -s-> ERROR\nQ: 0 -s-> 0 -s-> 1\np = P.l\nb = P.s Q.s");
  EXPECT_EQ(why_not(round, deadlock(), "00 10"), "node 2 of the set: P@1 is represented by P@0");
  EXPECT_EQ(why_not(round, deadlock(), "00 20"), "node 2 of the set: 'P' is in an error state");
  const Network odd = network("P: 0 -l-> 1 -l-> 2\np = P.l");
  EXPECT_EQ(why_not(odd, never(odd, "false"), "0 3"), "state 2 of the set: 'P' has no such local state");
}

TEST(LeapSetJudge, TheInitialNodeIsThere) {
  const Network net = clients();
  EXPECT_EQ(holds_by(net, deadlock(), "201 021"), "contains-initial");
  EXPECT_EQ(why_not(net, deadlock(), "201"), "the initial node (P@out, Q@out, L@free) is not in the set");
  const Network round = network("P: 1 -l-> 0 -l-> 1\np = P.l");   // state 1 is numbered 0
  EXPECT_EQ(holds_by(round, deadlock(), "0"), "accepted");
  const Network error = network("P: ERROR\nQ: 0 -l-> 0\nq = Q.l");
  EXPECT_EQ(holds_by(error, deadlock(), "00"), "well-formed");
  EXPECT_EQ(why_not(error, deadlock(), ""), "'P' begins in an error state, and no node stands for that");
}

TEST(LeapSetJudge, NoLeapLeadsOutOfTheSet) {
  const Network net = clients();
  EXPECT_EQ(holds_by(net, deadlock(), "000 201"), "closed");
  EXPECT_EQ(why_not(net, deadlock(), "000 201"),
            "'tq' of (Q, L) leaps from (P@out, Q@out, L@free) to (P@out, Q@in, L@taken), which is not in the set");
  // From 1, which P reaches alone, both leaps lead on. 3 is below 2, and no node of its own.
  const Network tops = network("P: 0 -l-> 1 -s-> 2 -l-> 3 -s-> 3, 1 -s-> 3, 1 -s-> 4 -s-> 4\nQ: 0 -s-> 0\np = P.l\nb = P.s Q.s");
  EXPECT_EQ(holds_by(tops, deadlock(), "00 20 30 40"), "accepted");
  EXPECT_EQ(holds_by(tops, deadlock(), "00 20 30"), "closed");
  EXPECT_EQ(holds_by(tops, deadlock(), "00 30 40"), "closed");
  const Network below = network("P: 0 -l-> 1 -s-> 2 -l-> 3, 1 -s-> 3\nQ: 0 -s-> 0 -t-> 0\np = P.l\nb = P.s Q.s\nq = Q.t");
  EXPECT_EQ(holds_by(below, deadlock(), "00 20"), "accepted");
}

TEST(LeapSetJudge, AFormulaIsLookedForInsideNodes) {
  const Network net = clients();
  EXPECT_EQ(holds_by(net, never(net, "P@ready && Q@ready"), kClients), "excludes-bad");
  EXPECT_EQ(why_not(net, never(net, "P@done && Q@ready"), kClients),
            "a state of node (P@in, Q@out, L@taken) satisfies the predicate");
  EXPECT_EQ(holds_by(net, never(net, "P@ready && P@out"), kClients), "accepted");   // only one at a time
  EXPECT_EQ(holds_by(net, never(net, "count(P@{in,done}, Q@{in,done}) + count(L@free) != 1"), kClients), "accepted");
  EXPECT_EQ(judged(net, reach(net, "P@done && Q@done"), Verdict::kViolated, leap_set(net, kClients)), "accepted");
  EXPECT_EQ(judged(net, reach(net, "P@done && Q@out"), Verdict::kViolated, leap_set(net, kClients)), "excludes-bad");
}

// A formula is also checked in states with an error, with all moves of that step.
TEST(LeapSetJudge, AFormulaIsLookedForBehindStepsIntoErrors) {
  const Network net = network(R"(
    P: 0 -l-> 1 -e-> ERROR, 0 -l-> 0
    Q: 0 -e-> 1 -m-> 2, 0 -m-> 3
    R: 0 -m-> 1 -m-> 0
    p = P.l
    both = P.e Q.e
    r = R.m
    q = Q.m)");
  EXPECT_EQ(holds_by(net, never(net, "P@ERROR"), "000"), "excludes-bad");
  EXPECT_EQ(holds_by(net, never(net, "Q@1"), "000"), "excludes-bad");
  EXPECT_EQ(why_not(net, never(net, "P@ERROR && Q@1 && R@1"), "000"),
            "from a state of node (P@0, Q@0, R@0) 'both' of (P, Q) leads 'P' into an error state, where the predicate may be "
            "satisfied");
  EXPECT_EQ(holds_by(net, never(net, "P@ERROR && Q@2"), "000"), "accepted");   // no component moves any more
  EXPECT_EQ(holds_by(net, never(net, "P@ERROR && Q@{0,3}"), "000"), "accepted");
  EXPECT_EQ(holds_by(net, never(net, "Q@1 && !P@ERROR"), "000"), "accepted");
  const Network alone = network("P: 0 -l-> 1 -l-> ERROR\nQ: 0 -m-> 1\np = P.l\nq = Q.m");
  EXPECT_EQ(holds_by(alone, never(alone, "P@ERROR && Q@1"), "00"), "excludes-bad");
}

TEST(LeapSetJudge, AutomataEnterErrorsFromInsideNodes) {
  const Network net = network(R"(
    P: 0 -l-> 1 -e-> ERROR, 0 -x-> 0, u -y-> u
    Q: 0 -l-> 1 -e-> 0
    R: 0 -n-> ERROR, 0 -x-> 0
    S: 0 -x-> 0
    p = P.l
    q = Q.l
    both = P.e Q.e
    never = R.n S.x P.y)");
  EXPECT_EQ(holds_by(net, safety(net, "P"), "0000"), "excludes-bad");
  EXPECT_EQ(why_not(net, safety(net, "Q P"), "0000"),
            "from a state of node (P@0, Q@0, R@0, S@0) 'both' of (P, Q) leads 'P' into an error state");
  EXPECT_EQ(holds_by(net, safety(net, "R"), "0000"), "accepted");   // P never offers 'y'
  EXPECT_EQ(holds_by(net, safety(net, "Q S"), "0000"), "accepted");
  const Network alone = network("P: 0 -l-> 1 -l-> ERROR\nQ: 0 -l-> 0\np = P.l\nq = Q.l");
  EXPECT_EQ(holds_by(alone, safety(alone, "P"), "00"), "excludes-bad");
  EXPECT_EQ(holds_by(alone, safety(alone, "Q"), "00"), "accepted");
}

// A component that may come to rest may rest in a state that refuses.
TEST(LeapSetJudge, ADeadlockIsLookedForInsideNodes) {
  const Network net = network("P: 0 -l-> 1 -s-> 0, 0 -l-> 2\nQ: 0 -s-> 0\np = P.l\nb = P.s Q.s");
  EXPECT_EQ(holds_by(net, deadlock(), "00"), "excludes-bad");
  EXPECT_EQ(why_not(net, deadlock(), "00"), "node (P@0, Q@0) contains the deadlock (P@2, Q@0)");
  const Network fine = network("P: 0 -l-> 1 -s-> 0, 0 -l-> 2 -s-> 2\nQ: 0 -s-> 0\np = P.l\nb = P.s Q.s");
  EXPECT_EQ(holds_by(fine, deadlock(), "00 20"), "accepted");
  const Network always = network("P: 0 -l-> 1 -s-> 0 -l-> 2 -l-> 2\nQ: 0 -s-> 0\np = P.l\nb = P.s Q.s");
  EXPECT_EQ(holds_by(always, deadlock(), "00"), "accepted");
  const Network ends = network("P: 0 -l-> 1 -s-> 0, 0 -l-> END\nQ: 0 -s-> 0 -l-> END\np = P.l\nb = P.s Q.s\nq = Q.l");
  EXPECT_EQ(holds_by(ends, deadlock(), "00"), "excludes-bad");   // one has ended, and the other has not
  EXPECT_EQ(why_not(ends, deadlock(), "00"), "node (P@0, Q@0) contains the deadlock (P@1, Q@END)");
  const Network both = network("P: 0 -l-> END\nQ: 0 -l-> END\np = P.l\nq = Q.l");
  EXPECT_EQ(holds_by(both, deadlock(), "00"), "accepted");
}

// P rests in states that refuse one of two rules, and so does Q. If they choose independently, no rule need
// be enabled.
TEST(LeapSetJudge, RestingStatesAreCombined) {
  const std::string p = "P: 0 -l-> 1 -a-> 0, 0 -l-> 2 -b-> 0\nQ: 0 -l-> 1 -a-> 0, 0 -l-> 2 -b-> 0\np = P.l\nq = Q.l\n";
  const Network crossed = network(p + "a = P.a Q.a\nb = P.b Q.b");
  EXPECT_EQ(why_not(crossed, deadlock(), "00"), "node (P@0, Q@0) contains the deadlock (P@1, Q@2)");
  EXPECT_EQ(holds_by(crossed, local_deadlock(), "00"), "excludes-bad");
  const Network all = network(p + "a = P.a Q.a\nb = P.b Q.b\nc = P.a Q.b\nd = P.b Q.a");
  EXPECT_EQ(holds_by(all, deadlock(), "00"), "accepted");
  EXPECT_EQ(holds_by(all, local_deadlock(), "00"), "accepted");
}

TEST(LeapSetJudge, ALocalDeadlockIsLookedForInsideNodes) {
  const Network net = network("P: 0 -l-> 1 -s-> 0, 0 -l-> 2\nQ: 0 -s-> 0\nR: 0 -l-> 0\np = P.l\nb = P.s Q.s\nr = R.l");
  EXPECT_EQ(holds_by(net, deadlock(), "000"), "accepted");
  EXPECT_EQ(why_not(net, local_deadlock(), "000"), "node (P@0, Q@0, R@0) contains a local deadlock: 'P' may be stuck in 2");
  // P can end; Q then waits for it.
  const Network ends = network("P: 0 -l-> 1 -s-> 0, 0 -l-> END\nQ: 0 -s-> 0\np = P.l\nb = P.s Q.s");
  EXPECT_EQ(why_not(ends, local_deadlock(), "00"), "node (P@0, Q@0) contains a local deadlock: 'Q' may be stuck in 0");
  const Network fine = network("P: 0 -l-> 1 -s-> 0, 0 -l-> END\nQ: 0 -s-> 0 -t-> 0\np = P.l\nb = P.s Q.s\nt = Q.t");
  EXPECT_EQ(holds_by(fine, local_deadlock(), "00"), "accepted");
}

TEST(LeapSetJudge, ObserversNeverWait) {
  const Network net = network("P: 0 -l-> 1 -s-> 0\n?O: 0 -s-> 1 -s-> ERROR\np = P.l\nb = P.s O.s");
  EXPECT_EQ(holds_by(net, deadlock(), "00 01"), "accepted");
  EXPECT_EQ(holds_by(net, local_deadlock(), "00 01"), "accepted");
  EXPECT_EQ(holds_by(net, deadlock(), "00"), "closed");
  EXPECT_EQ(holds_by(net, safety(net, "O"), "00 01"), "excludes-bad");
}

// --- steppers ---

// 'nodes' as for leap_set() or, with supports, reduced_leap_set(); 'steppers' are numbers of components.
std::string holds_stepping(const Network& net, const Property& property, const std::string& nodes,
                           const std::vector<std::size_t>& steppers) {
  LeapSet set = *std::get<LeapSetRef>(nodes.find(':') == std::string::npos ? leap_set(net, nodes) : reduced_leap_set(net, nodes));
  for (std::size_t stepper : steppers) set.steppers.emplace_back(stepper);
  return judged(net, property, Verdict::kHolds, std::make_shared<const LeapSet>(std::move(set)));
}

TEST(SteppersOfLeapSets, StandInTheOrderOfTheNetwork) {
  const Network net = clients();
  EXPECT_EQ(holds_stepping(net, deadlock(), kClients, {2}), "accepted");   // it does nothing alone
  EXPECT_EQ(holds_stepping(net, deadlock(), kClients, {2, 2}), "well-formed");
  EXPECT_EQ(holds_stepping(net, deadlock(), kClients, {2, 1}), "well-formed");
  EXPECT_EQ(holds_stepping(net, deadlock(), kClients, {3}), "well-formed");
  EXPECT_EQ(holds_stepping(net, deadlock(), kClients, {0xFFFF'FFFF}), "well-formed");
}

// Its local steps become leaps, and it is only in the state that the node gives.
TEST(SteppersOfLeapSets, TakeSingleSteps) {
  const Network net = clients();
  EXPECT_EQ(holds_stepping(net, deadlock(), kClients, {0}), "closed");
  const std::string all = "000 100 201 301 021 121";
  for (const Property& property : {deadlock(), local_deadlock(), never(net, "P@{in,done} && Q@{in,done}"), safety(net, "L")}) {
    EXPECT_EQ(holds_stepping(net, property, all, {0}), "accepted");
    EXPECT_EQ(holds_stepping(net, property, all, {0, 2}), "accepted");
    EXPECT_EQ(holds_stepping(net, property, all, {0, 1}), "closed");
  }
  EXPECT_EQ(holds_stepping(net, never(net, "P@done && L@free"), all, {0}), "accepted");
  EXPECT_EQ(holds_stepping(net, never(net, "P@ready && Q@done"), all, {0}), "excludes-bad");
  EXPECT_EQ(holds_stepping(net, never(net, "P@ready && Q@done"), "000 201 021", {}), "excludes-bad");
}

// States that reach each other by local steps are alike. A stepper has no local steps.
TEST(SteppersOfLeapSets, RepresentOnlyThemselves) {
  const Network net = network("P: 0 -l-> 1 -l-> 0 -s-> 0\nQ: 0 -s-> 0\np = P.l\nb = P.s Q.s");
  EXPECT_EQ(holds_stepping(net, deadlock(), "00", {}), "accepted");
  EXPECT_EQ(holds_stepping(net, deadlock(), "00 10", {}), "well-formed");
  EXPECT_EQ(holds_stepping(net, deadlock(), "00 10", {0}), "accepted");
  EXPECT_EQ(holds_stepping(net, local_deadlock(), "00 10", {0}), "accepted");
  EXPECT_EQ(holds_stepping(net, deadlock(), "10", {0}), "contains-initial");
  EXPECT_EQ(holds_stepping(net, deadlock(), "00:01 10:01", {0}), "accepted");
  EXPECT_EQ(holds_stepping(net, deadlock(), "00:01", {0}), "closed");
}

TEST(SteppersOfLeapSets, FallByThemselves) {
  const Network net = network("P: 0 -l-> 1 -l-> ERROR, 1 -s-> 0\nQ: 0 -s-> 0 -m-> 1\np = P.l\nb = P.s Q.s\nq = Q.m");
  EXPECT_EQ(holds_stepping(net, safety(net, "P"), "00 10", {0}), "excludes-bad");
  EXPECT_EQ(holds_stepping(net, safety(net, "Q"), "00 10", {0}), "accepted");
  EXPECT_EQ(holds_stepping(net, never(net, "P@ERROR && Q@1"), "00 10", {0}), "excludes-bad");
  EXPECT_EQ(holds_stepping(net, never(net, "P@ERROR && !Q@{0,1}"), "00 10", {0}), "accepted");
  EXPECT_EQ(holds_stepping(net, safety(net, "P"), "00:01 10:01 20:01", {0}), "excludes-bad");
}

// A component that offers, before it rests, a label that it refuses at rest is not settled. As a stepper it
// is, and the deadlock is a node.
TEST(SteppersOfLeapSets, AreSettled) {
  const Network net = network("P: 0 -l-> 1, 0 -s-> 0\nQ: 0 -s-> 0\nR: 0 -m-> 0\np = P.l\nb = P.s Q.s\nr = R.m");
  EXPECT_EQ(holds_stepping(net, deadlock(), "000:01", {}), "settled");
  EXPECT_EQ(holds_stepping(net, deadlock(), "000:01 100:012", {0}), "accepted");
  EXPECT_EQ(holds_stepping(net, local_deadlock(), "000:012 100:012", {0}), "excludes-bad");
}

// --- reduced ---

// Two independent pairs, each with local steps.
Network pairs() {
  return network(R"(
    A: 0 -l-> 1 -s-> 0
    B: 0 -s-> 1 -t-> 0
    C: 0 -l-> 1 -s-> 0
    D: 0 -s-> 1 -t-> 0
    a = A.l
    c = C.l
    ab = A.s B.s
    cd = C.s D.s
    b = B.t
    d = D.t)");
}

TEST(ReducedLeapSetJudge, OneOfTwoPairsIsEnough) {
  const Network net = pairs();
  // B and D have local cycles, so their states are alike except for shared labels: 1 leads to 0 alone, and
  // not back.
  EXPECT_EQ(holds_by(net, deadlock(), "0000 0100 0001 0101"), "accepted");
  EXPECT_EQ(holds_reduced(net, deadlock(), "0000:01 0100:01"), "accepted");
  EXPECT_EQ(holds_reduced(net, deadlock(), "0000:23 0001:23"), "accepted");
  EXPECT_EQ(holds_reduced(net, deadlock(), "0000:01"), "closed");
  EXPECT_EQ(holds_reduced(net, deadlock(), "0000:0 0100:01"), "closed");
  EXPECT_EQ(holds_reduced(net, deadlock(), "0100:01"), "contains-initial");
  EXPECT_EQ(holds_reduced(net, deadlock(), "0000: "), "excludes-bad");
  EXPECT_EQ(
      why_not_reduced(net, deadlock(), "0000:01"),
      "of the leap network: 'ab' of (A, B) leads from (A@0, B@0, C@0, D@0) to (A@0, B@1, C@0, D@0), which is not in the set");
}

// The example that shows why leaps and stubborn sets cannot simply be combined: A may rest in d, and then (d,
// 0, 1, 1) is a deadlock.
TEST(ReducedLeapSetJudge, ADeadlockInsideANodeIsNotForgotten) {
  const Network net = network(R"(
    A: 0 -loc-> d, 0 -r-> 1 -spin-> 1
    B: 0 -r-> 1
    C: 0 -q-> 1
    D: 0 -q-> 1
    loc = A.loc
    spin = A.spin
    r1 = A.r B.r
    r2 = C.q D.q)");
  // States of A: 0, d is 1, 1 is 2.
  EXPECT_EQ(holds_reduced(net, deadlock(), "0000:01 2100:01"), "settled");
  EXPECT_EQ(
      why_not_reduced(net, deadlock(), "0000:01 2100:01"),
      "from A@0 on 'A' may come to rest in d, where it refuses 'r', which it offers elsewhere: a deadlock may lie inside a node");
  EXPECT_EQ(holds_by(net, deadlock(), "0000 2100 0011 2111"), "excludes-bad");
}

// An error that is entered alone does not resolve a deadlock.
TEST(ReducedLeapSetJudge, AnErrorDoesNotHideADeadlock) {
  const Network net = network("P: 0 -a-> 1, 0 -b-> ERROR\nx = P.a\ny = P.b");
  EXPECT_EQ(holds_reduced(net, deadlock(), "0:0 2:0"), "excludes-bad");
  EXPECT_EQ(holds_reduced(net, deadlock(), "0:0"), "excludes-bad");
  EXPECT_EQ(holds_reduced(net, local_deadlock(), "0:0:0"), "excludes-bad");
  EXPECT_EQ(holds_by(net, deadlock(), "0"), "excludes-bad");
  const Network moves = network("P: 0 -a-> 0, 0 -b-> ERROR\nx = P.a\ny = P.b");
  EXPECT_EQ(holds_reduced(moves, deadlock(), "0:0"), "accepted");
  EXPECT_EQ(holds_reduced(moves, safety(moves, "P"), "0:0"), "closed");
  EXPECT_EQ(holds_reduced(moves, safety(moves, "P"), "0:0 1:0"), "excludes-bad");
}

TEST(ReducedLeapSetJudge, FormulasAreMovedIntoNodes) {
  const Network net = pairs();
  EXPECT_EQ(holds_reduced(net, never(net, "A@1 && !A@1"), "0000:01 0100:01"), "settled");
  EXPECT_EQ(why_not_reduced(net, never(net, "A@1 && !A@1"), "0000:01 0100:01"),
            "'A' stands twice in the predicate, so that a node may satisfy it where no state does");
  EXPECT_EQ(holds_reduced(net, never(net, "A@1 && B@0"), "0000:01 0100:01"), "excludes-bad");   // A reaches 1 alone
  EXPECT_EQ(holds_reduced(net, never(net, "!B@0"), "0000:01 0100:01"), "excludes-bad");
  EXPECT_EQ(holds_reduced(net, never(net, "!B@{0,1}"), "0000:01 0100:01"), "accepted");
  EXPECT_EQ(holds_reduced(net, never(net, "count(A@{0,1}, B@{0,1}) <= 1"), "0000:01 0100:01"), "accepted");
  EXPECT_EQ(holds_reduced(net, never(net, "count(A@1, B@{0,1}) <= 1"), "0000:01 0100:01"), "excludes-bad");
  const Network error = network("P: 0 -a-> 1, 0 -b-> ERROR\nx = P.a\ny = P.b");
  EXPECT_EQ(why_not_reduced(error, never(error, "false"), "0:0 2:0"),
            "'P' has error states, so a reduced leap set does not show what a formula is there");
}

TEST(ReducedLeapSetJudge, LocalDeadlocksNeedRanks) {
  const Network net = pairs();
  EXPECT_EQ(holds_reduced(net, local_deadlock(), "0000:0123 0100:0123 0001:0123 0101:0123"), "accepted");
  EXPECT_EQ(holds_reduced(net, local_deadlock(), "0000:01 0100:01"), "ignores-nobody");
  const Network error = network("P: 0 -s-> 0, 0 -e-> ERROR\nQ: 0 -s-> 0 -e-> 0\nR: 0 -l-> 0\na = P.s Q.s\nb = P.e Q.e\nr = R.l");
  EXPECT_EQ(holds_reduced(error, local_deadlock(), "000:012 100:"), "accepted");
  EXPECT_EQ(holds_reduced(error, local_deadlock(), "000:01 100:"), "brings-no-error-forward");
}

// A process that rests in a terminal state has ended.
TEST(ReducedLeapSetJudge, AProcessThatRestsInATerminalStateHasEnded) {
  const Network net = network("P: 0 -s-> 1 -l-> END\nQ: 0 -s-> END\nb = P.s Q.s\np = P.l");
  EXPECT_EQ(holds_reduced(net, deadlock(), "00:01 11:"), "accepted");
  EXPECT_EQ(holds_reduced(net, local_deadlock(), "00:01 11:01"), "accepted");
  const Network not_all = network("P: 0 -s-> 1 -l-> END, 1 -l-> 2\nQ: 0 -s-> END\nb = P.s Q.s\np = P.l");
  EXPECT_EQ(holds_reduced(not_all, deadlock(), "00:01 11:"), "excludes-bad");
}

TEST(LeapSetJudge, LimitsAreKept) {
  const Network net = clients();
  StateTable rows(net, {net.components().begin(), net.components().end()});
  for (int i = 0; i < 200'000; ++i) rows.add(std::vector<LocalState>(3));
  const Evidence set = std::make_shared<const LeapSet>(
      LeapSet{.nodes = {.states = std::move(rows), .supports = {}, .ranks = {}}, .is_reduced = false});
  StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.seconds = {}, .memory_bytes = {}, .stop = &stop});
  Progress silent;
  EXPECT_THROW(judge(net, deadlock(), Verdict::kHolds, set, limits, silent), Stopped);
}

}   // namespace
}   // namespace parley
