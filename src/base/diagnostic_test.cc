#include "base/diagnostic.h"

#include <gtest/gtest.h>

namespace parley {
namespace {

TEST(Diagnostic, PointsIntoItsLine) {
  const SourceText source("m.fsp", "const N = 5\nP = (a -> Q).\n");
  EXPECT_EQ(to_text(source.at(22, 1, "fsp-unknown-name", "there is no process 'Q'", "did you mean 'P'?")),
            "m.fsp:2:11: error: there is no process 'Q' [fsp-unknown-name]\n"
            "  P = (a -> Q).\n"
            "            ^\n"
            "  hint: did you mean 'P'?\n");
}

TEST(Diagnostic, PointsIntoAnEmptyText) {
  EXPECT_EQ(to_text(SourceText("m", "").at(0, 1, "c", "nothing here")), "m:1:1: error: nothing here [c]\n  \n  ^\n");
}

TEST(Diagnostic, ControlCharactersAndLongLinesStayPrintable) {
  const std::string shown = to_text(SourceText("m", std::string("a\x01\tb") + std::string(10'000, 'x')).at(3, 1, "c", "bad"));
  EXPECT_LT(shown.size(), 500u);
  EXPECT_EQ(shown.find('\x01'), std::string::npos);
  EXPECT_NE(to_text(SourceText("m", std::string(10'000, 'x')).at(9'000, 1, "c", "bad")).find("m:1:9001:"), std::string::npos);
}

TEST(Diagnostics, KeepsTheFirstTwentyAndCountsTheRest) {
  Diagnostics all;
  const SourceText source("m", "x");
  for (int i = 0; i < 50; ++i) all.add(source.at(0, 1, "c", "bad"));
  EXPECT_EQ(all.list().size(), 20u);
  EXPECT_EQ(all.errors(), 50u);
  EXPECT_EQ(all.suppressed(), 30u);
  EXPECT_TRUE(all.full());
}

TEST(Diagnostics, WarningsAreNotErrors) {
  Diagnostics all;
  Diagnostic warning = SourceText("m", "x").at(0, 1, "c", "odd");
  warning.severity = Severity::kWarning;
  all.add(warning);
  EXPECT_FALSE(all.has_errors());
  EXPECT_NE(to_text(all).find("m:1:1: warning: odd [c]"), std::string::npos);
}

TEST(NearestName, FindsTypingMistakesOnly) {
  EXPECT_EQ(nearest_name("FROK", {"PHIL", "FORK", "TABLE"}), "FORK");
  EXPECT_EQ(nearest_name("XYZZY", {"PHIL", "FORK", "TABLE"}), "");
}

}   // namespace
}   // namespace parley
