#include "report/printable.h"

#include <gtest/gtest.h>

namespace parley {

namespace {

TEST(Printable, ReplacesWhatWouldBreakALine) {
  EXPECT_EQ(printable("a\nb\x1b[31m\x7f", Charset::kUnicode), "a?b?[31m?");
  EXPECT_EQ(printable("caf\xC3\xA9 \xFF\xC3", Charset::kUnicode), "caf\xC3\xA9 ??");
  EXPECT_EQ(printable("caf\xC3\xA9", Charset::kAscii), "caf?");
  EXPECT_EQ(printable("\xC2\x85", Charset::kUnicode), "?");
}

TEST(DisplayWidth, CountsCodePoints) { EXPECT_EQ(display_width("a\xC3\xA9\xE2\x80\xA6"), 3u); }

TEST(Fitted, LosesItsMiddle) {
  EXPECT_EQ(fitted("HUNGRY", 6, Charset::kAscii), "HUNGRY");
  EXPECT_EQ(fitted("HUNGRY/left.take", 10, Charset::kAscii), "HUNG..take");
  EXPECT_EQ(fitted("HUNGRY/left.take", 9, Charset::kUnicode), "HUNG…take");
  EXPECT_EQ(fitted("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 3, Charset::kUnicode), "\xC3\xA9…\xC3\xA9");
  EXPECT_EQ(fitted("abcdef", 2, Charset::kAscii), "ab");
}

TEST(ValidUtf8, RejectsOverlongAndSurrogates) {
  EXPECT_EQ(valid_utf8("ok \xC3\xA9 \xF0\x9F\x98\x80"), "ok \xC3\xA9 \xF0\x9F\x98\x80");
  EXPECT_EQ(valid_utf8("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(valid_utf8("x\xE2\x80"), "x\xEF\xBF\xBD\xEF\xBF\xBD");
}

}   // namespace

}   // namespace parley
