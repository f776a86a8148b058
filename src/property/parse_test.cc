#include "property/parse.h"

#include <gtest/gtest.h>

#include "property/print.h"

namespace parley {
namespace {

Lts three_states() {
  LtsBuilder builder;
  builder.add_state("A");
  builder.add_state("B.1");
  builder.add_state("B.2");
  builder.add_alias(LocalState(std::size_t{1}), "B");
  builder.add_alias(LocalState(std::size_t{2}), "B");
  const LocalLabel go = builder.add_label("go");
  builder.add_edge(LocalState(std::size_t{0}), go, LocalState(std::size_t{1}));
  return std::move(builder).build();
}

Network network() {
  NetworkBuilder builder;
  const TemplateId lts = builder.add_template(three_states());
  LtsBuilder plain;
  plain.add_states(12);
  const TemplateId numbered = builder.add_template(std::move(plain).build());
  for (const char* name : {"phil.0", "phil.1", "count", "true", "7", "odd name\"\\\n"}) builder.add_component(name, lts);
  builder.add_component("counter", numbered);
  return std::move(builder).build();
}

// The formula as it is printed, or its diagnostics as "line:column+length code (hint)".
std::string parsed(const std::string& text) {
  const Network net = network();
  const Result<Predicate> predicate = parse_predicate(SourceText("--never", text), net);
  if (predicate) return to_text(*predicate, net);
  std::string all;
  for (const Diagnostic& d : predicate.diagnostics().list()) {
    if (!all.empty()) all += "; ";
    all += std::to_string(d.line) + ":" + std::to_string(d.column) + "+" + std::to_string(d.length) + " " + d.code;
    if (!d.hint.empty()) all += " (" + d.hint + ")";
  }
  return all;
}

TEST(ParsePredicate, AndBindsStrongerThanOr) {
  EXPECT_EQ(parsed("phil.0@A"), "phil.0@A");
  EXPECT_EQ(parsed(" ( ((phil[0]@A)) )"), "phil.0@A");
  EXPECT_EQ(parsed("phil.0@A&&phil.1@A||true"), "phil.0@A && phil.1@A || true");
  EXPECT_EQ(parsed("phil.0@A&&(phil.1@A||true)"), "phil.0@A && (phil.1@A || true)");
  EXPECT_EQ(parsed("(phil.0@A&&phil.1@A)&&true"), "(phil.0@A && phil.1@A) && true");
  EXPECT_EQ(parsed("!(phil.0@A && !!phil.1@A)"), "!(phil.0@A && !!phil.1@A)");
  EXPECT_EQ(parsed("!phil.0@A && false"), "!phil.0@A && false");
}

TEST(ParsePredicate, AStateIsANameAnAliasOrANumber) {
  EXPECT_EQ(parsed("phil.0@B"), "phil.0@{B.1,B.2}");
  EXPECT_EQ(parsed("phil.0@B[2]"), "phil.0@B.2");
  EXPECT_EQ(parsed("phil.0@{B[2], A}"), "phil.0@{A,B.2}");
  EXPECT_EQ(parsed("phil.0@{A,A,#0}"), "phil.0@A");
  EXPECT_EQ(parsed("counter@11"), "counter@11");
  EXPECT_EQ(parsed("counter@#3"), "counter@3");
}

TEST(ParsePredicate, KeywordsCanBeNames) {
  EXPECT_EQ(parsed("count@A && true@A && 7@A && true"), "count@A && true@A && 7@A && true");
  EXPECT_EQ(parsed(R"("odd name\"\\\x0A"@A)"), R"("odd name\"\\\x0A"@A)");
  EXPECT_EQ(parsed(R"("phil.0"@"A")"), "phil.0@A");
}

TEST(ParsePredicate, ComparisonsBecomeUpperBounds) {
  EXPECT_EQ(parsed("count(phil.0@A, phil.1@A) <= 1"), "count(phil.0@A, phil.1@A) <= 1");
  EXPECT_EQ(parsed("count(phil.0@A) < 1"), "count(phil.0@A) <= 0");
  EXPECT_EQ(parsed("count(phil.0@A) >= 1"), "count(phil.0@A) >= 1");
  EXPECT_EQ(parsed("count(phil.0@A) > 1"), "count(phil.0@A) >= 2");
  EXPECT_EQ(parsed("1 <= count(phil.0@A)"), "count(phil.0@A) >= 1");
  EXPECT_EQ(parsed("count(phil.0@A) == 1"), "count(phil.0@A) <= 1 && count(phil.0@A) >= 1");
  EXPECT_EQ(parsed("count(phil.0@A) != 1"), "count(phil.0@A) <= 0 || count(phil.0@A) >= 2");
  EXPECT_EQ(parsed("2*count(phil.0@A) + 3 <= count(phil.1@A) - 1"), "2*count(phil.0@A) - count(phil.1@A) <= -4");
  EXPECT_EQ(parsed("-count(phil.0@A) <= 0"), "count(phil.0@A) >= 0");
  EXPECT_EQ(parsed("count() <= 0 && 1 <= 2"), "count() <= 0 && count() <= 1");
  EXPECT_EQ(parsed("!(count(phil.0@A) <= 1)"), "!(count(phil.0@A) <= 1)");
}

TEST(ParsePredicate, UnknownNamesAreAllReported) {
  EXPECT_EQ(parsed("phill.0@A && phil.1@C || zzzzzzz[1]@A"),
            "1:1+7 predicate-unknown-component (did you mean 'phil.0'?); "
            "1:21+1 predicate-unknown-state (did you mean 'A'?); "
            "1:26+10 predicate-unknown-component");
  EXPECT_EQ(parsed("count(phil.9@A, phil.1@C) <= 1"),
            "1:7+6 predicate-unknown-component (did you mean 'phil.0'?); 1:24+1 predicate-unknown-state (did you mean 'A'?)");
  EXPECT_EQ(parsed("counter@#12"), "1:10+2 predicate-unknown-state");
}

TEST(ParsePredicate, SyntaxErrorsPointToTheirTokens) {
  EXPECT_EQ(parsed(""), "1:1+1 predicate-syntax");
  EXPECT_EQ(parsed("phil.0@A &&"), "1:12+1 predicate-syntax");
  EXPECT_EQ(parsed("(phil.0@A"), "1:1+1 predicate-syntax");
  EXPECT_EQ(parsed("phil.0@A)"), "1:9+1 predicate-syntax");
  EXPECT_EQ(parsed("phil.0"), "1:7+1 predicate-syntax");
  EXPECT_EQ(parsed("phil.0@{A"), "1:10+1 predicate-syntax");
  EXPECT_EQ(parsed("phil[0@A"), "1:7+1 predicate-syntax");
  EXPECT_EQ(parsed("phil.0@A phil.1@A"), "1:10+6 predicate-syntax");
  EXPECT_EQ(parsed("count(phil.0@A)"), "1:16+1 predicate-syntax");
  EXPECT_EQ(parsed("count(phil.0@A"), "1:15+1 predicate-syntax");
  EXPECT_EQ(parsed("&& phil.0@A\n|| )"), "1:1+2 predicate-syntax; 2:4+1 predicate-syntax; 2:4+1 predicate-syntax");
  EXPECT_EQ(parsed("phil.0@A & phil.1@A"), "1:10+1 predicate-bad-token (did you mean '&&'?); 1:12+6 predicate-syntax");
  EXPECT_EQ(parsed("phil.0@A ;$; && true"), "1:10+3 predicate-bad-token (quote a name that contains them)");
  EXPECT_EQ(parsed("(count(phil.0@A && phil.1@A) <= 1) && x@A"),
            "1:17+2 predicate-syntax; 1:39+1 predicate-unknown-component (did you mean '7'?)");
  EXPECT_TRUE(parsed("\"phil@A").starts_with("1:1+7 predicate-bad-token"));
  EXPECT_TRUE(parsed("\"ph\\il\"@A").starts_with("1:1+9 predicate-bad-token"));
}

TEST(ParsePredicate, NumbersThatDoNotFitAreRejected) {
  const std::string hint = " (they may add up to 2^60)";
  EXPECT_EQ(parsed("count() <= 99999999999999999999"), "1:12+20 predicate-large-number" + hint);
  EXPECT_EQ(parsed("1152921504606846976*count(phil.0@A) <= 0"), "1152921504606846976*count(phil.0@A) <= 0");
  EXPECT_EQ(parsed("1152921504606846976*count(phil.0@A, phil.1@A) <= 0"), "1:21+5 predicate-large-number" + hint);
  EXPECT_EQ(parsed("1152921504606846976 <= 1"), "1:24+1 predicate-large-number" + hint);
}

TEST(ParsePredicate, DiagnosticsOfAPartPointIntoTheWholeText) {
  const Network net = network();
  const SourceText source("x", "one\npredicate phil.0@C\nphil.1@A");
  const Result<Predicate> predicate = parse_predicate(source, 14, 8, net);
  ASSERT_FALSE(predicate);
  EXPECT_EQ(predicate.diagnostics().list()[0].line, 2U);
  EXPECT_EQ(predicate.diagnostics().list()[0].column, 18U);
  EXPECT_EQ(predicate.diagnostics().list().size(), 1U);
}

TEST(ParsePredicate, NoNestingIsTooDeep) {
  constexpr std::size_t kDepth = 200'000;
  std::string text = "phil.0@A";
  std::string opening;
  std::string closing;
  for (std::size_t i = 0; i < kDepth; ++i) {
    opening += i % 2 == 0 ? "!(true && " : "!(true || ";
    closing += ')';
  }
  text = opening + text + closing;
  EXPECT_EQ(parsed(text), text);
  EXPECT_EQ(parsed(opening).substr(0, 4), "1:20");
}

TEST(ParsePredicate, DiagnosticsAreFewAndGarbageIsFast) {
  std::string garbage;
  for (int i = 0; i < 200'000; ++i) garbage += "nobody@A && ( ";
  const Network net = network();
  const Result<Predicate> predicate = parse_predicate(SourceText("x", garbage), net);
  ASSERT_FALSE(predicate);
  EXPECT_EQ(predicate.diagnostics().list().size(), Diagnostics::kMost);
}

}   // namespace
}   // namespace parley
