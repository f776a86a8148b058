#include <gtest/gtest.h>

#include "check/judge.h"
#include "support/judge_text.h"

namespace parley {
namespace {

using namespace testing;

std::string holds_by(const Network& net, const Property& property, const std::string& support, const std::string& states) {
  return judged(net, property, Verdict::kHolds, closed_set(net, support, states));
}

// A lock and two clients; C and D are never both in 1.
Network lock() {
  return network(R"(
    K: 0 -take-> 1 -give-> 0
    C: 0 -enter-> 1 -leave-> 0
    D: 0 -enter-> 1 -leave-> 0
    cin = K.take C.enter
    cout = K.give C.leave
    din = K.take D.enter
    dout = K.give D.leave)");
}

TEST(ClosedSetJudge, AcceptsTheReachableStates) {
  const Network net = lock();
  EXPECT_EQ(holds_by(net, deadlock(), "K C D", "000 110 101"), "accepted");
  EXPECT_EQ(holds_by(net, local_deadlock(), "K C D", "000 110 101"), "accepted");
  EXPECT_EQ(holds_by(net, never(net, "C@1 && D@1"), "K C D", "000 110 101"), "accepted");
  EXPECT_EQ(holds_by(net, never(net, "C@1 && D@1"), "D K C", "000 011 110"), "accepted");           // columns in any order
  EXPECT_EQ(holds_by(net, never(net, "C@1 && D@1"), "K C D", "101 000 110 000 101"), "accepted");   // duplicates
  EXPECT_EQ(judged(net, reach(net, "C@1 && D@1"), Verdict::kViolated, closed_set(net, "K C D", "000 110 101")), "accepted");
}

TEST(ClosedSetJudge, FitsOnlyTheVerdictItProves) {
  const Network net = lock();
  const Evidence set = closed_set(net, "K C D", "000 110 101");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kViolated, set), "fits-verdict");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kUnknown, set), "fits-verdict");
  EXPECT_EQ(judged(net, never(net, "C@1 && D@1"), Verdict::kViolated, set), "fits-verdict");
  EXPECT_EQ(judged(net, reach(net, "C@1 && D@1"), Verdict::kHolds, set), "fits-verdict");
}

TEST(ClosedSetJudge, NeedsTheInitialState) {
  const Network net = network("P: 0 -a-> 1 -b-> 1\nx = P.a\ny = P.b");
  EXPECT_EQ(holds_by(net, never(net, "P@0"), "P", "1"), "contains-initial");
  EXPECT_EQ(holds_by(net, deadlock(), "P", ""), "contains-initial");
  EXPECT_EQ(holds_by(net, deadlock(), "P", "0 1"), "accepted");
}

TEST(ClosedSetJudge, NeedsEverySuccessor) {
  const Network net = lock();
  EXPECT_EQ(holds_by(net, never(net, "C@1 && D@1"), "K C D", "000 110"), "closed");
  EXPECT_EQ(reason(net, deadlock(), Verdict::kHolds, closed_set(net, "K C D", "000 110")),
            "'din' of (K, D) leads from (K@0, C@0, D@0) to (K@1, C@0, D@1), which is not in the set");
}

TEST(ClosedSetJudge, NeedsEveryNondeterministicSuccessor) {
  const Network net = network(R"(
    P: 0 -a-> 1, 0 -a-> 2, 1 -b-> 0, 2 -b-> 0
    Q: 0 -a-> 1, 0 -a-> 2, 1 -b-> 0, 2 -b-> 0
    x = P.a Q.a
    y = P.b Q.b)");
  EXPECT_EQ(holds_by(net, deadlock(), "P Q", "00 11 12 21 22"), "accepted");
  for (const char* missing : {"00 12 21 22", "00 11 21 22", "00 11 12 22", "00 11 12 21"})
    EXPECT_EQ(holds_by(net, deadlock(), "P Q", missing), "closed") << missing;
}

TEST(ClosedSetJudge, TheOthersAreAssumedWilling) {
  const Network net = lock();
  EXPECT_EQ(holds_by(net, never(net, "C@1 && D@1"), "C D", "00 01 10"), "closed");
  EXPECT_EQ(holds_by(net, never(net, "C@1 && D@1"), "C D", "00 01 10 11"), "excludes-bad");
  // A set must not rely on refusals from outside: for the support C alone, C can enter at any time.
  EXPECT_EQ(holds_by(net, never(net, "C@1"), "C", "0"), "closed");
  EXPECT_EQ(holds_by(net, never(net, "false"), "C", "0 1"), "accepted");
}

