#include <gtest/gtest.h>

#include "support/fsp_parsed.h"

// The nodes that the parser makes of progress properties, fluents, assertions and checks, and the errors that
// the parser and the name checker report. No process is elaborated.
namespace parley::fsp {
namespace {

TEST(FspSyntax, ProgressPropertiesAndFluentsAreParsed) {
  const Parsed parsed(
      "range R = 0..1\nP = (a -> b -> P).\nprogress OK = {a, b}\nprogress IF[i:R][j:0..1] = if a[i] then {b, c[j]}\n"
      "fluent F[i:R] = <a[i], {b, c}> initially i\nfluent G = <a, b> initially True\nfluent H = <a, b>\n||S = P.");
  EXPECT_EQ(parsed.codes(), "");
  ASSERT_EQ(parsed.ast.progress.size(), 2u);
  EXPECT_EQ(parsed.parts(parsed.ast.progress[0].labels), "{a,b}");
  const ProgressDefinition& p = parsed.ast.progress[1];
  EXPECT_EQ(parsed.parts(p.ranges) + " " + parsed.parts(p.condition) + " " + parsed.parts(p.labels),
            "[i:R].[j:0..1] a.[i] {b,c.[j]}");
  std::string text;
  for (const Fluent& f : parsed.ast.fluents)
    text += fmt::format("{} {} {} {} {}\n", parsed.name(f.name), parsed.parts(f.ranges), parsed.parts(f.on), parsed.parts(f.off),
                        parsed.expr(f.initially));
  EXPECT_EQ(text, "F [i:R] a.[i] {b,c} i\nG  a b 1\nH  a b -\n");
  EXPECT_EQ(codes_of("progress P = if {a}\nQ = (a -> Q)."), "fsp-syntax 2:1");
  EXPECT_EQ(codes_of("fluent F = {a}"), "fsp-syntax 1:12");
  EXPECT_EQ(codes_of("fluent F = <a>"), "fsp-syntax 1:14");
  EXPECT_EQ(codes_of("Q = (a -> Q).\nfluent F = <a[i], b[R]>\nprogress P = S\nfluent F = <a,b>\nprogress P = {a}"),
            "fsp-duplicate 4:8, fsp-duplicate 5:10, fsp-unknown-name 3:14, fsp-unknown-name 2:15, fsp-unknown-name 2:21");
}

TEST(FspSyntax, OperatorsOfFormulasHaveTheirPrecedence) {
  EXPECT_EQ(formula_of("[]<>!X a"), "[]<>!Xa");
  EXPECT_EQ(formula_of("(a -> b -> c)"), "(a -> (b -> c))");
  EXPECT_EQ(formula_of("(a && b && c && d)"), "((a && b) && (c && d))");
  EXPECT_EQ(formula_of("(a && b -> c <-> d)"), "(((a && b) -> c) <-> d)");
  EXPECT_EQ(formula_of("[](a U b W X c)"), "[](a U (b W Xc))");
  EXPECT_EQ(formula_of("(a || b && !c)"), "(a || (b && !c))");
  EXPECT_EQ(formula_of("forall [i:0..1] exists [j:0..1] (a[i] -> b[j])"), "forall [i:0..1] exists [j:0..1] (a.[i] -> b.[j])");
  EXPECT_EQ(formula_of("({a,b} || rigid(1 == 2) || True)"), "(({a,b} || rigid (1 5 2)) || rigid 1)");
  EXPECT_EQ(formula_of("(a || (b -> c))"), "(a || (b -> c))");
  // Formulas that LTSA reads differently.
  EXPECT_EQ(formula_of("(a || b -> c)"), "((a || b) -> c) fsp-precedence 2:13");
  EXPECT_EQ(formula_of("(a || b -> c)", true), "(a || (b -> c)) fsp-precedence 2:13");
  EXPECT_EQ(formula_of("(a && b U c)"), "(a && (b U c)) fsp-precedence 2:13");
  EXPECT_EQ(formula_of("(a && b U c)", true), "((a && b) U c) fsp-precedence 2:13");
}

TEST(FspSyntax, LongChainsBecomeBalancedTrees) {
  std::string text = "(a";
  for (int i = 0; i < 50000; ++i) text += " && a";
  const Parsed parsed("P = (a -> P).\nassert A = " + text + ")");
  EXPECT_EQ(parsed.codes(), "");
  EXPECT_EQ(parsed.ast.ltl.size(), 100001u);
  EXPECT_EQ(codes_of("assert A = " + std::string(100000, '!') + "a").substr(0, 9), "fsp-depth");
  EXPECT_EQ(codes_of("assert A = " + std::string(100000, '(') + "a").substr(0, 9), "fsp-depth");
}

TEST(FspSyntax, AssertionsKeepParametersFormulaAndAlphabet) {
  const Parsed parsed(
      "set S = {a, b}\nP = (S -> P).\nfluent F[i:0..1] = <a, b>\nassert A(N=1, M=2) = [](F[N] -> <>S.c)\n"
      "constraint B = !(A(1,2) || A) + {a, b}\nassert C = S\n||T = P.\ncheck assert A on T expect fail");
  EXPECT_EQ(parsed.codes(), "");
  ASSERT_EQ(parsed.ast.assertions.size(), 3u);
  EXPECT_EQ(parsed.ltl(parsed.ast.assertions[0].formula), "[](F[N] -> <>S.c)");
  EXPECT_EQ(parsed.ltl(parsed.ast.assertions[1].formula), "!(A(1,2) || A)");
  EXPECT_TRUE(parsed.ast.assertions[1].is_constraint && !parsed.ast.assertions[0].is_constraint);
  EXPECT_EQ(parsed.set(parsed.ast.assertions[1].alphabet), "{a,b}");
  EXPECT_EQ(parsed.ltl(parsed.ast.assertions[2].formula), "S");
}

TEST(FspSyntax, MistakesInAssertionsAreReportedAtTheirPlace) {
  const std::string head = "P = (a -> P).\nfluent FULL[i:0..1] = <a, b>\nassert A(N=1) = [] a\n";
  const Parsed parsed(head + "assert B = FUL[1]");
  EXPECT_EQ(parsed.codes(), "fsp-unknown-name 4:12");
  EXPECT_EQ(parsed.hints(), "did you mean 'FULL'?\n");
  EXPECT_EQ(codes_of(head + "assert B = FULL"), "fsp-arguments 4:12");
  EXPECT_EQ(codes_of(head + "assert B = FULL[1][2]"), "fsp-arguments 4:12");
  EXPECT_EQ(codes_of(head + "assert B = FULL(1)"), "fsp-arguments 4:12");
  EXPECT_EQ(codes_of(head + "assert B = A[1]"), "fsp-arguments 4:12");
  EXPECT_EQ(codes_of(head + "assert B = A(1,2)"), "fsp-arguments 4:12");
  EXPECT_EQ(codes_of(head + "assert B = FULL[i]"), "fsp-unknown-name 4:17");
  EXPECT_EQ(codes_of(head + "assert B = (C && a)\nassert C = !B"), "fsp-recursion 5:8");
  EXPECT_EQ(codes_of(head + "assert B = B"), "fsp-recursion 4:8");
  EXPECT_EQ(codes_of(head + "assert A = a"), "fsp-duplicate 4:8");
  EXPECT_EQ(codes_of(head + "assert B = a && b"), "fsp-syntax 4:14");
  EXPECT_EQ(codes_of(head + "assert B = (a b)"), "fsp-syntax 4:15");
  EXPECT_EQ(codes_of(head + "assert B = (a || )"), "fsp-syntax 4:18");
  EXPECT_EQ(codes_of(head + "assert B = a + S"), "fsp-unknown-name 4:16");
}

TEST(FspSyntax, ChecksKeepKindTargetAndComponent) {
  const std::string head = "P = (a -> P).\n||S = c:P.\nassert ALIVE = []<>a\nprogress OK[i:0..1] = {a}\n";
  const Parsed parsed(
      head +
      "check assert ALIVE on S\ncheck progress OK[1] on S expect fail\ncheck L = local P on S at c[1].d\ncheck progress OK");
  EXPECT_EQ(parsed.codes(), "");
  std::string text;
  for (const Check& check : parsed.ast.checks)
    text += fmt::format("{} {} {} {}\n", kind_name(check.kind), parsed.parts(check.automaton), parsed.name(check.target),
                        parsed.parts(check.component));
  EXPECT_EQ(text, "assert ALIVE S \nprogress OK.[1] S \nlocal P S c.[1].d\nprogress OK - \n");
  const Parsed wrong(head + "check assert ALIV on S");
  EXPECT_EQ(wrong.codes(), "fsp-unknown-name 5:14");
  EXPECT_EQ(wrong.hints(), "did you mean 'ALIVE'?\n");
  EXPECT_EQ(codes_of(head + "check assert ALIVE[1] on S"), "fsp-arguments 5:14");
  EXPECT_EQ(codes_of(head + "check progress ALIVE on S"), "fsp-unknown-name 5:16");
  EXPECT_EQ(codes_of(head + "check progress OK[1][2] on S"), "fsp-arguments 5:16");
  EXPECT_EQ(codes_of(head + "check local Q on S at c"), "fsp-unknown-name 5:13");
  EXPECT_EQ(codes_of(head + "check local P on S"), "fsp-syntax 5:19");
  EXPECT_EQ(codes_of(head + "check assert ALIVE on S at c"), "fsp-syntax 5:25");
  EXPECT_EQ(codes_of(head + "check assert ALIVE on T"), "fsp-unknown-target 5:23");
}

}   // namespace
}   // namespace parley::fsp
