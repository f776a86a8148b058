#include <gtest/gtest.h>

#include "check/judge.h"
#include "support/judge_text.h"

namespace parley {
namespace {

using namespace testing;

// Two processes that take two forks in opposite order.
Network forks() {
  return network(R"(
    P: 0 -l-> 1 -r-> 2 -put-> 0
    Q: 0 -r-> 1 -l-> 2 -put-> 0
    L: 0 -take-> 1 -put-> 0
    R: 0 -take-> 1 -put-> 0
    pl = P.l L.take
    pr = P.r R.take
    ql = Q.l L.take
    qr = Q.r R.take
    pput = P.put L.put R.put
    qput = Q.put L.put R.put)");
}

std::string deadlock_by(const Network& net, const std::string& steps) {
  return judged(net, deadlock(), Verdict::kViolated, trace(net, steps));
}

TEST(TraceJudge, AcceptsAShortAndALongWayIntoADeadlock) {
  const Network net = forks();
  EXPECT_EQ(deadlock_by(net, "pl P>1 L>1; qr Q>1 R>1"), "accepted");
  EXPECT_EQ(deadlock_by(net, "pl P>1 L>1; pr P>2 R>1; pput P>0 L>0 R>0; qr Q>1 R>1; pl P>1 L>1"), "accepted");
}

TEST(TraceJudge, RejectsStepsThatNoRuleAllows) {
  const Network net = forks();
  EXPECT_EQ(deadlock_by(net, "pr P>1 L>1; qr Q>1 R>1"), "steps-replay");       // another label
  EXPECT_EQ(deadlock_by(net, "pl P>2 L>1; qr Q>1 R>1"), "steps-replay");       // another target
  EXPECT_EQ(deadlock_by(net, "pl P>1; qr Q>1 R>1"), "steps-replay");           // a participant left out
  EXPECT_EQ(deadlock_by(net, "pl P>1 L>1 R>1; qr Q>1 R>1"), "steps-replay");   // one participant too many
  EXPECT_EQ(deadlock_by(net, "pl P>1 R>1; qr Q>1 R>1"), "steps-replay");       // another participant
  EXPECT_EQ(deadlock_by(net, "pl P>1 L>1; pl P>1 L>1"), "steps-replay");       // not enabled here
  EXPECT_EQ(deadlock_by(net, "pl; qr Q>1 R>1"), "steps-replay");               // no component moves
}

TEST(TraceJudge, RejectsWhatIsNoDeadlock) {
  const Network net = forks();
  EXPECT_EQ(deadlock_by(net, ""), "reaches-claim");
  EXPECT_EQ(deadlock_by(net, "pl P>1 L>1"), "reaches-claim");
}

TEST(TraceJudge, SaysWhatIsWrongInTheUsersNames) {
  const Network net = forks();
  EXPECT_EQ(reason(net, deadlock(), Verdict::kViolated, trace(net, "pl P>1 L>1; pl P>1 L>1")),
            "step 2, 'pl' (P to 1, L to 1): no rule with this label and exactly these participants allows it");
  EXPECT_EQ(reason(net, deadlock(), Verdict::kViolated, trace(net, "pl P>1 L>1")),
            "the final state is no deadlock: 'pr' of (P, R) is enabled");
}

TEST(TraceJudge, FitsOnlyTheVerdictItProves) {
  const Network net = forks();
  const Evidence way = trace(net, "pl P>1 L>1; qr Q>1 R>1");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, way), "fits-verdict");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kUnknown, way), "fits-verdict");
  EXPECT_EQ(judged(net, reach(net, "P@1 && Q@1"), Verdict::kHolds, way), "accepted");
  EXPECT_EQ(judged(net, reach(net, "P@1 && Q@1"), Verdict::kViolated, way), "fits-verdict");
  EXPECT_EQ(judged(net, never(net, "P@1 && Q@1"), Verdict::kViolated, way), "accepted");
  EXPECT_EQ(judged(net, never(net, "P@1 && Q@1"), Verdict::kHolds, way), "fits-verdict");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kViolated, NotCertified{"because"}), "fits-verdict");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, NotCertified{"because"}), "fits-verdict");
}

