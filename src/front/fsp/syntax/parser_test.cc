#include <gtest/gtest.h>

#include "support/fsp_text.h"

namespace parley::fsp {
namespace {

TEST(FspParser, ADiagnosticShowsThePlaceAndAHint) {
  EXPECT_EQ(to_text(read("const N = 3\nFORK = (take -> put -> FORK).\n||S = (fork[1]:FROK || P).").diagnostics()),
            "test.fsp:3:16: error: there is no process 'FROK' [fsp-unknown-name]\n"
            "  ||S = (fork[1]:FROK || P).\n"
            "                 ^^^^\n"
            "  hint: did you mean 'FORK'?\n"
            "test.fsp:3:24: error: there is no process 'P' [fsp-unknown-name]\n"
            "  ||S = (fork[1]:FROK || P).\n"
            "                         ^\n"
            "  hint: did you mean 'S'?\n");
}

TEST(FspParser, ContinuesWithTheNextDefinitionAfterAnError) {
  EXPECT_EQ(diagnose("P = (a -> ).\nQ = (b - > Q).\nR = (c -> R).\nconst = 3\nconst M = *\n||S = (R ||)."),
            "fsp-syntax 1:11, fsp-syntax 2:8, fsp-syntax 4:7, fsp-syntax 5:11, fsp-syntax 6:12");
}

TEST(FspParser, EmptyAndTruncatedTextsAreErrors) {
  EXPECT_EQ(diagnose(""), "fsp-empty 1:1");
  EXPECT_EQ(diagnose("// nothing\n"), "fsp-empty 1:1");
  EXPECT_EQ(diagnose("P = (a -> "), "fsp-syntax 1:11");
  EXPECT_EQ(diagnose("P = (a -> P)"), "fsp-syntax 1:13");
  EXPECT_EQ(diagnose("/* P"), "fsp-comment 1:1");
}

TEST(FspParser, ABinaryFileIsRecognised) {
  const auto model = read(std::string("\x8B\xAF\0\0 mcrl2", 10));
  EXPECT_EQ(codes(model.diagnostics()), "fsp-binary 0:0");
}

TEST(FspParser, GarbageStopsEarly) {
  std::string garbage;
  for (int i = 0; i < 100000; ++i) garbage += "$ ?? P = ) | \n";
  const auto model = read(garbage);
  ASSERT_FALSE(model.ok());
  EXPECT_LE(model.diagnostics().list().size(), Diagnostics::kMost);
}

TEST(FspParser, DepthIsLimited) {
  std::string nested = "P = ";
  for (int i = 0; i < 100000; ++i) nested += "(a -> ";
  EXPECT_EQ(diagnose(nested), "fsp-depth 1:6000");
  EXPECT_EQ(diagnose("const N = " + std::string(100000, '(')).substr(0, 9), "fsp-depth");
  EXPECT_EQ(diagnose("const N = " + std::string(100000, '-') + "1").substr(0, 9), "fsp-depth");
  EXPECT_EQ(diagnose("P = (" + std::string(100000, '{')).substr(0, 9), "fsp-depth");
  EXPECT_EQ(diagnose("||P = " + std::string(100000, '(')).substr(0, 9), "fsp-depth");
}

TEST(FspParser, BadNumbersAndOverflowAreErrors) {
  EXPECT_EQ(diagnose("const N = 010\nP = (a -> P)."), "fsp-number 1:11");
  EXPECT_EQ(diagnose("const N = 99999999999999999999\nP = (a -> P)."), "fsp-number 1:11");
  EXPECT_EQ(diagnose("const N = 9223372036854775807 + 1\nP = (a -> P)."), "fsp-overflow 1:31");
  EXPECT_EQ(diagnose("const N = 1/0\nP = (a -> P)."), "fsp-division 1:12");
  EXPECT_EQ(diagnose("const N = (0-9223372036854775807-1)/-1\nP = (a -> P)."), "fsp-overflow 1:36");
  EXPECT_EQ(diagnose("const N = 1<<99\nP = (a -> P)."), "fsp-overflow 1:12");
  EXPECT_EQ(rules_text("const N = 0x1F\nconst M = 017\nP = (a[N] -> b[M] -> P).", {.options = {.ltsa_compat = true}}),
            "a.31 <- P!a.31\nb.15 <- P!b.15\n");
}

TEST(FspParser, HugeRangesAreRefusedOrStopped) {
  EXPECT_EQ(diagnose("range R = 0..2000000000\nP = (a[R] -> P)."), "fsp-too-large 1:11");
  const auto model = read("P = P[0], P[i:0..99999999] = (a -> P[0]).");
  ASSERT_TRUE(model.ok());
  Progress silent;
  const Limits limits({.seconds = 60, .memory_bytes = resident_bytes() + (200u << 20)});
  EXPECT_THROW((void)(*model)->build("", "", limits, silent), Stopped);
}

TEST(FspParser, ADefinitionMayFollowAnExpression) {
  EXPECT_EQ(components_text("P = (a -> P).\nconst N = 1\n||S(M=N) = P.\nrange R = 0..N\n||T = S."), "P");
  EXPECT_EQ(components_text("P = (a -> P).\ncheck reach S : P@P\n||S = P.\ncheck deadlock\nQ = (b -> Q)."), "P");
}

TEST(FspParser, AnUnknownKindOfCheckIsAnError) {
  EXPECT_EQ(diagnose("P = (a -> P).\ncheck deadlok P"), "fsp-check-kind 2:7");
  EXPECT_EQ(diagnose("P = (a -> P).\ncheck fluent F on P"), "fsp-check-kind 2:7");
}

TEST(FspParser, UnknownAndDuplicateNamesAreErrors) {
  EXPECT_EQ(diagnose("const N = M\nconst M = 1\nP = (a -> P)."), "fsp-unknown-name 1:11");
  EXPECT_EQ(diagnose("const N = 1\nrange N = 0..1\nP = (a -> P).\nP = (b -> P)."), "fsp-duplicate 2:7, fsp-duplicate 4:1");
  EXPECT_EQ(diagnose("P = (a[j] -> P | b[R] -> P | c[i:S] -> P) + T."),
            "fsp-unknown-name 1:8, fsp-unknown-name 1:20, fsp-unknown-name 1:34, fsp-unknown-name 1:45");
  EXPECT_EQ(diagnose("P(N=1) = (a[N] -> P).\n||S = P(1,2)."), "fsp-arguments 2:7");
  EXPECT_EQ(diagnose("P = (tau -> P)."), "fsp-tau 1:6");
  EXPECT_EQ(diagnose("P = (a -> P).\ncheck deadlock Q\ncheck A = deadlock\ncheck A = deadlock"),
            "fsp-unknown-target 2:16, fsp-duplicate 4:7");
  EXPECT_EQ(diagnose("P = (a -> Q).\nQ = (a -> Q)."), "fsp-unknown-name 1:11");
}

TEST(FspParser, AnUnknownTargetIsAnError) { EXPECT_EQ(diagnose("P = (a -> P).", {.target = "Q"}), "fsp-unknown-target 0:0"); }

}   // namespace
}   // namespace parley::fsp
