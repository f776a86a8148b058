#include "front/exp/lower.h"

#include <gtest/gtest.h>

#include "support/exp_text.h"

namespace parley::exp {
namespace {

const TextFiles kFiles = {
    {"a.aut", aut("0 A 1, 1 B !1 0, 1 i 0")},    {"b.aut", aut("0 A 1, 1 C 0")},
    {"c.aut", aut("0 A 1, 1 B !1 0, 0 B !2 1")}, {"end.aut", aut("0 A 1, 1 exit 2")},
    {"small.aut", aut("0 a 1, 1 put !1 0")},
};

std::string rules(const std::string& text) { return meaning(text, kFiles); }

TEST(Exp, AComponentAloneHasARulePerLabel) { EXPECT_EQ(rules("\"a.aut\""), "A: a.A; B !1: a.B !1; tau: a.tau"); }

TEST(Exp, ANameWithoutEndingIsAnAldebaranFile) { EXPECT_EQ(rules("\"b\""), "A: b.A; C: b.C"); }

TEST(Exp, ComponentsOfOneFileAreNumbered) {
  EXPECT_EQ(rules("\"b\" ||| \"b.aut\" ||| \"./b\""), "A: b.A; C: b.C; A: b_2.A; C: b_2.C; A: b_3.A; C: b_3.C");
  EXPECT_EQ(rules("\"b\" ||| \"b\" (*@ name \"b_2\" *) ||| \"b\""), "A: b.A; C: b.C; A: b_2.A; C: b_2.C; A: b_3.A; C: b_3.C");
}

TEST(Exp, FullSynchronisationBlocksWhatOneCannot) { EXPECT_EQ(rules("\"a\" || \"b\""), "tau: a.tau; A: a.A b.A"); }

TEST(Exp, GatesAreSharedWithAllTheirLabels) {
  EXPECT_EQ(rules("\"a\" |[B]| \"c\""), "A: a.A; tau: a.tau; A: c.A; B !1: a.B !1 c.B !1");
  EXPECT_EQ(rules("\"a\" |[]| \"b\""), rules("\"a\" ||| \"b\""));
}

TEST(Exp, BareGatesAreTakenInAnyCaseAndQuotedOnesAsTheyAre) {
  EXPECT_EQ(rules("hide a in \"a\""), "tau: a.A; B !1: a.B !1; tau: a.tau");
  EXPECT_EQ(rules("hide \"a\" in \"a\""), rules("\"a\""));
  EXPECT_EQ(rules("HIDE PUT IN \"small\" END Hide"), "a: small.a; tau: small.put !1");
}

TEST(Exp, OperatorsAssociateToTheRight) {
  EXPECT_EQ(rules("\"a\" |[A]| \"b\" ||| \"b\""), rules("\"a\" |[A]| (\"b\" ||| \"b\")"));
  EXPECT_EQ(rules("\"a\" |[A]| \"b\" ||| \"b\""), "B !1: a.B !1; tau: a.tau; C: b.C; C: b_2.C; A: a.A b.A; A: a.A b_2.A");
}

TEST(Exp, AllBranchesExitTogether) {
  EXPECT_EQ(rules("\"end\" ||| \"end\""), "A: end.A; A: end_2.A; exit: end.exit end_2.exit");
  EXPECT_EQ(rules("\"end\" ||| \"b\""), "A: end.A; A: b.A; C: b.C");
  EXPECT_EQ(rules("label par using \"A\" * _ -> X, \"exit\" * _ -> exit in \"end\" || \"b\" end par"),
            "X: end.A; exit: end.exit");
}

TEST(Exp, ParSharesItsGatesAmongAll) {
  EXPECT_EQ(rules("par A in \"a\" || \"b\" || \"c\" end par"),
            "B !1: a.B !1; tau: a.tau; C: b.C; B !1: c.B !1; B !2: c.B !2; A: a.A b.A c.A");
  EXPECT_EQ(rules("par \"a\" || \"b\" end par"), rules("\"a\" ||| \"b\""));
  EXPECT_EQ(rules("par A, \"B !1\" in \"a\" || \"c\" end par"), "tau: a.tau; B !2: c.B !2; A: a.A c.A; B !1: a.B !1 c.B !1");
  EXPECT_EQ(rules("label par B in \"a\" || \"c\" end par"), rules("\"a\" ||| \"c\""));
  EXPECT_EQ(rules("label par \"B !1\" in \"a\" || \"c\" end par"),
            "A: a.A; tau: a.tau; A: c.A; B !2: c.B !2; B !1: a.B !1 c.B !1");
}

TEST(Exp, BranchesOfAParSynchroniseOnTheGatesTheyList) {
  EXPECT_EQ(rules("par A, B -> \"a\" || \"b\" || B, A -> \"c\" end par"),
            "tau: a.tau; A: b.A; C: b.C; A: a.A c.A; B !1: a.B !1 c.B !1");
  // A branch that lists a gate and never performs it blocks the gate for the others.
  EXPECT_EQ(rules("par B -> \"a\" || B -> \"b\" end par"), "A: a.A; tau: a.tau; A: b.A; C: b.C");
}

TEST(Exp, ACountLetsAnySoManyBranchesSynchronise) {
  EXPECT_EQ(rules("par A#2 in \"b\" || \"b\" || \"b\" end par"),
            "C: b.C; C: b_2.C; C: b_3.C; A: b.A b_2.A; A: b.A b_3.A; A: b_2.A b_3.A");
  EXPECT_EQ(rules("par A#2 in A -> \"b\" || \"b\" || A -> \"b\" end par"), "C: b.C; A: b_2.A; C: b_2.C; C: b_3.C; A: b.A b_3.A");
  EXPECT_EQ(rules("par A#1 in \"b\" || \"b\" end par"), "C: b.C; C: b_2.C; A: b.A; A: b_2.A");
  EXPECT_EQ(rules("par A#3 in \"b\" || \"b\" end par"), "1:5 exp-count");
}

TEST(Exp, ACountAppliesToTheBranchesThatListTheLabelInAnySpelling) {
  const std::string two_list = rules("par A#2 in A -> \"b\" || \"b\" || A -> \"b\" end par");
  for (const char* head : {"par A#2", "par \"A\"#2", "par a#2", "label par A#2", "label par \"A\"#2"})
    for (const char* listed : {"A", "\"A\"", "a"})
      for (const char* other : {"A", "\"A\"", "a"})
        EXPECT_EQ(rules(fmt::format("{} in {} -> \"b\" || \"b\" || {} -> \"b\" end par", head, listed, other)), two_list)
            << head << listed << other;
  // A branch may list one label of a gate. The other labels of the gate are then shared among all branches.
  EXPECT_EQ(rules("par B#2 in \"B !1\" -> \"c\" || \"B !1\" -> \"c\" || \"c\" end par"),
            "A: c.A; A: c_2.A; A: c_3.A; B !1: c_3.B !1; B !1: c.B !1 c_2.B !1; B !2: c.B !2 c_2.B !2; B !2: c.B !2 c_3.B !2; B "
            "!2: c_2.B !2 c_3.B !2");
  // A quoted gate in another case is a different gate.
  EXPECT_EQ(rules("par A#2 in \"a\" -> \"b\" || \"b\" || \"a\" -> \"b\" end par"),
            rules("par A#2 in \"b\" || \"b\" || \"b\" end par"));
  EXPECT_EQ(rules("par A#1, \"A\"#2 in \"b\" || \"b\" end par"), "C: b.C; C: b_2.C; A: b.A b_2.A");
  EXPECT_EQ(rules("par A#2, A#1 in \"b\" || \"b\" end par"), "C: b.C; C: b_2.C; A: b.A b_2.A");
}

TEST(Exp, EveryVectorBecomesARule) {
  EXPECT_EQ(rules("label par using \"A\" * \"A\" -> \"both\", \"B !1\" * _ -> i, _ * C -> C in \"a\" || \"b\" end par"),
            "tau: a.tau; both: a.A b.A; tau: a.B !1; C: b.C");
  EXPECT_EQ(rules("label par \"A\" * _ -> x, _ * \"C\" -> y in \"b\" || \"b\" end par"), "x: b.A; y: b_2.C");
  EXPECT_EQ(rules("label par using \"A\" -> x, \"A\" -> y in \"b\" end par"), "x: b.A; y: b.A");
}

TEST(Exp, AVectorOfALabelThatTheComponentNeverPerformsIsARuleThatNeverFires) {
  const Result<Network> network = network_of("label par using \"Z\" * \"A\" -> x in \"b\" || \"b\" end par", kFiles);
  ASSERT_TRUE(network);
  EXPECT_EQ(rules_text(*network), "x: b.Z b_2.A");
  ASSERT_EQ(network.diagnostics().list().size(), 1U);
  EXPECT_EQ(network.diagnostics().list()[0].code, "exp-unused");
}

TEST(Exp, HideMakesLabelsInternalAndCutRemovesThem) {
  EXPECT_EQ(rules("hide all but C in \"b\" end hide"), "tau: b.A; C: b.C");
  EXPECT_EQ(rules("total hide \"B.*\" in \"c\" end hide"), "A: c.A; tau: c.B !1; tau: c.B !2");
  EXPECT_EQ(rules("gate hide \"B !1\" in \"c\" end hide"), rules("\"c\""));
  EXPECT_EQ(rules("partial hide \"1\" in \"c\" end hide"), "A: c.A; tau: c.B !1; B !2: c.B !2");
  EXPECT_EQ(rules("label cut \"B !2\" in \"c\" end cut"), "A: c.A; B !1: c.B !1");
  EXPECT_EQ(rules("cut B in \"c\" end cut"), "A: c.A");
  EXPECT_EQ(rules("cut all but B in \"c\" end cut"), "B !1: c.B !1; B !2: c.B !2");
  EXPECT_EQ(rules("total cut \".*\" in \"a\" end cut"), "tau: a.tau");   // the internal action stays
}

TEST(Exp, AWordThatWouldMatchWholeLabelsGetsAHintAtTotal) {
  const auto hint = [](const std::string& text) {
    const Result<Network> network = network_of(text, kFiles);
    const Diagnostics& said = network.diagnostics();
    return said.list().size() == 1 && said.list()[0].code == "exp-unused" ? said.list()[0].hint : to_text(said);
  };
  EXPECT_EQ(hint("cut \"B !1\" in \"c\""), "it is held against gates; 'total cut' compares whole labels");
  EXPECT_EQ(hint("gate hide \"B !.\" in \"c\""), "it is held against gates; 'total hide' compares whole labels");
  EXPECT_EQ(hint("rename \".*2\" -> D in \"c\""), "it is held against gates; 'total rename' compares whole labels");
  // Here 'total' would not help.
  EXPECT_EQ(hint("cut \"B !3\" in \"c\""), "did you mean \"B !1\"?");
  EXPECT_EQ(hint("cut \"B.*\", \"B.*\" in \"c\"").find("total"), std::string::npos);
  EXPECT_EQ(hint("total cut \"B !1\", \"B !1\" in \"c\"").find("total"), std::string::npos);
}

TEST(Exp, RenameReplacesGatesLabelsOrPartsOfThem) {
  EXPECT_EQ(rules("rename B -> D in \"c\" end rename"), "A: c.A; D !1: c.B !1; D !2: c.B !2");
  EXPECT_EQ(rules("total rename \"B !\\(.*\\)\" -> \"D_\\1\", A -> x in \"c\" end rename"), "x: c.A; D_1: c.B !1; D_2: c.B !2");
  EXPECT_EQ(rules("total rename \"B !1\" -> i in \"c\""), "A: c.A; tau: c.B !1; B !2: c.B !2");
  EXPECT_EQ(rules("single rename \"[A-Z]\" -> \"<&>\" in \"c\""), "<A>: c.A; <B> !1: c.B !1; <B> !2: c.B !2");
  EXPECT_EQ(rules("multiple rename \"[AB12]\" -> \"<&>\" in \"c\""), "<A>: c.A; <B> !<1>: c.B !1; <B> !<2>: c.B !2");
  EXPECT_EQ(rules("multiple rename \"x*\" -> \"-\" in \"b\""), "-A-: b.A; -C-: b.C");
  // all at once; the first match counts
  EXPECT_EQ(rules("rename A -> B, B -> A in \"c\""), "B: c.A; A !1: c.B !1; A !2: c.B !2");
  EXPECT_EQ(rules("total rename \"A\" -> \"X\", \".*\" -> \"Y\" in \"c\""), "X: c.A; Y: c.B !1; Y: c.B !2");
  EXPECT_EQ(rules("total rename \"\\(x*\\)A\" -> \"\\1\" in \"b\""), "1:27 exp-empty-label");
}

TEST(Exp, RenamedLabelsSynchronise) {
  EXPECT_EQ(rules("total rename \"B.*\" -> \"C\" in \"c\" end rename |[C]| \"b\""),
            "A: c.A; A: b.A; C: c.B !1 b.C; C: c.B !2 b.C");
}

TEST(Exp, AnOperatorEndsWithItsBracket) {
  EXPECT_EQ(rules("(hide C in \"b\") ||| \"b\""), "A: b.A; tau: b.C; A: b_2.A; C: b_2.C");
  EXPECT_EQ(rules("hide C in \"b\" ||| \"b\""), "A: b.A; tau: b.C; A: b_2.A; tau: b_2.C");
}

TEST(Exp, NotesNameComponentsAndEnds) {
  const Result<Network> network = network_of("\"end\" (*@ name \"E 1\" end 2 *) ||| \"end\" (*@ name \"F\" *)", kFiles);
  ASSERT_TRUE(network);
  EXPECT_EQ(network->name(ComponentId(std::size_t{0})), "E 1");
  EXPECT_TRUE(network->can_terminate());
  EXPECT_EQ(network->num_templates(), 1U);
  EXPECT_EQ(rules("\"end\" (*@ end 0 *)"), "1:7 exp-note");
  EXPECT_EQ(rules("\"end\" (*@ end 9 *)"), "1:7 exp-note");
  EXPECT_EQ(rules("\"end\" (*@ nome \"x\" *)"), "1:7 exp-note");
  EXPECT_EQ(rules("\"b\" (*@ name \"x\" *) ||| \"b\" (*@ name \"x\" *)"), "1:25 exp-note");
}

TEST(Exp, LongChainsCostNoMoreThanTheirResult) {
  // Neighbouring operators have different gates, so no two of them can be merged into one.
  TextFiles files;
  std::string text;
  constexpr std::size_t kLength = 20000;
  files["s.aut"] = aut("0 GET 1, 1 PUT 0");
  for (std::size_t i = 0; i < kLength; ++i) {
    text += fmt::format("rename GET -> G{}, PUT -> G{} in \"s\" end rename", i, i + 1);
    if (i + 1 < kLength) text += fmt::format(" |[G{}]| ", i + 1);
  }
  const Result<Network> network = network_of(text, files);
  ASSERT_TRUE(network);
  EXPECT_EQ(network->num_components(), kLength);
  EXPECT_EQ(network->num_rules(), kLength + 1);
}

TEST(Exp, ARuleOfManyIsMadeByManyOperators) {
  TextFiles files;
  files["s.aut"] = aut("0 CLK 1, 1 OUT 0");
  std::string text;
  constexpr std::size_t kLength = 20000;
  for (std::size_t i = 0; i < kLength; ++i) text += fmt::format("{}\"s\"", i == 0 ? "" : fmt::format(" |[CLK, X{}]| ", i));
  const Result<Network> network = network_of(text, files);
  ASSERT_TRUE(network);
  EXPECT_EQ(network->num_rules(), kLength + 1);
  EXPECT_EQ(network->participants(RuleId(kLength)).size(), kLength);
}

}   // namespace
}   // namespace parley::exp