TEST(TraceJudge, PredicateMustHoldInTheFinalState) {
  const Network net = forks();
  const Evidence way = trace(net, "pl P>1 L>1; qr Q>1 R>1");
  EXPECT_EQ(judged(net, never(net, "P@2"), Verdict::kViolated, way), "reaches-claim");
  EXPECT_EQ(judged(net, never(net, "R@0"), Verdict::kViolated, way), "reaches-claim");   // it held before the last step
  EXPECT_EQ(judged(net, reach(net, "count(L@1, R@1) == 2"), Verdict::kHolds, way), "accepted");
  EXPECT_EQ(judged(net, reach(net, "count(L@1, R@1) < 2"), Verdict::kHolds, way), "reaches-claim");
  EXPECT_EQ(judged(net, reach(net, "P@0"), Verdict::kHolds, trace(net, "")), "accepted");   // zero steps
}

TEST(TraceJudge, LocalDeadlockNeedsAStuckComponent) {
  const Network net = network(R"(
    P: 0 -a-> 1 -b-> 1
    Q: 0 -b-> 0
    R: 0 -c-> 0
    x = P.a
    y = P.b Q.b
    z = R.c)");
  EXPECT_EQ(judged(net, local_deadlock(), Verdict::kViolated, trace(net, "x P>1")), "reaches-claim");
  const Network gone = network("P: 0 -a-> END, 0 -b-> 0\nQ: 0 -b-> 0\nR: 0 -c-> 0\nx = P.a\ny = P.b Q.b\nz = R.c");
  EXPECT_EQ(judged(gone, local_deadlock(), Verdict::kViolated, trace(gone, "x P>END")), "accepted");
  EXPECT_EQ(judged(gone, local_deadlock(), Verdict::kViolated, trace(gone, "z R>0")), "reaches-claim");
  EXPECT_EQ(judged(gone, deadlock(), Verdict::kViolated, trace(gone, "x P>END")), "reaches-claim");   // R continues
}

TEST(TraceJudge, NothingHappensAfterAnError) {
  const Network net = network(R"(
    P: 0 -a-> 1 -a-> 2
    ?O: 0 -a-> 1 -a-> ERROR
    Q: 0 -b-> 1
    x = P.a O.a
    y = Q.b)");
  EXPECT_EQ(judged(net, safety(net, "O"), Verdict::kViolated, trace(net, "x P>1 O>1; x P>2 O>ERROR")), "accepted");
  EXPECT_EQ(judged(net, safety(net, "O"), Verdict::kViolated, trace(net, "x P>1 O>1")), "reaches-claim");
  EXPECT_EQ(judged(net, safety(net, "O"), Verdict::kViolated, trace(net, "x P>1 O>1; x P>2 O>ERROR; y Q>1")), "steps-replay");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kViolated, trace(net, "x P>1 O>1; x P>2 O>ERROR")), "reaches-claim");
  EXPECT_EQ(judged(net, local_deadlock(), Verdict::kViolated, trace(net, "x P>1 O>1; x P>2 O>ERROR")), "reaches-claim");
  EXPECT_EQ(judged(net, never(net, "O@ERROR"), Verdict::kViolated, trace(net, "x P>1 O>1; x P>2 O>ERROR")), "accepted");
  EXPECT_EQ(judged(net, safety(net, ""), Verdict::kViolated, trace(net, "x P>1 O>1; x P>2 O>ERROR")), "reaches-claim");
}

TEST(TraceJudge, AnInitialErrorStopsEverything) {
  const Network net = network("E: ERROR\nP: 0 -a-> 1\nx = P.a");
  EXPECT_EQ(judged(net, reach(net, "P@1"), Verdict::kHolds, trace(net, "x P>1")), "steps-replay");
  EXPECT_EQ(judged(net, safety(net, "E"), Verdict::kViolated, trace(net, "")), "accepted");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kViolated, trace(net, "")), "reaches-claim");
}

