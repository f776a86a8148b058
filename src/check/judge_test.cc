#include "check/judge.h"

#include <gtest/gtest.h>

#include "support/judge_text.h"

namespace parley {
namespace {

using namespace testing;

Network wheel() { return network("P: 0 -a-> 1 -b-> 0, 2 -c-> 2\nx = P.a\ny = P.b"); }

std::string by(Judge& judge, const Property& property, const Evidence& evidence) {
  Progress silent;
  const Judgement judgement = judge(property, Verdict::kHolds, evidence, Limits(), silent);
  return judgement.accepted ? "accepted" : judgement.obligation;
}

// It is already known that the set is closed. It is not known that it excludes what is asked now.
TEST(Judge, ASetThatIsKnownMustStillFitTheQuestion) {
  const Network net = wheel();
  for (const Evidence& set : {closed_set(net, "P", "0 1"), reduced_set(net, "0:0 1:0")}) {
    Judge judge(net);
    EXPECT_EQ(by(judge, deadlock(), set), "accepted");
    EXPECT_EQ(by(judge, never(net, "P@2"), set), "accepted");
    EXPECT_EQ(by(judge, never(net, "P@1"), set), "excludes-bad");
    EXPECT_EQ(by(judge, reach(net, "P@2"), set), "fits-verdict");
    EXPECT_EQ(by(judge, deadlock(), set), "accepted");
  }
}

// The leap network that a reduced leap set must be closed under depends on the question.
TEST(Judge, AReducedLeapSetIsJudgedFromTheBeginning) {
  const Network net = network("P: 0 -a-> 1 -b-> 0, 0 -e-> ERROR\nQ: 0 -c-> 0\nx = P.a\ny = P.b\nz = P.e\nw = Q.c");
  const Evidence nodes = reduced_leap_set(net, "00:01");
  Judge judge(net);
  EXPECT_EQ(by(judge, deadlock(), nodes), "accepted");
  EXPECT_EQ(by(judge, safety(net, "P"), nodes), "closed");
  EXPECT_EQ(by(judge, deadlock(), nodes), "accepted");
  const Evidence plain = leap_set(net, "00");
  EXPECT_EQ(by(judge, deadlock(), plain), "accepted");
  EXPECT_EQ(by(judge, safety(net, "P"), plain), "excludes-bad");
  EXPECT_EQ(by(judge, safety(net, "Q"), plain), "accepted");
  EXPECT_EQ(by(judge, safety(net, "Q"), leap_set(net, "10")), "well-formed");
}

TEST(Judge, AnotherSetIsJudgedFromTheBeginning) {
  const Network net = wheel();
  Judge judge(net);
  EXPECT_EQ(by(judge, deadlock(), closed_set(net, "P", "0 1")), "accepted");
  EXPECT_EQ(by(judge, deadlock(), closed_set(net, "P", "0")), "closed");
  EXPECT_EQ(by(judge, deadlock(), closed_set(net, "P", "1")), "contains-initial");
  EXPECT_EQ(by(judge, deadlock(), reduced_set(net, "0:0")), "closed");
  EXPECT_EQ(by(judge, deadlock(), closed_set(net, "P", "0 1 3")), "well-formed");
}

// Rejected evidence is not remembered as accepted.
TEST(Judge, ARejectedSetStaysRejected) {
  const Network net = wheel();
  Judge judge(net);
  const Evidence open = closed_set(net, "P", "0");
  EXPECT_EQ(by(judge, deadlock(), open), "closed");
  EXPECT_EQ(by(judge, never(net, "P@1"), open), "closed");
}

}   // namespace
}   // namespace parley
