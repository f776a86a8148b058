#include "check/truth.h"

#include <gtest/gtest.h>

#include "support/judge_text.h"

namespace parley {
namespace {

using testing::network;
using testing::predicate;

// P, Q and R have states 0, 1, 2. The text gives a digit for each, or '?' for an unknown state.
std::string truth(const std::string& formula, const std::string& state) {
  const Network net = network(R"(
    P: 0 -a-> 1 -a-> 2
    Q: 0 -a-> 1 -a-> 2
    R: 0 -a-> 1 -a-> 2
    x = P.a Q.a R.a)");
  std::vector<LocalState> locals;
  for (char c : state) locals.push_back(c == '?' ? kAnywhere : LocalState(static_cast<std::size_t>(c - '0')));
  const Predicate formula_read = predicate(net, formula);
  switch (TruthOf(formula_read)(locals)) {
    case Truth::kFalse: return "false";
    case Truth::kOpen: return "open";
    case Truth::kTrue: return "true";
  }
  return "?";
}

TEST(Truth, ConnectivesOverKnownStatesAreTwoValued) {
  EXPECT_EQ(truth("P@1 && Q@{0,2}", "120"), "true");
  EXPECT_EQ(truth("P@1 && Q@{0,2}", "110"), "false");
  EXPECT_EQ(truth("P@1 || !Q@1", "010"), "false");
  EXPECT_EQ(truth("P@1 || !Q@1", "000"), "true");
  EXPECT_EQ(truth("true && !false", "000"), "true");
}

TEST(Truth, UnknownStatesLeaveOpenOnlyWhatDependsOnThem) {
  EXPECT_EQ(truth("P@1", "?00"), "open");
  EXPECT_EQ(truth("!P@1", "?00"), "open");
  EXPECT_EQ(truth("P@1 && Q@1", "?00"), "false");
  EXPECT_EQ(truth("P@1 && Q@0", "?00"), "open");
  EXPECT_EQ(truth("P@1 || Q@0", "?00"), "true");
  EXPECT_EQ(truth("P@1 || Q@1", "?00"), "open");
}

TEST(Truth, CountsAreIntervals) {
  EXPECT_EQ(truth("count(P@1, Q@1, R@1) <= 1", "110"), "false");
  EXPECT_EQ(truth("count(P@1, Q@1, R@1) <= 1", "100"), "true");
  EXPECT_EQ(truth("count(P@1, Q@1, R@1) <= 1", "?10"), "open");
  EXPECT_EQ(truth("count(P@1, Q@1, R@1) <= 1", "?00"), "true");
  EXPECT_EQ(truth("count(P@1, Q@1, R@1) <= 1", "?11"), "false");
  EXPECT_EQ(truth("count(P@1) - count(Q@1) >= 1", "??0"), "open");
  EXPECT_EQ(truth("count(P@1) - count(Q@1) >= 2", "??0"), "false");
  EXPECT_EQ(truth("count(P@1) - count(Q@1) >= 1", "?10"), "false");
}

}   // namespace
}   // namespace parley