TEST(TraceJudge, ATerminatedStateIsNoDeadlock) {
  const Network net = network("P: 0 -a-> END, 0 -a-> 2\nQ: 0 -a-> 0\nx = P.a Q.a");
  EXPECT_EQ(deadlock_by(net, "x P>END Q>0"), "reaches-claim");
  EXPECT_EQ(deadlock_by(net, "x P>2 Q>0"), "accepted");
  EXPECT_EQ(judged(net, local_deadlock(), Verdict::kViolated, trace(net, "x P>END Q>0")), "accepted");   // Q has lost its partner
}

TEST(TraceJudge, TriesEveryRuleOfALabelAndEveryEdge) {
  // Three rules perform tau; P reaches 1 by two local labels, of which only one is in a rule with Q.
  const Network net = network(R"(
    P: 0 -a-> 1, 0 -b-> 1, 0 -b-> 2
    Q: 0 -c-> 1, 0 -d-> 2
    tau = P.a
    tau = P.b Q.c
    tau = Q.d)");
  EXPECT_EQ(judged(net, reach(net, "P@1"), Verdict::kHolds, trace(net, "tau P>1")), "accepted");
  EXPECT_EQ(judged(net, reach(net, "P@1"), Verdict::kHolds, trace(net, "tau P>1 Q>1")), "accepted");
  EXPECT_EQ(judged(net, reach(net, "P@2"), Verdict::kHolds, trace(net, "tau P>2 Q>1")), "accepted");
  EXPECT_EQ(judged(net, reach(net, "P@2"), Verdict::kHolds, trace(net, "tau P>2")), "steps-replay");
  EXPECT_EQ(judged(net, reach(net, "P@1"), Verdict::kHolds, trace(net, "tau P>1 Q>2")), "steps-replay");
}

TEST(TraceJudge, ALocalLabelWithoutARuleIsNeverPerformed) {
  const Network net = network("P: 0 -a-> 1, 0 -b-> 2\nx = P.a");
  EXPECT_EQ(judged(net, reach(net, "P@2"), Verdict::kHolds, trace(net, "x P>2")), "steps-replay");
}

TEST(TraceJudge, RejectsIdsThatDoNotExist) {
  const Network net = forks();
  const auto by = [&](LabelId label, std::vector<Move> moves) {
    Trace steps;
    steps.add(label, moves);
    return judged(net, deadlock(), Verdict::kViolated, steps);
  };
  const LabelId pl = *net.find_label("pl");
  EXPECT_EQ(by(LabelId(99), {{ComponentId(0), LocalState(1)}}), "well-formed");
  EXPECT_EQ(by(pl, {{ComponentId(99), LocalState(1)}}), "well-formed");
  EXPECT_EQ(by(pl, {{ComponentId(0), LocalState(9)}}), "well-formed");
  EXPECT_EQ(by(pl, {{ComponentId(2), LocalState(1)}, {ComponentId(0), LocalState(1)}}), "well-formed");
  EXPECT_EQ(by(pl, {{ComponentId(0), LocalState(1)}, {ComponentId(0), LocalState(1)}}), "well-formed");
  EXPECT_EQ(judged(net, {"s", Safety{{ComponentId(99)}}}, Verdict::kViolated, trace(net, "")), "well-formed");
}

TEST(TraceJudge, StopsWhenAsked) {
  const Network net = network("P: 0 -a-> 0\nx = P.a");
  Trace steps;
  for (int i = 0; i < 5000; ++i) steps.add(LabelId(0), std::vector<Move>{{ComponentId(0), LocalState(0)}});
  const StopToken stop = StopRequest::kInterrupted;
  Progress silent;
  const Limits limits({.seconds = {}, .memory_bytes = {}, .stop = &stop});
  EXPECT_THROW((void)judge(net, deadlock(), Verdict::kViolated, steps, limits, silent), Stopped);
}

}   // namespace
}   // namespace parley
