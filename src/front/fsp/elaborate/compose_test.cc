#include <gtest/gtest.h>

#include "support/fsp_text.h"

namespace parley::fsp {
namespace {

const std::string kPq = "P = (a -> b -> P).\nQ = (b -> c -> Q).\n";

TEST(FspCompose, SharedLabelsSynchronise) {
  EXPECT_EQ(rules_text(kPq + "||S = (P || Q)."), "a <- P!a\nb <- P!b Q!b\nc <- Q!c\n");
}

TEST(FspCompose, WithoutACompositionAllProcessesRun) { EXPECT_EQ(rules_text(kPq), "a <- P!a\nb <- P!b Q!b\nc <- Q!c\n"); }

TEST(FspCompose, AProcessCanBeTheTarget) { EXPECT_EQ(rules_text(kPq, {.target = "Q"}), "b <- Q!b\nc <- Q!c\n"); }

TEST(FspCompose, LabellingPrefixesEveryLabel) {
  EXPECT_EQ(rules_text(kPq + "||S = (x:P || y[1]:Q)."), "x.a <- x!a\nx.b <- x!b\ny.1.b <- y.1!b\ny.1.c <- y.1!c\n");
}

TEST(FspCompose, ASetLabelMakesCopies) {
  EXPECT_EQ(rules_text(kPq + "||S = {u,v}:P."), "u.a <- u!a\nu.b <- u!b\nv.a <- v!a\nv.b <- v!b\n");
  EXPECT_EQ(components_text(kPq + "set T = {u, w[1..2]}\n||S = T:P."), "u w.1 w.2");
}

TEST(FspCompose, SharingOffersAChoiceOfPrefixes) {
  EXPECT_EQ(rules_text("R = (get -> put -> R).\nU = (get -> put -> U).\n||S = (a:U || b:U || {a,b}::R)."),
            "a.get <- a!get R!get\na.put <- a!put R!put\nb.get <- b!get R!get\nb.put <- b!put R!put\n");
  EXPECT_EQ(rules_text("R = (get -> R).\n||S = {a,b}::m:R."), "a.m.get <- m!get\nb.m.get <- m!get\n");
}

TEST(FspCompose, ComponentsAreNamedByLabelsAndProcesses) {
  EXPECT_EQ(components_text(kPq + "||T = (P || q:Q).\n||S = (a:(P || Q) || b:T || b.c:P)."), "a.P a.Q b.P b.q b.c");
}

TEST(FspCompose, EqualNamesAreMadeDistinct) {
  EXPECT_EQ(components_text("P = (a -> P).\nQ = (b -> Q).\n||S = (P || P || P || x:P || x:Q || x:Q)."), "P P.2 P.3 x x.Q x.Q.2");
  EXPECT_EQ(diagnose("P = (a -> P).\n||S = (P || P)."), "fsp-same-name 1:1");
}

TEST(FspCompose, RelabellingWorksOnPrefixesLongestFirst) {
  EXPECT_EQ(rules_text("P = (a.b.c -> a.d -> e -> P).\n||S = P/{x/a, y/a.b, z/a.b.c.d}."),
            "e <- P!e\nx.d <- P!a.d\ny.c <- P!a.b.c\n");
}

TEST(FspCompose, RelabellingComesAfterLabelling) {
  EXPECT_EQ(rules_text("P = (a -> P).\n||S = x:P/{y/x.a, z/a}."), "y <- x!a\n");
}

TEST(FspCompose, RelabellingToSeveralLabelsMakesARuleEach) {
  EXPECT_EQ(rules_text("P = (a -> P).\n||S = P/{{x,y}/a}."), "x <- P!a\ny <- P!a\n");
}

TEST(FspCompose, ForallRelabellingBindsItsVariable) {
  EXPECT_EQ(rules_text("P = (a[0..1] -> P).\n||S = P/{forall [i:0..1] {b[1-i]/a[i]}}."), "b.0 <- P!a.1\nb.1 <- P!a.0\n");
}

// Magee and Kramer's book relies on this: components are relabelled first, so labels that become equal
// synchronise.
TEST(FspCompose, RelabellingParenthesesMergesAndSynchronises) {
  EXPECT_EQ(rules_text("P = (a -> P).\nQ = (b -> Q).\n||S = (P || Q)/{c/a, c/b}."), "c <- P!a Q!b\n");
}

TEST(FspCompose, RelabellingANamedCompositionComposesFirst) {
  const std::string model = "P = (a -> P).\nQ = (b -> Q).\nR = (c -> R).\n||T = (P || Q).\n||S = (R || T/{c/a, c/b}).";
  EXPECT_EQ(rules_text(model), "c <- R!c P!a\nc <- R!c Q!b\n");
  EXPECT_EQ(diagnose(model), "fsp-merged-labels 5:13");
  EXPECT_EQ(rules_text("P = (a -> P).\nQ = (b -> Q).\n||T = (P || Q).\n||S = T/{c/a, d/b}."), "c <- P!a\nd <- Q!b\n")
      << "nothing merges";
}

TEST(FspCompose, ANamedCompositionStaysTogetherInParentheses) {
  const std::string model = "P = (a -> P).\nQ = (b -> Q).\nR = (r -> R).\n||T = (P || Q).\n||S = (T || R)/{c/a, c/b}.";
  EXPECT_EQ(rules_text(model), "c <- P!a\nc <- Q!b\nr <- R!r\n");
  EXPECT_EQ(diagnose(model), "fsp-merged-labels 5:7");
  // The labels become equal in two steps.
  EXPECT_EQ(rules_text("P = (a -> P).\nQ = (b -> Q).\n||T = (P || Q).\n||S = (T/{d/a})/{c/d, c/b}."), "c <- P!a\nc <- Q!b\n");
  EXPECT_EQ(rules_text("P = (a -> P).\nQ = (b -> Q).\n||T = (P || Q).\n||S = (T/{c/b})/{c/a}."), "c <- P!a\nc <- Q!b\n");
}

TEST(FspCompose, EachCopyOfANamedCompositionIsComposedOnItsOwn) {
  EXPECT_EQ(rules_text("P = (a -> P).\nQ = (z -> Q).\n||T = (P || Q).\n||S = {x,y}:T/{c/x.a, c/y.a}."),
            "c <- x.P!a y.P!a\nx.z <- x.Q!z\ny.z <- y.Q!z\n");
}

TEST(FspCompose, ACompositionWithHidingIsComposedBeforeItIsRelabelled) {
  EXPECT_EQ(rules_text("P = (a -> x -> P).\nQ = (b -> x -> Q).\n||T = (P || Q)\\{x}.\n||S = (T)/{c/a, c/b}."),
            "c <- P!a\nc <- Q!b\ntau <- P!x Q!x\n");
}

TEST(FspCompose, TwoLabelsOfOneComponentThatBecomeOneAreTwoRules) {
  EXPECT_EQ(rules_text("P = (a -> b -> P).\nQ = (c -> Q).\n||S = (P/{c/a, c/b} || Q)."), "c <- P!a Q!c\nc <- P!b Q!c\n");
}

TEST(FspCompose, ManyLabelsThatBecomeOneAreMergedInTheComponent) {
  const std::string process = " = (a[i:0..19] -> ";
  const Network network = network_of("P" + process + "P).\nQ" + process + "Q).\n||S = (P || Q)/{forall [i:0..19] {c/a[i]}}.");
  EXPECT_EQ(network.num_rules(), 1u);
  EXPECT_EQ(counts_text(network), "1/1");
}

TEST(FspCompose, HiddenLabelsStillSynchroniseInsideButNotOutside) {
  EXPECT_EQ(rules_text("P = (x -> a -> P).\nQ = (x -> Q).\nR = (x -> R).\n||T = (P || Q)\\{x}.\n||S = (T || R)."),
            "a <- P!a\ntau <- P!x Q!x\nx <- R!x\n");
  EXPECT_EQ(rules_text("P = (x.y -> a -> P).\n||T = P\\{x}.\n||S = {u,v}:T."),
            "tau <- u.P!x.y\ntau <- v.P!x.y\nu.a <- u.P!a\nv.a <- v.P!a\n");
  EXPECT_EQ(rules_text(kPq + "||S = (P || Q)@{a}."), "a <- P!a\ntau <- P!b Q!b\ntau <- Q!c\n");
}

TEST(FspCompose, AnAlphabetExtensionBlocks) {
  const Network network = network_of("P = (a -> P | b -> P).\nQ = (c -> Q) + {a}.\n||S = (P || Q).");
  EXPECT_EQ(rules_text(network), "a <- P!a Q!a\nb <- P!b\nc <- Q!c\n");
}

TEST(FspCompose, ForallIfAndParametersAreEvaluated) {
  EXPECT_EQ(components_text("P(I=0) = (a[I] -> P).\n||S(N=2) = (forall [i:1..N] if (i%2==1) then p[i]:P(i) else (q[i]:P(i) || "
                            "r[i]:P)).\n||T = S(3)."),
            "p.1 q.2 r.2 p.3");
}

TEST(FspCompose, TemplatesAreSharedByEqualArguments) {
  const Network network = network_of("P(I=0) = (a[I] -> P).\n||S = forall [i:0..9] p[i]:P(i/5).");
  EXPECT_EQ(network.num_templates(), 2u);
}

TEST(FspCompose, ACompositionMayContainItselfWhereItEnds) {
  EXPECT_EQ(components_text("P = (a -> P).\n||T(D=0) = if D>0 then (l:T(D-1) || r:T(D-1)) else leaf:P.\n||S = T(2)."),
            "l.l.leaf l.r.leaf r.l.leaf r.r.leaf");
  EXPECT_EQ(diagnose("||T = (T || T)."), "fsp-recursion 1:7");
}

TEST(FspCompose, PropertiesObserve) {
  EXPECT_EQ(rules_text("property SAFE = (a -> b -> SAFE).\nP = (a -> b -> P).\n||S = (P || SAFE)."),
            "a <- P!a SAFE?!a\nb <- P!b SAFE?!b\n");
}

TEST(FspCompose, APropertyLabelThatNoProcessHasIsAnErrorUnlessExtended) {
  EXPECT_EQ(diagnose("property SAFE = (a -> bb -> SAFE).\nP = (a -> b -> P).\n||S = (P || SAFE)."), "fsp-free-label 1:10");
  EXPECT_EQ(rules_text("property SAFE = (a -> SAFE) + {bb}.\nP = (a -> b -> P).\n||S = (P || SAFE)."),
            "a <- P!a SAFE?!a\nb <- P!b\n");
  EXPECT_EQ(
      rules_text("property SAFE = (a -> bb -> SAFE).\nP = (a -> P).\n||S = (P || SAFE).", {.options = {.ltsa_compat = true}}),
      "a <- P!a SAFE!a\nbb <- SAFE!bb\n");
}

TEST(FspCompose, EndIsTermination) {
  EXPECT_TRUE(network_of("P = (a -> END).\nQ = (a -> Q).").can_terminate());
  EXPECT_FALSE(network_of("P = (a -> END).\nQ = (b -> Q).").can_terminate()) << "Q acts alone";
}

TEST(FspCompose, AnObserverCanBeAdded) {
  const std::string model = "property SAFE = (x.a -> x.b -> SAFE).\nP = (a -> b -> P).\n||S = x:P.";
  EXPECT_EQ(rules_text(model, {.observer = "SAFE"}), "x.a <- x!a SAFE?!x.a\nx.b <- x!b SAFE?!x.b\n");
}

TEST(FspCompose, OldWordsStayLabels) {
  EXPECT_EQ(rules_text("P = (check -> on -> var -> channel -> sync -> P)."),
            "channel <- P!channel\ncheck <- P!check\non <- P!on\nsync <- P!sync\nvar <- P!var\n");
}

TEST(FspCompose, QuotedLabelsAreLabels) {
  EXPECT_EQ(rules_text("P = (\"x y\" -> \"a.1\" -> P).\nQ = (a[1] -> Q)."), "a.1 <- P!a.1 Q!a.1\nx y <- P!x y\n");
}

TEST(FspCompose, AnAssertionOfLivenessCannotWatch) {
  EXPECT_EQ(diagnose("P = (a -> P).\nassert A = []<> a\n", {.target = "P", .observer = std::string(kAssertObserver) + "A"}),
            "fsp-liveness 2:8");
}

TEST(FspVectors, AVectorOfVeryManyElementsIsRead) {
  constexpr int kMany = 100000;
  std::string model = "const N = 100000\nP = (a -> P).\n||S = (p[1..N]:P) sync { p.1:a";
  for (int i = 2; i <= kMany; ++i) model += " * p." + std::to_string(i) + ":a";
  const Network network = network_of(model + " -> all }.");
  EXPECT_EQ(network.num_rules(), 1u);
  EXPECT_EQ(network.participants(RuleId(0)).size(), static_cast<std::size_t>(kMany));
}

TEST(FspCollapse, NestedCompositionsAreMadeOnce) {
  // Otherwise 2^40 compositions would be made.
  std::string model = "P = (a -> P).\nminimal ||C0 = (P).\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string before = "C" + std::to_string(i - 1);
    model += "minimal ||C" + std::to_string(i) + " = (x:" + before + " || y:" + before + ") / {a/{x,y}.a}.\n";
  }
  EXPECT_EQ(network_of(model).total_states(), 1u);
}

}   // namespace
}   // namespace parley::fsp