TEST(ClosedSetJudge, AnUnusedLabelLeadsNowhere) {
  const Network net = network("P: 0 -a-> 0 -b-> 1\nx = P.a");
  EXPECT_EQ(holds_by(net, never(net, "P@1"), "P", "0"), "accepted");
}

TEST(ClosedSetJudge, OutsideTheSupportNothingIsKnown) {
  const Network net = network(R"(
    P: 0 -a-> 1 -b-> 0
    Q: 0 -a-> 1 -b-> 0
    R: 0 -go-> 0 -stop-> 1
    x = P.a Q.a R.go
    y = P.b Q.b)");
  EXPECT_EQ(holds_by(net, never(net, "R@1"), "P Q", "00 11"), "excludes-bad");   // never in fact, but the set does not show it
  EXPECT_EQ(holds_by(net, never(net, "P@0 && Q@1 && R@1"), "P Q", "00 11"), "accepted");
  EXPECT_EQ(holds_by(net, never(net, "P@0 && R@1"), "P Q", "00 11"), "excludes-bad");
  EXPECT_EQ(holds_by(net, never(net, "count(P@0, Q@1, R@1) >= 3"), "P Q", "00 11"), "accepted");
  EXPECT_EQ(holds_by(net, never(net, "count(P@0, Q@1, R@1) >= 2"), "P Q", "00 11"), "excludes-bad");
  EXPECT_EQ(holds_by(net, never(net, "count(P@0, Q@1) - count(R@1) >= 2"), "P Q", "00 11"), "accepted");
}

TEST(ClosedSetJudge, TheEmptySupportProvesOnlyWhatHoldsAnywhere) {
  const Network net = lock();
  StateTable none(net, {});
  none.add({});
  const Evidence set = std::make_shared<const ClosedSet>(ClosedSet{std::move(none)});
  EXPECT_EQ(judged(net, never(net, "false"), Verdict::kHolds, set), "accepted");
  EXPECT_EQ(judged(net, never(net, "C@1"), Verdict::kHolds, set), "excludes-bad");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, set), "excludes-bad");
  const Evidence empty = std::make_shared<const ClosedSet>(ClosedSet{StateTable(net, {})});
  EXPECT_EQ(judged(net, never(net, "C@1"), Verdict::kHolds, empty), "contains-initial");
}

TEST(ClosedSetJudge, DeadlockNeedsARuleThatTheSupportDecides) {
  const Network net = network(R"(
    T: 0 -t-> 1 -t-> 0
    P: 0 -a-> 1
    Q: 0 -a-> 1
    tick = T.t
    x = P.a Q.a)");
  EXPECT_EQ(holds_by(net, deadlock(), "T", "0 1"), "accepted");
  EXPECT_EQ(holds_by(net, deadlock(), "P", "0 1"), "excludes-bad");
  EXPECT_EQ(holds_by(net, deadlock(), "P Q", "00 11"), "excludes-bad");
  EXPECT_EQ(holds_by(net, deadlock(), "P T", "00 01 10 11"), "accepted");
}

TEST(ClosedSetJudge, ObserversMayBeMissingWhereTheyDoNotMatter) {
  const Network net = network(R"(
    P: 0 -a-> 1 -b-> 0
    ?O: 0 -a-> 1, 0 -b-> 0, 1 -a-> ERROR, 1 -b-> 0
    x = P.a O.a
    y = P.b O.b)");
  EXPECT_EQ(holds_by(net, deadlock(), "P O", "00 11"), "accepted");
  EXPECT_EQ(holds_by(net, deadlock(), "P", "0 1"), "excludes-bad");   // no rule is inside
  EXPECT_EQ(holds_by(net, local_deadlock(), "P", "0 1"), "accepted");
  EXPECT_EQ(holds_by(net, local_deadlock(), "O", "0 1 2"), "excludes-bad");
  EXPECT_EQ(holds_by(net, safety(net, "O"), "P O", "00 11"), "accepted");
  EXPECT_EQ(holds_by(net, safety(net, "O"), "O", "0 1 2"), "excludes-bad");
  EXPECT_EQ(holds_by(net, safety(net, "O"), "P", "0 1"), "excludes-bad");
  EXPECT_EQ(holds_by(net, safety(net, "P"), "O", "0 1 2"), "excludes-bad");
  EXPECT_EQ(holds_by(net, safety(net, ""), "O", "0 1 2"), "accepted");
}

