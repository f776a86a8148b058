#include "check/reduced/formula_stays.h"

#include <gtest/gtest.h>

#include "support/judge_text.h"

namespace parley {
namespace {

using testing::network;
using testing::predicate;

// P, Q and R have states 0, 1, 2, and one rule moves P and Q. Each text has one digit for P, Q and R.
std::string stays(const std::string& formula, const std::string& from, const std::string& to) {
  const Network net = network(R"(
    P: 0 -a-> 1 -a-> 2
    Q: 0 -a-> 1 -a-> 2
    R: 0 -a-> 1 -a-> 2
    x = P.a Q.a
    y = R.a)");
  const auto locals = [](const std::string& text) {
    std::vector<LocalState> result;
    for (char c : text) result.emplace_back(static_cast<std::size_t>(c - '0'));
    return result;
  };
  const Predicate read = predicate(net, formula);
  FormulaStays formula_stays(net, read);
  const std::vector<LocalState> before = locals(from);
  const std::vector<LocalState> after = locals(to);
  const auto ask = [&] { return formula_stays(net.participants(RuleId(std::size_t{0})), before, std::span(after).first(2)); };
  const bool once = ask();
  const bool again = ask();   // nothing remains from the first call
  return once != again ? "?" : once ? "stays" : "changes";
}

TEST(FormulaStays, AtomsKeepTheirTruth) {
  EXPECT_EQ(stays("P@2 || Q@2", "000", "110"), "stays");
  EXPECT_EQ(stays("P@1 || Q@2", "000", "110"), "changes");
  EXPECT_EQ(stays("P@2 || !Q@1", "000", "110"), "changes");
  EXPECT_EQ(stays("P@{0,1} && R@0", "000", "110"), "stays");
  EXPECT_EQ(stays("P@0 && P@1", "000", "110"), "changes");   // false before and after, but atoms changed
  EXPECT_EQ(stays("R@0 && R@1", "000", "110"), "stays");
  EXPECT_EQ(stays("P@1", "110", "110"), "stays");
  EXPECT_EQ(stays("true", "000", "110"), "stays");
}

TEST(FormulaStays, SumsKeepTheirValue) {
  EXPECT_EQ(stays("count(P@0, Q@1) <= 1", "000", "110"), "stays");
  EXPECT_EQ(stays("count(P@0, Q@1) == 1", "000", "110"), "stays");
  EXPECT_EQ(stays("count(P@0, Q@1) <= 5", "000", "100"), "changes");
  EXPECT_EQ(stays("count(P@0, P@1) <= 1", "000", "100"), "stays");
  EXPECT_EQ(stays("count(P@0) <= 2 * count(Q@1)", "000", "110"), "changes");
  EXPECT_EQ(stays("count(P@0) + count(Q@1) <= 1", "000", "110"), "stays");
  EXPECT_EQ(stays("count(P@0) <= 1 && count(Q@1) <= 1", "000", "110"),
            "changes");   // changes of two sums do not cancel each other
  EXPECT_EQ(stays("count(P@0, Q@1) <= 1 && P@0", "000", "110"), "changes");
}

}   // namespace
}   // namespace parley
