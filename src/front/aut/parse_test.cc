#include "front/aut/parse.h"

#include <random>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "front/aut/write.h"

namespace parley {
namespace {

// The edges as "from label to", or the diagnostics as "line:column code".
std::string parsed(const std::string& text) {
  Progress silent;
  const Result<Lts> lts = parse_aut(SourceText("x.aut", text), Limits(), silent);
  std::string all;
  if (!lts) {
    for (const Diagnostic& d : lts.diagnostics().list())
      all += (all.empty() ? "" : "; ") + std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.code;
    return all;
  }
  all = std::to_string(lts->initial().value) + "/" + std::to_string(lts->num_states()) + ":";
  for (LocalState from : lts->states())
    for (const Edge& edge : lts->edges(from))
      all += " " + std::to_string(from.value) + "<" + lts->label_name(edge.label) + ">" + std::to_string(edge.target.value);
  return all;
}

TEST(ParseAut, LabelsNeedNoQuotes) {
  EXPECT_EQ(parsed("des (1, 2, 3)\n(0, a, 1)\n(1, b, 2)\n"), "1/3: 0<a>1 1<b>2");
  EXPECT_EQ(parsed("des(0,1,2)\n(0,a,1)"), "0/2: 0<a>1");
  EXPECT_EQ(parsed("des (0, 0, 1)\n"), "0/1:");
}

TEST(ParseAut, ReadsWhatCadpWrites) {
  EXPECT_EQ(parsed("des (0, 4, 4)\n(0, \"a !1\", 3)\n(0, PUT (TRUE), 1)\n(0, i, 2)\n(1, \"SEND !\"x\" !0\", 0)\n"),
            "0/4: 0<a !1>3 0<PUT (TRUE)>1 0<tau>2 1<SEND !\"x\" !0>0");
  EXPECT_EQ(parsed("des (0, 2, 2)\n(0, PUT !f(1, 2), 1)\n(0, \"a, b\", 1)\n"), "0/2: 0<PUT !f(1, 2)>1 0<a, b>1");
}

TEST(ParseAut, ReadsWhatMcrl2Writes) {
  EXPECT_EQ(parsed("des (0,3,10)\n(0,\"lock(p2, f2)\",1)\n(0,\"tau\",2)\n(9,\"i\",0)\n"), "0/10: 0<lock(p2, f2)>1 0<tau>2 9<i>0");
}

TEST(ParseAut, BothWordsForTheInternalActionAreOneLabel) {
  Progress silent;
  const Result<Lts> lts = parse_aut(SourceText("x.aut", "des (0,3,2)\n(0,i,1)\n(0,tau,0)\n(1,\"tau\",0)\n"), Limits(), silent);
  ASSERT_TRUE(lts);
  EXPECT_EQ(lts->num_labels(), 1U);
}

TEST(ParseAut, BlanksAreFreeOutsideQuotes) {
  EXPECT_EQ(parsed("\n  des \t( 0 , 2 , 2 ) \r\n\r\n ( 0 ,  a b\t, 1 ) \r\n\n(1,\" a \",0)\r\n\n"), "0/2: 0<a b>1 1< a >0");
}

TEST(ParseAut, EqualTransitionsAreOne) { EXPECT_EQ(parsed("des (0,2,1)\n(0,a,0)\n(0,\"a\",0)\n"), "0/1: 0<a>0"); }

TEST(ParseAut, BadHeadersAreReportedAtTheirPlace) {
  EXPECT_EQ(parsed(""), "1:1 aut-empty");
  EXPECT_EQ(parsed(" \n\n"), "1:1 aut-empty");
  EXPECT_EQ(parsed("hello"), "1:1 aut-header");
  EXPECT_EQ(parsed("des (0, 1"), "1:1 aut-header");
  EXPECT_EQ(parsed("des (0, 1)"), "1:1 aut-header");
  EXPECT_EQ(parsed("des"), "1:1 aut-header");
  EXPECT_EQ(parsed("\ndes (x, 1, 2)"), "2:6 aut-header");
  EXPECT_EQ(parsed("des (0, -1, 2)"), "1:9 aut-header");
  EXPECT_EQ(parsed("des (0, 1, 2, 3)"), "1:9 aut-header");
  EXPECT_EQ(parsed("des (0, 0, 99999999999999999999)"), "1:11 aut-header");
  EXPECT_EQ(parsed("des (0, 0, 5000000000)"), "1:1 aut-large");
  EXPECT_EQ(parsed("des (0, 0, 4000000000)"), "1:11 aut-count");
  EXPECT_EQ(parsed("des (2, 0, 2)"), "1:6 aut-state");
  EXPECT_EQ(parsed("des (0, 0, 0)"), "1:6 aut-state");
}

TEST(ParseAut, WrongCountsAreErrors) {
  EXPECT_EQ(parsed("des (0, 3, 2)\n(0, a, 1)\n(1, a, 0)\n"), "1:9 aut-count");
  EXPECT_EQ(parsed("des (0, 1, 2)\n(0, a, 1)\n(1, a, 0)\n"), "1:9 aut-count");
  EXPECT_EQ(parsed("des (0, 2000000000, 4000000000)\n(0, a, 1)\n"), "1:9 aut-count");   // and allocates nothing
  EXPECT_EQ(parsed("des (0, 2, 2)\n(0, a, 1)\n( 1, a, 2 )\n(5,a,0)\n"), "3:9 aut-state; 4:2 aut-state");
}

TEST(ParseAut, BadTransitionsAreReportedAtTheirPlace) {
  EXPECT_EQ(parsed("des (0, 2, 2)\n(0, a, 1)\n(1, a"), "3:1 aut-edge");
  EXPECT_EQ(parsed("des (0, 2, 2)\n(0, a, 1)\n(1, a, 0"), "3:1 aut-edge");
  EXPECT_EQ(parsed("des (0, 1, 2)\n(0, , 1)\n"), "2:3 aut-edge");
  EXPECT_EQ(parsed("des (0, 1, 2)\n(0, 1)\n"), "2:1 aut-edge");
  EXPECT_EQ(parsed("des (0, 1, 2)\n(x, a, 1)\n(0, a, 1x)\n(, a,)\n"), "2:2 aut-edge; 3:7 aut-edge; 4:1 aut-edge; 4:1 aut-edge");
  EXPECT_EQ(parsed("des (0, 1, 2)\n0, a, 1\n"), "2:1 aut-edge");
}

TEST(ParseAut, GarbageStopsAfterTheMostDiagnostics) {
  std::string text = "des (0, 1, 2)\n";
  for (int i = 0; i < 1'000'000; ++i) text += "garbage\n";
  Progress silent;
  const Result<Lts> lts = parse_aut(SourceText("x.aut", text), Limits(), silent);
  ASSERT_FALSE(lts);
  EXPECT_EQ(lts.diagnostics().list().size(), Diagnostics::kMost);
}

TEST(ParseAut, StopsAtALimit) {
  std::string text = "des (0, 3000, 1)\n";
  for (int i = 0; i < 3000; ++i) text += "(0,a" + std::to_string(i) + ",0)\n";
  const StopToken stop(StopRequest::kTerminated);
  Progress silent;
  EXPECT_TRUE(parse_aut(SourceText("x.aut", text), Limits(), silent));
  EXPECT_THROW((void)parse_aut(SourceText("x.aut", text), Limits({.stop = &stop}), silent), Stopped);
}

std::string written(const Lts& lts) {
  std::ostringstream out;
  write_aut(out, lts);
  return out.str();
}

TEST(WriteAut, EveryLabelIsQuoted) {
  LtsBuilder builder;
  builder.add_states(2);
  builder.set_initial(LocalState(std::size_t{1}));
  const LocalLabel say = builder.add_label("say \"x\", y");
  const LocalLabel tau = builder.add_label("tau");
  const LocalLabel i = builder.add_label("i");
  builder.add_edge(LocalState(std::size_t{1}), say, LocalState(std::size_t{0}));
  builder.add_edge(LocalState(std::size_t{1}), tau, LocalState(std::size_t{0}));
  builder.add_edge(LocalState(std::size_t{0}), i, LocalState(std::size_t{0}));
  const std::string text = written(std::move(builder).build());
  EXPECT_EQ(text, "des (1, 3, 2)\n(0, \"i\", 0)\n(1, \"say \"x\", y\", 0)\n(1, \"tau\", 0)\n");
  EXPECT_EQ(parsed(text), "1/2: 0<i>0 1<say \"x\", y>0 1<tau>0");
}

TEST(WriteAut, LineBreaksAreSpeltOut) {
  LtsBuilder builder;
  builder.add_states(1);
  builder.add_edge(LocalState(std::size_t{0}), builder.add_label("a\nb"), LocalState(std::size_t{0}));
  EXPECT_EQ(written(std::move(builder).build()), "des (0, 1, 1)\n(0, \"a\\x0Ab\", 0)\n");
}

TEST(WriteAut, RandomSystemsReadBack) {
  const std::vector<std::string> names = {"a",       "tau", "i", "",     "\"", "\"q\"",   " x ",
                                          "f(1, 2)", "(",   ",", "a !1", ")",  "\xC3\xA4"};
  std::mt19937 random(11);
  Progress silent;
  for (int round = 0; round < 300; ++round) {
    LtsBuilder builder;
    const std::size_t states = 1 + random() % 9;
    builder.add_states(states);
    builder.set_initial(LocalState(random() % states));
    for (const std::string& name : names) builder.add_label(name);
    for (std::size_t count = random() % 30; count > 0; --count)
      builder.add_edge(LocalState(random() % states), LocalLabel(random() % names.size()), LocalState(random() % states));
    const std::string text = written(std::move(builder).build());
    const Result<Lts> again = parse_aut(SourceText("x.aut", text), Limits(), silent);
    ASSERT_TRUE(again) << text << to_text(again.diagnostics());
    // Labels are numbered in the order of the text. So the order of edges may change in the first round trip,
    // but not in later ones.
    const std::string second = written(*again);
    std::multiset<std::string> lines;
    std::multiset<std::string> lines_again;
    std::istringstream in(text);
    std::istringstream in_again(second);
    for (std::string line; std::getline(in, line);) lines.insert(line);
    for (std::string line; std::getline(in_again, line);) lines_again.insert(line);
    ASSERT_EQ(lines, lines_again);
    ASSERT_TRUE(second.starts_with(text.substr(0, text.find('\n'))));
  }
}

}   // namespace
}   // namespace parley
