#include <chrono>
#include <limits>

#include <gtest/gtest.h>

#include "check/judge.h"
#include "support/judge_text.h"
#include "support/proof_text.h"

namespace parley {
namespace {

using namespace testing;

std::string says(const Network& net, const Property& property, const std::string& text) {
  return judged(net, property, Verdict::kHolds, proof(net, property, text));
}
std::string why(const Network& net, const Property& property, const std::string& text) {
  return reason(net, property, Verdict::kHolds, proof(net, property, text));
}

// A lock and three clients. Never two clients are in 1. Rules 0 to 5.
Network lock() {
  return network(R"(
    K: 0 -take-> 1 -give-> 0
    C: 0 -enter-> 1 -leave-> 0
    D: 0 -enter-> 1 -leave-> 0
    E: 0 -enter-> 1 -leave-> 0
    cin = K.take C.enter
    cout = K.give C.leave
    din = K.take D.enter
    dout = K.give D.leave
    ein = K.take E.enter
    eout = K.give E.leave)");
}
const std::string kAtMostOne = "sum at-most 1; weigh K 1 0; weigh C 0 1; weigh D 0 1; weigh E 0 1;";

TEST(ProofJudge, ASumAndACombination) {
  const Network net = lock();
  // root: K free helper; 0: root, 1 2: the parts of the conjunction, 3: the sum
  const Property both = never(net, "C@1 && D@1");
  EXPECT_EQ(says(net, both, kAtMostOne + "nogood; by 0 1 2 3"), "accepted");
  EXPECT_EQ(says(net, both, kAtMostOne + "combine; of 1*1 1*2 1*3; nogood; by 0 4"), "accepted");
  EXPECT_EQ(says(net, both, kAtMostOne + "nogood; by 1 2 3"), "steps-follow");
  EXPECT_EQ(says(net, both, kAtMostOne + "nogood; by 0 1 3"), "steps-follow");
  EXPECT_EQ(says(net, both, kAtMostOne + "nogood; when 4 1; by 1 2 3; nogood; by 0 4"), "accepted");
  EXPECT_EQ(says(net, both, kAtMostOne + "nogood; when 4 0; by 0; nogood; by 1 2 3"), "steps-follow");
  EXPECT_EQ(judged(net, reach(net, "C@1 && D@1"), Verdict::kViolated, proof(net, both, kAtMostOne + "nogood; by 0 1 2 3")),
            "accepted");
}

TEST(ProofJudge, FitsOnlyTheVerdictItProves) {
  const Network net = lock();
  const Property both = never(net, "C@1 && D@1");
  const Evidence right = proof(net, both, kAtMostOne + "nogood; by 0 1 2 3");
  EXPECT_EQ(judged(net, both, Verdict::kViolated, right), "fits-verdict");
  EXPECT_EQ(judged(net, reach(net, "C@1 && D@1"), Verdict::kHolds, right), "fits-verdict");
  EXPECT_EQ(reason(net, both, Verdict::kViolated, right),
            "a proof from invariants for 'never' can only show 'holds', not 'violated'");
  EXPECT_EQ(judged(net, {"p", Undecided{PropertyKind::kProgress, "later"}}, Verdict::kHolds, right), "well-formed");
}

TEST(ProofJudge, EndsInAContradiction) {
  const Network net = lock();
  const Property both = never(net, "C@1 && D@1");
  EXPECT_EQ(says(net, both, kAtMostOne), "ends-in-contradiction");
  EXPECT_EQ(says(net, both, kAtMostOne + "nogood; when 4 1; by 1 2 3"), "ends-in-contradiction");
  EXPECT_EQ(says(net, both, kAtMostOne + "nogood; by 0 1 2 3; combine; of 1*0"), "ends-in-contradiction");
  EXPECT_EQ(judged(net, both, Verdict::kHolds, InvariantProofRef()), "well-formed");
}

TEST(ProofJudge, AStepLeansOnWhatIsBeforeIt) {
  const Network net = lock();
  const Property both = never(net, "C@1 && D@1");
  EXPECT_EQ(says(net, both, kAtMostOne + "nogood; by 4"), "steps-follow");
  EXPECT_EQ(says(net, both, kAtMostOne + "nogood; when 4 1; by 5; nogood; by 4 0"), "steps-follow");
  EXPECT_EQ(says(net, both, kAtMostOne + "combine; of 1*5; nogood; by 4"), "steps-follow");
  EXPECT_EQ(why(net, both, kAtMostOne + "nogood; by 4"), "step 1: it is number 4 and leans on number 4, which is not shown yet");
  EXPECT_EQ(says(net, both, kAtMostOne + "nogood; by 5"), "well-formed");
  EXPECT_EQ(says(net, both, kAtMostOne + "nogood; when 5 1; by 0"), "well-formed");   // there is only one helper
}

TEST(ProofJudge, FactsMustHold) {
  const Network net = lock();
  const Property both = never(net, "C@1 && D@1");
  const auto with = [&](const std::string& fact) { return says(net, both, fact + "; nogood; by 0 1 2 3"); };
  EXPECT_EQ(with("sum at-most 1; weigh K 0 0; weigh C 0 1; weigh D 0 1"), "facts-hold");                // entering increases it
  EXPECT_EQ(with("sum at-most 0; weigh K 1 0; weigh C 0 1; weigh D 0 1; weigh E 0 1"), "facts-hold");   // the initial sum
  EXPECT_EQ(with("sum at-most 1; weigh K 1 0; weigh C 0 1; weigh D 0 1; weigh E 0 left"),
            "facts-hold");                                                                    // clients also come back
  EXPECT_EQ(with("sum at-most 1; weigh K 1 left; weigh C 0 1; weigh D 0 1"), "facts-hold");   // the lock comes back
  EXPECT_EQ(with("sum at-most 1; weigh K left 0; weigh C 0 1; weigh D 0 1"), "facts-hold");
  EXPECT_EQ(why(net, both, "sum at-most 1; weigh C 0 1; nogood; by 0"), "fact 1: 'cin' of (K, C) can make its sum larger");
  EXPECT_EQ(why(net, both, "sum at-most 1; weigh K left 0; nogood; by 0"),
            "fact 1: K@0 is outside its region from the beginning");
  EXPECT_EQ(why(net, both, "sum at-most 1; weigh K 1 left; nogood; by 0"), "fact 1: from K@1 an edge leads back into the region");
}

TEST(ProofJudge, ProvesThatThereIsNoDeadlock) {
  // A token goes round; exactly one component has it. Rules 0 to 2.
  const Network net = network(R"(
    A: 1 -send-> 0 -get-> 1
    B: 0 -get-> 1 -send-> 0
    C: 0 -get-> 1 -send-> 0
    ab = A.send B.get
    bc = B.send C.get
    ca = C.send A.get)");
  // local states are numbered by their first mention: A has the token in 0, the others in 1
  const std::string one =
      "sum at-most 1; weigh A 1 0; weigh B 0 1; weigh C 0 1; sum at-most -1; weigh A -1 0; weigh B 0 -1; weigh C 0 -1;";
  EXPECT_EQ(says(net, deadlock(),
                 one + "nogood; when 0 0; by 3 0; nogood; when 1 1; by 3 1; nogood; when 2 1; by 3 2; nogood; by 5 6 7 4"),
            "accepted");
  EXPECT_EQ(says(net, deadlock(), one + "combine; of 1*0 1*1 1*2; nogood; by 3 4 5"), "steps-follow");
  EXPECT_EQ(says(net, deadlock(),
                 "trap; one-of A 1; one-of B 1; one-of C 1;"
                 "sum at-most 1; weigh A 1 0; weigh B 0 1; weigh C 0 1;"
                 "nogood; when 0 0; by 4 0; nogood; when 1 1; by 4 1; nogood; when 2 1; by 4 2; nogood; by 5 6 7 3"),
            "accepted");
}

TEST(ProofJudge, DeadlockKnowsErrorsAndTheEnd) {
  // Rules 0 and 1; then the error state of B, number 2, and the end, number 3.
  const Network net = network(R"(
    A: 0 -a-> END
    B: 0 -b-> ERROR, 0 -c-> END
    go = A.a B.c
    bad = A.a B.b)");
  // Whenever A and B have not both ended: A@0 B@0 goes on, B@ERROR is no deadlock, and the other pairs are
  // not reachable.
  EXPECT_EQ(says(net, deadlock(), "pair A B; nogood; when 0 0; by 4 0 ; nogood; when 0 1; by 2 5 3; nogood; by 6 7"), "accepted");
  EXPECT_EQ(says(net, deadlock(), "pair A B; nogood; when 0 0; by 4 0 ; nogood; when 0 1; by 5 3; nogood; by 6 7"),
            "steps-follow");
  EXPECT_EQ(says(net, deadlock(), "pair A B; nogood; when 0 0; by 4 0 ; nogood; when 0 1; by 2 5; nogood; by 6 7"),
            "steps-follow");
  EXPECT_EQ(says(net, local_deadlock(), "pair A B; nogood; when 0 2; by 4 0; nogood; by 3"), "steps-follow");
}

// Each component of the ring holds up to two messages, the second only from the one before it. So not all are
// full.
Network ring() {
  return network(R"(
    A: E -in-> M -pass-> E, M -take-> F -pass-> M, E -take-> M
    B: E -in-> M -pass-> E, M -take-> F -pass-> M, E -take-> M
    C: E -in-> M -pass-> E, M -take-> F -pass-> M, E -take-> M
    in0 = A.in
    in1 = B.in
    in2 = C.in
    ab = A.pass B.take
    bc = B.pass C.take
    ca = C.pass A.take)");
}

TEST(ProofJudge, ATrapInTheRingThatCannotBeFilled) {
  const Network net = ring();
  // Some component is not full at any time: when a component becomes full, the one before it gets room.
  const std::string trap = "trap; one-of A E M; one-of B E M; one-of C E M;";
  // No component is full and can pass on; none is empty, since it could take in: rules 0 to 5, the trap is 6.
  EXPECT_EQ(says(net, deadlock(), trap + "nogood; by 0 1 2 3 4 5 6"), "accepted");
  EXPECT_EQ(says(net, deadlock(), trap + "nogood; by 0 1 2 3 4 6"), "steps-follow");
  EXPECT_EQ(says(net, deadlock(), "trap; one-of A E M; one-of B E M; nogood; by 0"), "facts-hold");
  EXPECT_EQ(says(net, deadlock(), "trap; one-of A F; one-of B F; one-of C F; nogood; by 0"),
            "facts-hold");   // no component is full initially
  EXPECT_EQ(why(net, deadlock(), "trap; one-of A E M; one-of B E M; nogood; by 0"), "fact 1: 'ca' of (A, C) can empty it");
}

TEST(ProofJudge, AnOrderInTheRing) {
  const Network net = ring();
  const Property full = never(net, "A@F && B@F && C@F");
  // 0: root, 1 to 3: the parts, 4: the order
  EXPECT_EQ(says(net, full, "order; in A F; in B F; in C F; nogood; by 0 1 2 3 4"), "accepted");
  EXPECT_EQ(says(net, full, "order classes; in A F; in B F; in C F; nogood; by 0 1 2 3 4"), "accepted");
  EXPECT_EQ(says(net, full, "order; in A F; in B F; nogood; by 0 1 2 3 4"), "facts-hold");
  EXPECT_EQ(says(net, full, "order; in A M F; in B F; in C F; nogood; by 0 1 2 3 4"), "facts-hold");
  EXPECT_EQ(says(net, full, "order; nogood; by 0 1 2 3 4"), "facts-hold");
  EXPECT_EQ(why(net, full, "order; in A F; in B F; nogood; by 0"), "fact 1: the components can agree on an order");
}

TEST(ProofJudge, RulesWithEqualParticipantsAreOneClass) {
  // The last common step is by one of two rules. By single rules nothing is known; by classes of rules it is.
  const Network net = network(R"(
    A: 0 -x-> 1, 0 -y-> 1, 1 -z-> 2
    B: 0 -z-> 1 -x-> 2, 1 -y-> 2
    x = A.x B.x
    y = A.y B.y
    z = A.z B.z)");
  const Property both = never(net, "A@1 && B@2");
  EXPECT_EQ(says(net, both, "order classes; in A 1; in B 2; nogood; by 0 1 2 3"), "facts-hold");   // z is of the same class
  EXPECT_EQ(says(net, both, "pair A B; nogood; by 0 1 2 4"), "accepted");
}

TEST(ProofJudge, ProvesThatThereIsNoLocalDeadlock) {
  // Two components that alternate, beside one that moves alone. Values 0 and 1 are outside the set, 2 and 3
  // inside.
  const Network net = network(R"(
    A: 0 -a-> 1 -b-> 0
    B: 0 -a-> 1 -b-> 0
    C: 0 -c-> 0
    ab = A.a B.a
    ba = A.b B.b
    cc = C.c)");
  // 0 ab, 1 ba, 2 cc, 3 the last one; 4 and 5 the pair
  const std::string steps =
      "pair A B; nogood; when 0 2; by 4 0; nogood; when 0 3; by 5 1; nogood; when 1 2-3; by 6 7 4 5 0 1; nogood; by 2 6 7 8 3";
  EXPECT_EQ(says(net, local_deadlock(), steps), "accepted");
  EXPECT_EQ(says(net, local_deadlock(),
                 "pair A B;"
                 "nogood; when 0 2; when 1 2; by 0;"
                 "nogood; when 0 2; when 1 3; by 4;"
                 "nogood; when 0 2; by 4 0;"
                 "nogood; when 0 3; by 5 1;"
                 "nogood; when 1 2; by 8 9 0;"
                 "nogood; when 1 3; by 8 9 1;"
                 "nogood; by 8 9 10 11 2 3"),
            "accepted");
  EXPECT_EQ(says(net, local_deadlock(),
                 "pair A B; nogood; when 0 2; by 4 0; nogood; when 0 3; by 5 1; nogood; when 1 2; by 6 7 0; nogood; when 1 3; by "
                 "6 7 1; nogood; by 6 7 8 9 3"),
            "steps-follow");   // nothing is known about C
}

TEST(ProofJudge, ProvesNestedFormulasUnreachable) {
  const Network net = lock();
  // 4: the root, a conjunction; 5: the disjunction; 6: the conjunction in it
  const Property nested = never(net, "C@1 && (D@1 || !(E@0 || !K@1))");
  // 0 root; 1 C, 2 (5); 3 the choice; 4 !E@0, 5 K@1; 6 the sum
  EXPECT_EQ(says(net, nested, kAtMostOne + "nogood; by 0 1 2 6 3 4 6"), "accepted");
  EXPECT_EQ(says(net, nested, kAtMostOne + "nogood; by 0 1 2 6 3 5 6"), "steps-follow");
  EXPECT_EQ(says(net, never(net, "C@1 && (D@1 || !(E@0 && !K@1))"), kAtMostOne + "nogood; by 0 1 2 6 3 4 6"), "steps-follow");
  EXPECT_EQ(says(net, never(net, "C@1 && false"), "nogood; by 0 2"), "accepted");
  EXPECT_EQ(says(net, never(net, "C@1 && true"), "nogood; by 0 2"), "steps-follow");
  EXPECT_EQ(says(net, never(net, "false"), "nogood; by 0"), "accepted");
  EXPECT_EQ(says(net, never(net, "true"), "nogood; by 0"), "steps-follow");
  EXPECT_EQ(says(net, never(net, "C@1 && C@0"), "nogood; by 0 1 2"), "accepted");
}

TEST(ProofJudge, CountsAreSums) {
  const Network net = lock();
  // 0 root, 1 the inequality -C-D-E <= -2 under variable 4, 2 the sum
  const Property two = never(net, "count(C@1, D@1, E@1) >= 2");
  EXPECT_EQ(says(net, two, kAtMostOne + "combine; of 1*1 1*2; nogood; by 0 3"), "accepted");
  EXPECT_EQ(says(net, two, kAtMostOne + "nogood; by 0 1 2"),
            "steps-follow");   // not by propagating one constraint after the other
  EXPECT_EQ(says(net, never(net, "count(C@1, D@1, E@1) >= 1"), kAtMostOne + "combine; of 1*1 1*2; nogood; by 0 3"),
            "steps-follow");
  EXPECT_EQ(says(net, never(net, "!(count(C@1, D@1, E@1) <= 1)"), kAtMostOne + "combine; of 1*1 1*2; nogood; by 0 3"),
            "accepted");
  // == is two inequalities: 4 and 5, 6; 0 root, 1 2 their parts, 3 <=, 4 >=, 5 the sum
  EXPECT_EQ(says(net, never(net, "count(C@1, D@1, E@1) == 2"), kAtMostOne + "combine; of 1*4 1*5; nogood; by 0 2 6"), "accepted");
  EXPECT_EQ(says(net, never(net, "count(C@1, D@1, E@1) == 2"), kAtMostOne + "combine; of 1*3 1*5; nogood; by 0 2 6"),
            "steps-follow");
}

TEST(ProofJudge, ProvesThatAutomataAreNotViolated) {
  const Network net = network(R"(
    A: 0 -a-> 1 -a-> 0
    ?P: 0 -a-> 1, 1 -a-> 0, 0 -b-> ERROR, 1 -b-> ERROR
    B: 0 -b-> 0
    a = A.a P.a)");
  EXPECT_EQ(says(net, safety(net, "P"), "trap; one-of P 0 1; nogood; by 0 1"), "accepted");
  EXPECT_EQ(says(net, safety(net, "P P"), "trap; one-of P 0 1; nogood; by 0 1"),
            "accepted");   // a repeated automaton counts once
  EXPECT_EQ(says(net, safety(net, "P"), "nogood; by 0"), "steps-follow");
  EXPECT_EQ(says(net, safety(net, "A"), "nogood; by 0"), "accepted");   // it has no error states
}

TEST(ProofJudge, ACongruence) {
  // Both move together, or one of them twice.
  const Network net = network(R"(
    A: 0 -t-> 1 -t-> 0, 0 -u-> 0, 1 -u-> 1
    B: 0 -t-> 1 -t-> 0
    t = A.t B.t
    u = A.u)");
  const Property apart = never(net, "A@0 && B@1");
  EXPECT_EQ(says(net, apart, "congruence modulus 2 remainder 0; weigh A 0 1; weigh B 0 1; nogood; by 0 1 2 3"), "accepted");
  EXPECT_EQ(says(net, apart, "congruence modulus 2 remainder 0; weigh A 0 1; weigh B 0 1; nogood; by 0 1 3"), "steps-follow");
  EXPECT_EQ(says(net, apart, "congruence modulus 2 remainder 1; weigh A 0 1; weigh B 0 1; nogood; by 0 1 2 3"), "facts-hold");
  EXPECT_EQ(says(net, apart, "congruence modulus 2 remainder 0; weigh A 0 1; nogood; by 0 1 2 3"), "facts-hold");
  EXPECT_EQ(says(net, apart, "congruence modulus 3 remainder 0; weigh A 0 1; weigh B 0 2; nogood; by 0 1 2 3"), "facts-hold");
  EXPECT_EQ(says(net, apart, "congruence modulus 2 remainder 0; weigh A 0 1; weigh B 0 2; nogood; by 0"), "well-formed");
  EXPECT_EQ(says(net, apart, "congruence modulus 1 remainder 0; nogood; by 0"), "well-formed");
  EXPECT_EQ(says(net, apart, "congruence modulus 2 remainder 2; nogood; by 0"), "well-formed");
  EXPECT_EQ(why(net, apart, "congruence modulus 2 remainder 0; weigh A 0 1; weigh B 0 1; combine; of 1*3; nogood; by 4"),
            "step 1: number 3 is a congruence, which is no part of a sum");
}

TEST(ProofJudge, ARegionAndAStrayCycle) {
  // B can be in 1 only if A has left 0: B moves only with steps of A from 1, which a flow does not show.
  const Network net = network(R"(
    A: 0 -c-> 1, 1 -k-> 1, 1 -l-> 1
    B: 0 -k-> 1 -l-> 0
    c = A.c
    k = A.k B.k
    l = A.l B.l)");
  const Property stray = never(net, "A@0 && B@1");
  // 0 root, 1 A@0, 2 B@1, 3 the sum
  EXPECT_EQ(says(net, stray, "sum at-most 0; weigh A 0 left; weigh B 0 1; nogood; by 0 1 2 3"), "accepted");
  EXPECT_EQ(says(net, stray, "sum at-most 0; weigh A 0 0; weigh B 0 1; nogood; by 0 1 2 3"), "facts-hold");
  EXPECT_EQ(says(net, never(net, "B@1"), "sum at-most 0; weigh A 0 left; weigh B 0 1; nogood; by 0 1"), "steps-follow");
}

TEST(ProofJudge, NumbersMustNotOverflow) {
  const Network net = lock();
  const Property both = never(net, "C@1 && D@1");
  const std::string half = std::to_string(std::int64_t{1} << 61);
  const std::string almost = std::to_string((std::int64_t{1} << 62) - 1);
  EXPECT_EQ(says(net, both, "sum at-most " + half + "; weigh C 0 " + half + "; nogood; by 0"), "well-formed");
  EXPECT_EQ(says(net, both, "sum at-most 1; weigh C -" + half + " 0; weigh D 0 -" + half + "; nogood; by 0"), "well-formed");
  EXPECT_EQ(why(net, both, kAtMostOne + "combine; of " + almost + "*3; nogood; by 4"),
            "step 1: the numbers of constraint 4 add up beyond 2^62");
  EXPECT_EQ(why(net, both, kAtMostOne + "combine; of " + half + "*1 " + half + "*1; nogood; by 4"),
            "step 1: the numbers of constraint 4 add up beyond 2^62");
  const Property large = never(net, "576460752303423487*count(C@1) <= -576460752303423487");
  EXPECT_EQ(says(net, large, "nogood; by 0 1"), "accepted");
  // No file has such a modulus, but an engine may produce one: 0 + modulus + 1 would wrap around to no
  // change.
  InvariantProof huge = proof_of(net, both, "congruence modulus 2 remainder 0; weigh C 0 1; nogood; by 0 1 2 3");
  std::get<Congruence>(huge.facts[0]).modulus = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(judged(net, both, Verdict::kHolds, std::make_shared<const InvariantProof>(huge)), "well-formed");
}

TEST(ProofJudge, WhatIsOutsideTheRegionMustNotOverflow) {
  const Network net = network("C: 0 -c-> 1, 2; D: 0 -d-> 1; E: 0 -e-> 1; c = C.c; d = D.d; e = E.e");
  const std::string most = std::to_string((std::int64_t{1} << 61) - 1);
  const std::string third = std::to_string((std::int64_t{1} << 60) - 1);
  const auto sum = [](const std::string& bound) {
    return "sum at-most -" + bound + "; weigh C -" + bound + " left 0; weigh D 0 left; weigh E 0 left; nogood; by 0 1 2 3";
  };
  const Property none = never(net, "C@2 && D@0");
  EXPECT_EQ(why(net, none, sum(most)), "step 1: the numbers of constraint 3 add up beyond 2^62");
  EXPECT_EQ(why(net, none, sum(third)), "step 1: what it leans on can all be met");
}

TEST(ProofJudge, DivisionRoundsDown) {
  const Network net = lock();
  const Property three = never(net, "count(C@1, D@1) >= 2");
  // 2*(C + D + helper...) is even on the left, so an odd bound can be rounded down.
  EXPECT_EQ(says(net, three,
                 "sum at-most 3; weigh K 2 0; weigh C 0 2; weigh D 0 2; weigh E 0 2; combine divide 2; of 1*2; combine; of 1*1 "
                 "1*3; nogood; by 0 4"),
            "accepted");
  EXPECT_EQ(
      says(net, three, "sum at-most 3; weigh K 2 0; weigh C 0 2; weigh D 0 2; weigh E 0 2; combine; of 2*1 1*2; nogood; by 0 3"),
      "accepted");
  EXPECT_EQ(says(net, three,
                 "sum at-most 5; weigh K 2 0; weigh C 0 2; weigh D 0 2; weigh E 0 2; combine divide 2; of 1*2; combine; of 1*1 "
                 "1*3; nogood; by 0 4"),
            "steps-follow");
}

}   // namespace
}   // namespace parley
