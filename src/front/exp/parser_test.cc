#include "front/exp/parser.h"

#include <gtest/gtest.h>

#include "support/exp_text.h"

namespace parley::exp {
namespace {

const TextFiles kFiles = {{"a.aut", aut("0 A 1, 1 B 0")}, {"bad.aut", "des (0, 1, 1)\n(0, \"a\", 7)\n"}};

std::string said(const std::string& text) { return meaning(text, kFiles); }

TEST(ExpParser, SaysWhereTheGrammarIsBroken) {
  EXPECT_EQ(said(""), "1:1 exp-empty");
  EXPECT_EQ(said("(* nothing *) -- at all\n"), "1:1 exp-empty");
  EXPECT_EQ(said("\"a\" |||"), "1:8 exp-syntax");
  EXPECT_EQ(said("\"a\" \"a\""), "1:5 exp-syntax");
  EXPECT_EQ(said("a"), "1:1 exp-syntax");
  EXPECT_EQ(said("\"\""), "1:1 exp-component");
  EXPECT_EQ(said("(\"a\""), "1:1 exp-end");
  EXPECT_EQ(said("\"a\")"), "1:4 exp-end");
  EXPECT_EQ(said("par \"a\" || \"a\""), "1:1 exp-end");
  EXPECT_EQ(said("(par \"a\" || \"a\")"), "1:16 exp-end");
  EXPECT_EQ(said("\"a\" end hide"), "1:5 exp-end");
  EXPECT_EQ(said("hide A in \"a\" end rename"), "1:15 exp-end");
  EXPECT_EQ(said("hide A in \"a\" end"), "1:18 exp-syntax");
  EXPECT_EQ(said("hide in in \"a\""), "1:6 exp-syntax");
  EXPECT_EQ(said("hide A \"a\""), "1:8 exp-syntax");
  EXPECT_EQ(said("hide all A in \"a\""), "1:10 exp-syntax");
  EXPECT_EQ(said("rename A in \"a\""), "1:10 exp-syntax");
  EXPECT_EQ(said("single hide A in \"a\""), "1:8 exp-syntax");
  EXPECT_EQ(said("total par A in \"a\" || \"a\" end par"), said("label par A in \"a\" || \"a\" end par"));
  EXPECT_EQ(said("partial par A in \"a\" end par"), "1:9 exp-syntax");
  EXPECT_EQ(said("par A B in \"a\" end par"), "1:7 exp-syntax");
  EXPECT_EQ(said("\"a\" |[A B]| \"a\""), "1:9 exp-syntax");
  EXPECT_EQ(said("par A#0 in \"a\" end par"), "1:7 exp-count");
  EXPECT_EQ(said("par A#99999999999 in \"a\" end par"), "1:7 exp-count");
  EXPECT_EQ(said("par A#2 -> \"a\" || \"a\" end par"), "1:5 exp-count");
}

TEST(ExpParser, SaysWhichBytesAndQuotesAreWrong) {
  EXPECT_EQ(said("\"a\" ||| $$ \"a\""), "1:9 exp-character");
  EXPECT_EQ(said("\"a\n"), "1:1 exp-string");
  EXPECT_EQ(said("\"a\" (* and so on"), "1:5 exp-comment");
  EXPECT_EQ(said("\"a\" (*@ name"), "1:5 exp-comment");
}

TEST(ExpParser, RefusesWhatItDoesNotRead) {
  EXPECT_EQ(said("prio A > B in \"a\" end prio"), "1:1 exp-prio");
  EXPECT_EQ(said("total prio \"A\" > \"B\" in \"a\" end prio"), "1:7 exp-prio");
  EXPECT_EQ(said("\"a\" | \"a\""), "1:5 exp-unsupported");
  EXPECT_EQ(said("\"a\" \\ {A}"), "1:5 exp-unsupported");
  EXPECT_EQ(said("encap ({A}, \"a\")"), "1:1 exp-unsupported");
  EXPECT_EQ(said("par using A * A -> A in \"a\" || \"a\" end par"), "1:1 exp-unsupported");
  EXPECT_EQ(said("\"a.bcg\" ||| \"b.exp\""), "1:1 exp-component, 1:13 exp-component");
}

TEST(ExpParser, ReportsSeveralMistakesBeyondTheGrammar) {
  EXPECT_EQ(said("label par using \"A\" -> x, _ * _ -> y, i * _ -> z in \"a\" || \"nobody\" end par"),
            "1:17 exp-vector, 1:27 exp-vector, 1:39 exp-hidden, 1:60 file-missing");
  EXPECT_EQ(said("\"a\" |[i]| total hide \"[a\" in total rename \"a\" -> \"\\1\" in \"a\""),
            "1:51 exp-regexp, 1:23 exp-regexp, 1:7 exp-hidden");
  EXPECT_EQ(said("\"bad\" ||| \"a\" ||| \"bad\""), "2:10 aut-state");
}

TEST(ExpParser, NestingBeyondTheLimitIsReported) {
  EXPECT_EQ(said(std::string(200000, '(')), "1:100001 exp-depth");
  const std::size_t deep = Parser::kMostNested - 1;
  EXPECT_EQ(said(std::string(deep, '(') + "\"a\"" + std::string(deep, ')')), "A: a.A; B: a.B");
  std::string hides;
  for (std::size_t i = 0; i < deep; ++i) hides += "hide A in ";
  EXPECT_EQ(said(hides + "\"a\""), "tau: a.A; B: a.B");
}

TEST(ExpParser, CommentsAndBlanksMayStandBetweenTokens) {
  EXPECT_EQ(said("\xEF\xBB\xBF"
                 "behaviour (* a *)\r\n\t\"a\" -- the end\n(*@ anything, that is no note *)"),
            "3:1 exp-note");
  EXPECT_EQ(said("behaviour (\"a\") (*@ a comment *)"), "A: a.A; B: a.B");
}

}   // namespace
}   // namespace parley::exp