TEST(ClosedSetJudge, ADeadlockInTheSetIsBad) {
  const Network net = network("P: 0 -a-> 1\nx = P.a");
  EXPECT_EQ(holds_by(net, deadlock(), "P", "0 1"), "excludes-bad");
  EXPECT_EQ(holds_by(net, local_deadlock(), "P", "0 1"), "excludes-bad");
}

TEST(ClosedSetJudge, ErrorStatesHaveNoSuccessorsAndAreNoDeadlocks) {
  const Network net = network(R"(
    P: 0 -a-> ERROR
    Q: 0 -b-> 0 -c-> 1
    x = P.a
    y = Q.b
    z = P.a Q.c)");
  EXPECT_EQ(holds_by(net, deadlock(), "P Q", "00 10 11"), "accepted");
  EXPECT_EQ(holds_by(net, local_deadlock(), "P Q", "00 10 11"), "accepted");
  EXPECT_EQ(holds_by(net, safety(net, "P"), "P Q", "00 10 11"), "excludes-bad");
  EXPECT_EQ(holds_by(net, never(net, "P@ERROR"), "P Q", "00 10 11"), "excludes-bad");
  EXPECT_EQ(holds_by(net, never(net, "P@0 && Q@1"), "P Q", "00 10 11"), "accepted");
}

TEST(ClosedSetJudge, TerminatedStatesAreNoDeadlocks) {
  const Network net = network(R"(
    P: 0 -a-> END
    Q: 0 -a-> END
    R: 0 -a-> 0
    x = P.a Q.a R.a)");
  EXPECT_EQ(holds_by(net, deadlock(), "P Q R", "000 110"), "accepted");
  EXPECT_EQ(holds_by(net, deadlock(), "P Q", "00 11"), "excludes-bad");             // in 00 only R decides whether x is enabled
  EXPECT_EQ(holds_by(net, deadlock(), "P R", "00 10"), "excludes-bad");             // Q may not have ended
  EXPECT_EQ(holds_by(net, local_deadlock(), "P Q R", "000 110"), "excludes-bad");   // R is stuck
}

TEST(ClosedSetJudge, TerminationIsNotCountedOnWhereSomeRuleNamesNoProcessThatEnds) {
  const Network net = network("P: 0 -a-> END\nQ: 0 -b-> 1\nx = P.a\ny = Q.b");
  EXPECT_EQ(holds_by(net, deadlock(), "P Q", "00 01 10 11"), "excludes-bad");
  const Network by_error = network("P: 0 -a-> END\nQ: 0 -b-> ERROR\nx = P.a\ny = Q.b");
  EXPECT_EQ(holds_by(by_error, deadlock(), "P Q", "00 01 10 11"), "accepted");
}

TEST(ClosedSetJudge, LocalDeadlockNeedsEveryProcess) {
  const Network net = lock();
  EXPECT_EQ(holds_by(net, local_deadlock(), "K C", "00 11 10 01"), "excludes-bad");
}

TEST(ClosedSetJudge, RejectsIdsThatDoNotExist) {
  const Network net = lock();
  const Evidence none = ClosedSetRef();
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, none), "well-formed");
  const Evidence twice = closed_set(net, "K C C", "000 011 111");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, twice), "well-formed");
}

TEST(ClosedSetJudge, StopsWhenAsked) {
  NetworkBuilder builder;
  LtsBuilder counter;
  counter.add_states(5000);
  const LocalLabel tick = counter.add_label("tick");
  for (std::size_t i = 0; i + 1 < 5000; ++i) counter.add_edge(LocalState(i), tick, LocalState(i + 1));
  const ComponentId c = builder.add_component("C", builder.add_template(std::move(counter).build()));
  const Participant part{c, tick};
  builder.add_rule(builder.intern_label("x"), std::span(&part, 1));
  const Network counting = std::move(builder).build();
  StateTable states(counting, {c});
  for (std::size_t i = 0; i < 5000; ++i) states.add(std::vector<LocalState>{LocalState(i)});
  const Evidence set = std::make_shared<const ClosedSet>(ClosedSet{std::move(states)});
  EXPECT_EQ(judged(counting, never(counting, "false"), Verdict::kHolds, set), "accepted");
  const StopToken stop = StopRequest::kTerminated;
  Progress silent;
  EXPECT_THROW((void)judge(counting, never(counting, "false"), Verdict::kHolds, set,
                           Limits({.seconds = {}, .memory_bytes = {}, .stop = &stop}), silent),
               Stopped);
}

}   // namespace
}   // namespace parley
