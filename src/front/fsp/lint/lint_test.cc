#include "front/fsp/lint/lint.h"

#include <gtest/gtest.h>

#include "support/fsp_text.h"

namespace parley::fsp {
namespace {

// All lints of a model (LintAmount::kAll).
std::string lints(const std::string& text, const std::string& target = "") {
  const auto model = read(text);
  if (!model) return codes(model.diagnostics());
  return codes((*model)->lints(target, Limits()));
}

TEST(FspLint, ARelabellingThatRenamesNothingIsReported) {
  EXPECT_EQ(diagnose("P = (a -> P) / {x/aa}."), "fsp-relabel-unused 1:19");
  EXPECT_EQ(diagnose("P = (a -> P).\n||S = (p:P) / {x/p.a, y/q.a}."), "fsp-relabel-unused 2:25");
  EXPECT_EQ(diagnose("P = (a[0..2] -> P) / {x/a[7]}."), "fsp-relabel-unused 1:25");
}

TEST(FspLint, APartlyMatchingRelabellingIsNotReported) {
  EXPECT_EQ(diagnose("P = (a[0..2] -> P) / {forall [i:0..5] {x[i]/a[i]}}."), "");
  EXPECT_EQ(diagnose("P = (a -> P).\n||S = ({p,q}:P) / {x/{p,q,r}.a}."), "");
  EXPECT_EQ(diagnose("P(N=0) = (a[N] -> P).\n||S = (forall [i:0..1] p[i]:P(i)/{x/p[0].a}) ."), "");
}

TEST(FspLint, HidingAMissingLabelIsReported) {
  EXPECT_EQ(diagnose("P = (a -> b -> P) \\ {b, c}."), "fsp-hide-unused 1:25");
  EXPECT_EQ(diagnose("P = (a -> b -> P) @ {a, bb}."), "fsp-hide-unused 1:25");
  EXPECT_EQ(diagnose("P = (a -> b -> P).\n||S = (P || q:P) \\ {q, r}."), "fsp-hide-unused 2:24");
  EXPECT_EQ(diagnose("set Gone = {x, y}\nP = (a -> P) \\ Gone."), "fsp-hide-unused 2:16");
  EXPECT_EQ(diagnose("set Some = {a, y}\nP = (a -> b -> P) \\ Some."), "");
}

TEST(FspLint, AMisspeltLabelIsReported) {
  EXPECT_EQ(diagnose("P = (acquire -> p -> P).\nQ = (q -> aquire -> Q)."), "fsp-lone-label 1:6");
  // Two processes share the label, the third has a misspelt one.
  EXPECT_EQ(diagnose("P = (acquire -> p -> P).\nQ = (q -> acquire -> Q).\nR = (r -> acqiure -> R)."), "fsp-lone-label 3:11");
}

TEST(FspLint, SimilarLabelsMeantToDifferAreNotReported) {
  EXPECT_EQ(diagnose("P = (acquire -> aquire -> P).\nQ = (aquire -> q -> Q)."), "");
  EXPECT_EQ(diagnose("P = (read -> P).\nQ = (ready -> Q)."), "");
  EXPECT_EQ(diagnose("P = (step1 -> P).\nQ = (step2 -> Q)."), "");
  EXPECT_EQ(diagnose("P = (acquire -> p -> aquire -> P)."), "");   // there is only one component
}

TEST(FspLint, AForgottenPrefixIsReported) {
  const std::string model = "LOCK = (acquire -> release -> LOCK).\nUSER = (acquire -> work -> release -> USER).\n";
  EXPECT_EQ(diagnose(model + "||S = (a:USER || b:USER || LOCK)."), "fsp-lone-label 1:9, fsp-lone-label 1:20");
  EXPECT_EQ(diagnose(model + "||S = (a:USER || b:USER || {a,b}::LOCK)."), "");
  EXPECT_EQ(diagnose(model + "||S = (a:USER || b:USER || l:LOCK) / {{a,b}/l}."), "");
}

TEST(FspLint, AForgottenIndexIsReported) {
  EXPECT_EQ(diagnose("P = (take -> P).\nQ = (take[0..3] -> Q)."), "fsp-lone-label 1:6");
  EXPECT_EQ(diagnose("P = (take -> P).\nQ = (take -> Q | take[0..3] -> Q)."), "");
}

TEST(FspLint, PartlySharedLabelsAreReportedOnRequest) {
  const std::string model = "P = (a[0..3] -> P).\nQ = (a[0..2] -> Q).";
  EXPECT_EQ(diagnose(model), "");
  EXPECT_EQ(lints(model), "fsp-lone-label 1:6");
}

TEST(FspLint, UselessAlphabetExtensionsAreReported) {
  EXPECT_EQ(lints("P = (a -> P) + {stop}.\nQ = (a -> stop -> Q)."), "fsp-blocked-label 1:17");
  EXPECT_EQ(lints("P = (a -> P) + {stop}.\nQ = (a -> b -> Q)."), "fsp-extension-alone 1:17");
  EXPECT_EQ(lints("P = (a -> P | stop -> P) + {stop}.\nQ = (a -> stop -> Q)."), "");
}

TEST(FspLint, UnreferencedLocalProcessesAreReported) {
  EXPECT_EQ(diagnose("P = (a -> P), Q = (b -> Q)."), "fsp-unused 1:15");
  EXPECT_EQ(diagnose("P = (a -> Q), Q = (b -> R), R = if 1 then (c -> P) else S, S = (d -> P)."), "");
}

TEST(FspLint, UncheckedPropertiesAreReported) {
  const std::string model = "P = (a -> b -> P).\nproperty SAFE = (a -> b -> SAFE).\n";
  EXPECT_EQ(diagnose(model), "");   // a file without checks asks for every property
  EXPECT_EQ(diagnose(model + "check deadlock P\n", {.target = "P"}), "fsp-unchecked 2:10");
  EXPECT_EQ(diagnose(model + "check property SAFE on P\n", {.target = "P"}), "");
}

TEST(FspLint, UnusedDeclarationsAreReported) {
  EXPECT_EQ(lints("const N = 3\nrange R = 0..2\nset S = {a}\nP = (a -> P)."), "fsp-unused 1:7, fsp-unused 2:7, fsp-unused 3:5");
  EXPECT_EQ(lints("const N = 3\nrange R = 0..N\nset S = {a[R]}\nP = (b.S -> P)."), "");
  EXPECT_EQ(lints("set M = {a}\nmenu RUN = M\nP = (a -> P)."), "");
  EXPECT_EQ(lints("P = (a -> P).\nQ = (b -> Q).\n||S = (P)."), "fsp-unused 2:1");
  EXPECT_EQ(lints("P(N=1, M=2) = (a[N] -> P).\nQ(M=2) = (b[M] -> Q)."), "fsp-unused 1:8");
}

TEST(FspLint, FalseGuardsAndUnreachedStatesAreReported) {
  EXPECT_EQ(lints("P = P[0], P[i:0..2] = (when (i > 5) a -> P[0] | b -> P[i])."), "fsp-dead-choice 1:32");
  EXPECT_EQ(lints("P = (a[i:0..2] when (i > 5) -> P | b -> P)."), "fsp-dead-choice 1:24");
  EXPECT_EQ(lints("P = (a -> if 1 then P else Q), Q = (b -> P)."), "fsp-unreached 1:32");
}

TEST(FspLint, ErrorsOfSeveralProcessesAreReportedInOneRun) {
  EXPECT_EQ(diagnose("P = (a[1/0] -> P).\nQ = (b[1%0] -> Q).\nR = (c[1<<99] -> R).\n||S = (P || Q || R)."),
            "fsp-division 1:9, fsp-division 2:9, fsp-overflow 3:9");
  EXPECT_EQ(diagnose("P(N=0) = (a[1/N] -> P).\nQ = (b -> Q).\n||S = (forall [i:0..0] p[i]:P(i) || q:P(0) || Q/{x/b[1/0]})."),
            "fsp-division 1:14, fsp-division 3:55");
  // It contains itself twice; still reported once, and quickly.
  EXPECT_EQ(diagnose("P = (a -> P).\n||S = (S || S || P)."), "fsp-recursion 2:7");
}

}   // namespace
}   // namespace parley::fsp
