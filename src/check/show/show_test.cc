#include "check/show/show.h"

#include <gtest/gtest.h>

#include "support/judge_text.h"
#include "support/proof_text.h"

namespace parley {
namespace {

using namespace testing;

std::string shown(const Network& net, const Property& property, const Evidence& evidence) {
  std::ostringstream out;
  show(out, net, property, evidence);
  return out.str();
}

TEST(Show, DeadlockSaysWhoOffersWhatAndWhoRefuses) {
  const Network net = network("P: 0 -a-> 1 -b-> 0\nQ: 0 -c-> 0 -b-> 0\nE: 0 -d-> END\nx = P.a E.d\ny = P.b Q.b E.d");
  EXPECT_EQ(shown(net, deadlock(), trace(net, "x P>1 E>END")),
            "  1  x                     P: 0 -> 1, E: 0 -> END\n"
            "final state: 2 of 3 components took part\n"
            "deadlock: no rule is enabled, and the network has not terminated\n"
            "  P@1 offers y, refused by E@END\n"
            "  Q@0 offers y, refused by E@END\n"
            "  E@END has ended\n");
}

TEST(Show, ViolationNamesTheStep) {
  const Network net = network("P: 0 -a-> 0\n?O: 0 -a-> ERROR\nx = P.a O.a");
  EXPECT_EQ(shown(net, safety(net, "O"), trace(net, "x P>0 O>ERROR")),
            "  1  x                     P: 0 -> 0, O: 0 -> ERROR\n"
            "final state: 2 of 2 components took part\n"
            "violated by the last step, 'x'\n"
            "  O@ERROR\n");
}

TEST(Show, PredicateShowsItsComponents) {
  const Network net = network("P: 0 -a-> 1\nQ: 0 -a-> 1\nx = P.a\ny = Q.a");
  EXPECT_EQ(shown(net, reach(net, "P@1 && !Q@1"), trace(net, "x P>1")),
            "  1  x                     P: 0 -> 1\n"
            "final state: 1 of 2 components took part\n"
            "it satisfies the predicate\n"
            "  P@1\n"
            "  Q@0\n");
}

TEST(Show, LocalDeadlockListsTheStuckOnly) {
  const Network net = network("P: 0 -a-> 1\nQ: 0 -b-> 0\nx = P.a\ny = Q.b");
  EXPECT_EQ(shown(net, local_deadlock(), trace(net, "x P>1")),
            "  1  x                     P: 0 -> 1\n"
            "final state: 1 of 2 components took part\n"
            "local deadlock: 1 component is stuck for ever\n"
            "  P@1 offers nothing that a rule uses\n");
}

TEST(Show, ClosedSetShowsItsSupport) {
  const Network net = network("P: 0 -a-> 1\nQ: 0 -b-> 0\nx = P.a\ny = Q.b");
  EXPECT_EQ(shown(net, deadlock(), closed_set(net, "Q", "0")),
            "support: 1 component\n  Q\n1 state, closed under every rule, none of them bad\n");
  EXPECT_EQ(summary(net, closed_set(net, "Q", "0")), "closed set of 1 state over 1 of 2 components");
  EXPECT_EQ(summary(net, trace(net, "")), "trace of 0 steps");
}

TEST(Show, CasesAreCounted) {
  const Network net = network("P: 0 -a-> 1\nQ: 0 -b-> 0\nR: 0 -b-> 0\nx = P.a\ny = Q.b\nz = R.b");
  const Evidence split = cases(net, "Q: 0;P: 0 1", "* 1 * 1 0 * - 1");
  EXPECT_EQ(shown(net, never(net, "false"), split),
            "support: 2 components\n  P\n  Q\n"
            "5 cases in which the formula could hold\n"
            "  1 contradicts itself\n"
            "  4 are ruled out by 2 sets, each closed under every rule\n"
            "the largest, set 1, has 2 states over 1 component\n"
            "set 1 rules out most, 3 cases\n");
  EXPECT_EQ(summary(net, split), "split into 5 cases, with 2 closed sets");
}

TEST(Show, InvariantsAreCountedByKind) {
  const Network net = network("P: 0 -a-> 1\nQ: 0 -b-> 0\nR: 0 -b-> 0\nx = P.a\ny = Q.b\nz = R.b");
  const Property property = never(net, "P@1 && P@0");
  const Evidence evidence = proof(net, property, "trap; one-of Q 0; pair P Q; trap; one-of P 0 1; nogood; by 0 1 2");
  EXPECT_EQ(shown(net, property, evidence),
            "support: 2 components\n  P\n  Q\n"
            "3 invariants, each true in every reachable state\n"
            "  2 traps, of each of which one state is always occupied\n"
            "  1 pair of components looked at together\n"
            "1 step from there to a contradiction with what must not be\n");
  EXPECT_EQ(summary(net, evidence), "proof from 3 invariants, in 1 step");
}

TEST(Show, SelfContainedEvidenceSaysSo) {
  const Network net = network("P: 0 -a-> 1\nQ: 0 -b-> 0\nx = P.a\ny = Q.b");
  EXPECT_EQ(shown(net, never(net, "false"), self_contained_set(net, "Q", "0")),
            "support: 1 component\n  Q\n1 state, closed under every rule, none of them bad\n"
            "self-contained: the verdict holds for any number of further components that share none of its labels\n");
  EXPECT_EQ(shown(net, never(net, "false"), set_with_invariants(net, "Q", "0", "P 0 0 : 0")),
            "support: 1 component\n  Q\n1 state, closed under every rule, none of them bad\nsteps out of it are excluded by 1 "
            "invariant\n");
}

TEST(Show, ReducedSetShowsHowLargeItsSupportsAre) {
  const Network net = network("P: 0 -a-> 1\nQ: 0 -b-> 0\nx = P.a\ny = Q.b");
  const Evidence set = reduced_set(net, "00:0:3 10:01:0");
  EXPECT_EQ(shown(net, local_deadlock(), set),
            "2 states of all 2 components, none of them bad\n"
            "each fires the rules inside its own support, 1.5 components on average, and may put off the others\n"
            "nothing is put off for ever: ranks go down from at most 3\n");
  EXPECT_EQ(summary(net, set), "reduced set of 2 states over 2 components");
}

TEST(Show, LeapSetSaysWhatANodeIs) {
  const Network net = network("P: 0 -a-> 1\nQ: 0 -b-> 0\nx = P.a\ny = Q.b");
  EXPECT_EQ(shown(net, deadlock(), leap_set(net, "00 10")),
            "2 nodes of all 2 components, closed under every leap, none of them bad\n"
            "a node stands for all states that its components come to on their own, each by its local rules\n");
  EXPECT_EQ(summary(net, leap_set(net, "00")), "leap set of 1 node over 2 components");
  EXPECT_EQ(shown(net, deadlock(), reduced_leap_set(net, "00:0 10:01")),
            "2 nodes of all 2 components, none of them bad\n"
            "each fires the rules inside its own support, 1.5 components on average, and may put off the others\n"
            "a node stands for all states that its components come to on their own, each by its local rules\n");
  EXPECT_EQ(summary(net, reduced_leap_set(net, "00:0 10:01")), "reduced leap set of 2 nodes over 2 components");
  LeapSet set = *std::get<LeapSetRef>(leap_set(net, "00 10"));
  set.steppers = {ComponentId(std::size_t{0})};
  EXPECT_EQ(shown(net, deadlock(), std::make_shared<const LeapSet>(set)),
            "2 nodes of all 2 components, closed under every leap, none of them bad\n"
            "a node stands for all states that its components come to on their own, each by its local rules\n"
            "but 1 component only goes step by step\n");
}

}   // namespace
}   // namespace parley
