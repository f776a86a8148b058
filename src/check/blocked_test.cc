#include "check/blocked.h"

#include <gtest/gtest.h>

#include "support/judge_text.h"

namespace parley {
namespace {

using testing::network;

std::vector<LocalState> locals(const std::string& digits) {
  std::vector<LocalState> result;
  for (char c : digits) result.emplace_back(static_cast<std::size_t>(c - '0'));
  return result;
}

std::string stuck(const Network& net, const std::string& digits) {
  std::string text;
  for (ComponentId component : StuckFinder(net).all_stuck(locals(digits))) text += std::string(net.name(component)) + " ";
  return text;
}

TEST(Termination, NeedsEveryRuleToNameAProcessThatCanEnd) {
  const Network ends = network("P: 0 -a-> END\nQ: 0 -a-> 0\nx = P.a Q.a");
  EXPECT_TRUE(termination(ends).possible);
  EXPECT_TRUE(is_terminated(ends, termination(ends), locals("10")));
  EXPECT_FALSE(is_terminated(ends, termination(ends), locals("00")));
  EXPECT_FALSE(is_deadlock(ends, locals("10")));

  const Network goes_on = network("P: 0 -a-> END\nQ: 0 -b-> 1\nx = P.a\ny = Q.b");
  EXPECT_FALSE(termination(goes_on).possible);
  EXPECT_TRUE(is_deadlock(goes_on, locals("11")));
}

TEST(Termination, NeedsAllProcessesThatCanEndToHaveEnded) {
  const Network net = network("P: 0 -a-> END\nQ: 0 -b-> 1 -c-> 0, 1 -c-> END\nx = P.a Q.b");
  EXPECT_FALSE(is_terminated(net, termination(net), locals("11")));
  EXPECT_TRUE(is_deadlock(net, locals("11")));
  EXPECT_TRUE(is_terminated(net, termination(net), locals("12")));
}

TEST(Termination, ObserversDoNotCount) {
  const Network net = network("P: 0 -a-> 1\n?O: 0 -a-> 0, END\nx = P.a");
  EXPECT_FALSE(termination(net).possible);
  EXPECT_TRUE(is_deadlock(net, locals("11")));
}

TEST(Deadlock, AnErrorStateIsNone) {
  const Network net = network("P: 0 -a-> ERROR\nQ: 0 -b-> 1\nx = P.a");
  EXPECT_FALSE(is_deadlock(net, locals("10")));
  EXPECT_FALSE(is_deadlock(net, locals("00")));
}

TEST(Stuck, ACircleOfTwoBlocksOnlyItself) {
  // P and Q wait for each other. R moves alone. S waits for R, which will take part.
  const Network net = network(R"(
    P: 0 -a-> 1 -b-> 0
    Q: 0 -b-> 1 -a-> 0
    R: 0 -c-> 1 -d-> 0
    S: 0 -d-> 0
    x = P.a Q.a
    y = P.b Q.b
    z = R.c
    w = R.d S.d)");
  EXPECT_EQ(stuck(net, "0000"), "P Q ");
  EXPECT_EQ(stuck(net, "1000"), "");
}

TEST(Stuck, AComponentThatWaitsForAnEndedPartnerIsStuckAndThePartnerIsNot) {
  const Network net = network("C: 0 -a-> END\nS: 0 -a-> 0\nx = C.a S.a");
  EXPECT_EQ(stuck(net, "00"), "");
  EXPECT_EQ(stuck(net, "10"), "S ");
}

TEST(Stuck, AComponentThatNoRuleNamesIsNotStuck) {
  const Network net = network("P: 0 -a-> 1\nQ: 0 -b-> 1\nx = P.a");
  EXPECT_EQ(stuck(net, "00"), "");
  EXPECT_EQ(stuck(net, "10"), "P ");
}

TEST(Stuck, RemovalsSpreadAlongAChain) {
  // Only R can move. That frees only its partner in a rule that is not refused.
  const Network net = network(R"(
    P: 0 -a-> 0, 1 -b-> 1
    Q: 0 -b-> 1, 0 -a-> 0, 1 -c-> 0
    R: 0 -c-> 0 -d-> 0
    x = P.a Q.a
    y = Q.c R.c
    z = R.d)");
  EXPECT_EQ(stuck(net, "000"), "");
  EXPECT_EQ(stuck(net, "010"), "");       // y frees Q; then P only waits for free components
  EXPECT_EQ(stuck(net, "100"), "P Q ");   // P refuses all its rules, and Q waits for P alone
}

TEST(Stuck, ObserversNeitherBlockNorAreBlocked) {
  const Network net = network("P: 0 -a-> 1 -b-> 0\n?O: 0 -a-> 1 -a-> 1\nx = P.a O.a");
  EXPECT_EQ(stuck(net, "00"), "");
  EXPECT_EQ(stuck(net, "10"), "P ");
}

}   // namespace
}   // namespace parley
