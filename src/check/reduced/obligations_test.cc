#include <gtest/gtest.h>

#include "check/judge.h"
#include "support/judge_text.h"

namespace parley {
namespace {

using namespace testing;

std::string holds_by(const Network& net, const Property& property, const std::string& states) {
  return judged(net, property, Verdict::kHolds, reduced_set(net, states));
}

// Two independent cycles.
Network two_wheels() {
  return network(R"(
    P: 0 -a-> 1 -b-> 0
    Q: 0 -a-> 1 -b-> 0
    pa = P.a
    pb = P.b
    qa = Q.a
    qb = Q.b)");
}

// P and Q have cycles of their own, and R needs both in their initial states.
Network meeting() {
  return network(R"(
    P: 0 -a-> 1 -b-> 0, 0 -m-> 0
    Q: 0 -a-> 1 -b-> 0, 0 -m-> 0
    R: 0 -m-> 1
    pa = P.a
    pb = P.b
    qa = Q.a
    qb = Q.b
    meet = P.m Q.m R.m)");
}

TEST(ReducedSetJudge, OneOfTwoWheelsIsEnough) {
  const Network net = two_wheels();
  EXPECT_EQ(holds_by(net, deadlock(), "00:0 10:0"), "accepted");
  EXPECT_EQ(holds_by(net, deadlock(), "00:1 01:1"), "accepted");
  EXPECT_EQ(holds_by(net, deadlock(), "00:01 10:01 01:01 11:01"), "accepted");   // a closed set is a reduced set
  EXPECT_EQ(judged(net, deadlock(), Verdict::kViolated, reduced_set(net, "00:0 10:0")), "fits-verdict");
  EXPECT_EQ(holds_by(net, deadlock(), "10:0"), "contains-initial");
  EXPECT_EQ(holds_by(net, deadlock(), "00:0"), "closed");
  EXPECT_EQ(holds_by(net, deadlock(), "00:0 10:01"), "closed");
}

TEST(ReducedSetJudge, ASupportNeedsWhomItWouldMeet) {
  const Network net = meeting();
  // In the first state P could meet the others, so they are in its support. Where P is away, it refuses.
  EXPECT_EQ(holds_by(net, deadlock(), "000:0 100:0"), "closed");
  EXPECT_EQ(holds_by(net, deadlock(), "000:012 100:0 010:1 001:02 101:0"), "accepted");
  EXPECT_EQ(reason(net, deadlock(), Verdict::kHolds, reduced_set(net, "000:0 100:0")),
            "in (P@0, Q@0, R@0) no component of the support refuses 'meet' of (P, Q, R), and 'Q' is not in it");
  EXPECT_EQ(reason(net, deadlock(), Verdict::kHolds, reduced_set(net, "000:012 100:0 010:1")),
            "'meet' of (P, Q, R) leads from (P@0, Q@0, R@0) to (P@0, Q@0, R@1), which is not in the set");
}

TEST(ReducedSetJudge, ADeadlockIsRuledOutInsideTheSupport) {
  const Network net = network("P: 0 -a-> 1\nQ: 0 -b-> 1 -c-> 1\nx = P.a\ny = Q.b\nz = Q.c");
  EXPECT_EQ(holds_by(net, deadlock(), "00:1 01:1"), "accepted");
  EXPECT_EQ(holds_by(net, deadlock(), "00:0 10:0"), "excludes-bad");   // P stops, and nothing shows that Q goes on
  EXPECT_EQ(holds_by(net, deadlock(), "00:"), "excludes-bad");
  const Network ends = network("P: 0 -a-> END\nx = P.a");
  EXPECT_EQ(holds_by(ends, deadlock(), "0:0 1:"), "accepted");
}

TEST(ReducedSetJudge, AFormulaIsFalseAsLongAsTheSupportStands) {
  const Network net = two_wheels();
  EXPECT_EQ(holds_by(net, never(net, "P@1 && P@0"), "00:0 10:0"), "accepted");
  EXPECT_EQ(holds_by(net, never(net, "Q@1"), "00:0 10:0"), "excludes-bad");
  EXPECT_EQ(holds_by(net, never(net, "P@0 && Q@1"), "00:0 10:0"), "excludes-bad");
  EXPECT_EQ(judged(net, reach(net, "P@0 && P@1"), Verdict::kViolated, reduced_set(net, "00:0 10:0")), "accepted");
}

// P moves first, and Q when P has ended. Only the ranks show that P ends.
TEST(ReducedSetJudge, AFormulaIsDeferredByInvisibleSteps) {
  const Network net = network("P: 0 -a-> 1 -b-> 2\nQ: 0 -q-> 1 -r-> 0, 2 -q-> 0\npa = P.a\npb = P.b\nqq = Q.q\nqr = Q.r");
  const Property property = never(net, "Q@2");
  EXPECT_EQ(holds_by(net, property, "00:0:2 10:0:1 20:1:0 21:1:0"), "accepted");
  EXPECT_EQ(holds_by(net, property, "00:0:2 10:0:1 20:1:0 21:1:9"),
            "accepted");   // a row whose support decides the question needs no rank
  EXPECT_EQ(judged(net, reach(net, "Q@2"), Verdict::kViolated, reduced_set(net, "00:0:2 10:0:1 20:1:0 21:1:0")), "accepted");
  EXPECT_EQ(holds_by(net, property, "00:0 10:0 20:1 21:1"), "excludes-bad");
  EXPECT_EQ(holds_by(net, property, "00:0:1 10:0:1 20:1:0 21:1:0"), "excludes-bad");
  EXPECT_EQ(holds_by(net, property, "00:0:2 10:0:1 20::0"), "excludes-bad");
  EXPECT_EQ(reason(net, property, Verdict::kHolds, reduced_set(net, "00:0:1 10:0:1 20:1:0 21:1:0")),
            "(P@0, Q@0) with its support does not rule the predicate out, and no quiet step inside it leads to a smaller rank");
  EXPECT_EQ(reason(net, never(net, "P@1 && !Q@2"), Verdict::kHolds, reduced_set(net, "00:0:2 10:0:1 20:1:0 21:1:0")),
            "(P@1, Q@0) satisfies the predicate");
}

// Q reaches 1 at once. P's steps are invisible, but they form a cycle: Q would be deferred for ever.
TEST(ReducedSetJudge, InvisibleStepsDoNotFormACycle) {
  const Network net = network("P: 0 -a-> 1 -b-> 0\nQ: 0 -a-> 1\npa = P.a\npb = P.b\nqa = Q.a");
  for (const std::string rows : {"00:0 10:0", "00:0:1 10:0:1", "00:0:0 10:0:0", "00:0:1 10:0:0", "00:0:0 10:0:1"})
    EXPECT_EQ(holds_by(net, never(net, "Q@1"), rows), "excludes-bad") << rows;
  EXPECT_EQ(holds_by(net, never(net, "Q@1"), "00:0:1 10:1:0"), "closed");
  EXPECT_EQ(holds_by(net, never(net, "Q@1"), "00:0:1 10:1:0 11:1:0"), "excludes-bad");
}

// Q would be in 1 while P is there; P's step away hides that.
TEST(ReducedSetJudge, AStepThatTouchesTheFormulaIsNotInvisible) {
  const Network net = network("P: 0 -a-> 1 -b-> 2\nQ: 0 -q-> 1\npa = P.a\npb = P.b\nqq = Q.q");
  EXPECT_EQ(holds_by(net, never(net, "P@1 && Q@1"), "00:0:2 10:0:1 20:0:0"), "excludes-bad");
  EXPECT_EQ(holds_by(net, never(net, "count(P@1, Q@1) >= 2"), "00:0:2 10:0:1 20:0:0"), "excludes-bad");
}

// P passes a token to Q. The step is invisible to a sum that counts the token, but not to the atoms.
TEST(ReducedSetJudge, SumsKeepTheirValue) {
  const Network net = network("P: 0 -g-> 1\nQ: 0 -t-> 1\nR: 0 -r-> 1, 2 -r-> 1\npass = P.g Q.t\nrr = R.r");
  const std::string rows = "000:01:1 110:012:0 111:012:0";
  EXPECT_EQ(holds_by(net, never(net, "count(P@0, Q@1, R@2) >= 2"), rows), "accepted");
  EXPECT_EQ(holds_by(net, never(net, "count(P@0, Q@1, R@2) == 2"), rows), "accepted");
  EXPECT_EQ(holds_by(net, never(net, "count(P@0, Q@0, R@2) >= 3"), rows), "excludes-bad");
  EXPECT_EQ(holds_by(net, never(net, "count(P@0, R@2) + 2 * count(Q@1) >= 2 && R@2"), rows), "excludes-bad");
  EXPECT_EQ(holds_by(net, never(net, "(P@0 || Q@1) && R@2"), rows), "excludes-bad");
}

TEST(ReducedSetJudge, AutomataAreDeferredByInvisibleSteps) {
  const Network net = network("P: 0 -a-> 1\nQ: 0 -b-> 0\n?O: 0 -b-> 0, 1 -b-> ERROR\nx = P.a\ny = Q.b O.b");
  EXPECT_EQ(holds_by(net, safety(net, "O"), "000:0:1 100:12:0"), "accepted");
  EXPECT_EQ(holds_by(net, safety(net, "O"), "000:0 100:12"), "excludes-bad");
  EXPECT_EQ(holds_by(net, safety(net, "O"), "000:0:1 100:12:1"), "excludes-bad");
  // After P's error no step happens, so it must not be moved before O's error.
  const Network fails = network("P: 0 -a-> ERROR\nQ: 0 -b-> 0\n?O: 0 -b-> ERROR\nx = P.a\ny = Q.b O.b");
  EXPECT_EQ(holds_by(fails, safety(fails, "O"), "000:0:1 100::0"), "excludes-bad");
  // O takes part in the step that defers N.
  const Network both = network(R"(
    P: 0 -a-> 1
    Q: 0 -b-> 0
    ?O: 0 -a-> 1 -a-> 1, 2 -a-> ERROR
    ?N: 0 -b-> 0, 1 -b-> ERROR
    x = P.a O.a
    y = Q.b N.b)");
  EXPECT_EQ(holds_by(both, safety(both, "N"), "0000:02:1 1010:0123:0"), "accepted");
  EXPECT_EQ(holds_by(both, safety(both, "O N"), "0000:02:1 1010:0123:0"), "excludes-bad");
}

TEST(ReducedSetJudge, AutomataAreInTheSupport) {
  const Network net = network("P: 0 -a-> 0\nQ: 0 -b-> 0\n?O: 0 -a-> 0, 1 -a-> ERROR\nx = P.a O.a\ny = Q.b");
  EXPECT_EQ(holds_by(net, safety(net, "O"), "000:02"), "accepted");
  EXPECT_EQ(holds_by(net, safety(net, "O"), "000:1"), "excludes-bad");
  const Network bad = network("P: 0 -a-> 0\n?O: 0 -a-> ERROR\nx = P.a O.a");
  EXPECT_EQ(holds_by(bad, safety(bad, "O"), "00:01 01:"), "excludes-bad");
}

// P's error would hide that Q reaches 1.
TEST(ReducedSetJudge, ErrorsAreNotBroughtForward) {
  const Network net = network("P: 0 -a-> ERROR\nQ: 0 -b-> 1 -c-> 1\nx = P.a\ny = Q.b\nz = Q.c");
  EXPECT_EQ(holds_by(net, never(net, "Q@0 && Q@1"), "00:0 10:"), "excludes-bad");
  EXPECT_EQ(holds_by(net, never(net, "false"), "00:0 10:"), "brings-no-error-forward");
  EXPECT_EQ(holds_by(net, never(net, "false"), "00:01 10: 01:01 11:"), "accepted");
  EXPECT_EQ(holds_by(net, deadlock(), "00:0 10:"), "accepted");
  EXPECT_EQ(holds_by(net, local_deadlock(), "00:0:1 10::0"), "brings-no-error-forward");
}

// P has a cycle, and Q, which would be stuck after one step, is ignored for ever.
TEST(ReducedSetJudge, NoComponentIsIgnored) {
  const Network net = network("P: 0 -a-> 1 -b-> 0\nQ: 0 -a-> 1\npa = P.a\npb = P.b\nqa = Q.a");
  EXPECT_EQ(holds_by(net, local_deadlock(), "00:0 10:0"), "ignores-nobody");
  EXPECT_EQ(holds_by(net, local_deadlock(), "00:0:1 10:0:0"), "ignores-nobody");
  EXPECT_EQ(holds_by(net, local_deadlock(), "00:0:1 10:01:0"), "closed");
  EXPECT_EQ(holds_by(net, local_deadlock(), "00:0:1 10:01:0 01:01:0 11:01:0"), "excludes-bad");

  const Network free = two_wheels();
  EXPECT_EQ(holds_by(free, local_deadlock(), "00:0:1 10:01:0 11:01:0 01:01:0"), "accepted");
  EXPECT_EQ(holds_by(free, local_deadlock(), "00:0:1 10:01:1 11:01:0 01:01:0"), "ignores-nobody");
  EXPECT_EQ(holds_by(free, local_deadlock(), "00:01 10:01 11:01 01:01"), "accepted");
}

TEST(ReducedSetJudge, RejectsIllFormedSets) {
  const Network net = two_wheels();
  const auto with = [&](auto change) {
    ReducedSet set = *std::get<ReducedSetRef>(reduced_set(net, "00:0 10:0"));
    change(set);
    return judged(net, deadlock(), Verdict::kHolds, std::make_shared<const ReducedSet>(std::move(set)));
  };
  EXPECT_EQ(with([](ReducedSet&) {}), "accepted");
  EXPECT_EQ(with([](ReducedSet& set) { set.supports.pop_back(); }), "well-formed");
  EXPECT_EQ(with([](ReducedSet& set) { set.supports.push_back(1); }), "well-formed");
  EXPECT_EQ(with([](ReducedSet& set) { set.supports[1] |= 4; }), "well-formed");
  EXPECT_EQ(with([](ReducedSet& set) { set.ranks = {1}; }), "well-formed");
  EXPECT_EQ(with([&](ReducedSet& set) {
              set.states = StateTable(net, {ComponentId(std::size_t{1}), ComponentId(std::size_t{0})});
            }),
            "well-formed");
  EXPECT_EQ(with([&](ReducedSet& set) { set.states = StateTable(net, {ComponentId(std::size_t{0})}); }), "well-formed");
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, ReducedSetRef()), "well-formed");
}

// Ninety cycles: supports of two words, states of two words.
TEST(ReducedSetJudge, AcceptsSupportsOfSeveralWords) {
  std::string text;
  for (int i = 0; i < 90; ++i) text += "P" + std::to_string(i) + ": 0 -a-> 1 -b-> 0\n";
  for (int i = 0; i < 90; ++i)
    for (const std::string label : {"a", "b"})
      text += "x" + std::to_string(i) + label + " = P" + std::to_string(i) + "." + label + "\n";
  const Network net = network(text);
  ReducedSet set{.states = StateTable(net, {net.components().begin(), net.components().end()}),
                 .supports = {0, 1U << 20, 0, 1U << 20},
                 .ranks = {}};
  std::vector<LocalState> row(90);
  set.states.add(row);
  row[84] = LocalState(std::size_t{1});
  set.states.add(row);
  const auto verdict = [&] { return judged(net, deadlock(), Verdict::kHolds, std::make_shared<const ReducedSet>(set)); };
  EXPECT_EQ(verdict(), "accepted");
  set.supports[3] |= 1U << 5;
  EXPECT_EQ(verdict(), "closed");
}

}   // namespace
}   // namespace parley
