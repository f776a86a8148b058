#include <gtest/gtest.h>

#include "support/fsp_text.h"

namespace parley::fsp {
namespace {

TEST(FspProcess, LocalProcessesAreStates) {
  EXPECT_EQ(lts_text("PHIL = (sit -> HUNGRY), HUNGRY = (left.take -> right.take -> EATING), EATING = (eat -> PHIL)."),
            "PHIL: sit->HUNGRY\n"
            "HUNGRY: left.take->HUNGRY/left.take\n"
            "EATING: eat->PHIL\n"
            "HUNGRY/left.take: right.take->EATING\n");
}

TEST(FspProcess, StopEndAndErrorAreNamed) {
  EXPECT_EQ(lts_text("P = (a -> STOP | b -> END | c -> ERROR)."), "P: a->STOP b->END c->ERROR\nSTOP:\nEND.:\nERROR!:\n");
}

TEST(FspProcess, IndexedProcessesAndGuardsAreEvaluated) {
  EXPECT_EQ(lts_text("COUNT = COUNT[0], COUNT[i:0..2] = (when (i<2) inc -> COUNT[i+1] | when (i>0) dec -> COUNT[i-1])."),
            "COUNT.0: inc->COUNT.1\nCOUNT.1: inc->COUNT.2 dec->COUNT.0\nCOUNT.2: dec->COUNT.1\n");
}

TEST(FspProcess, TheNameOfAReferenceIsAnAlias) {
  const Network network = network_of("COUNT = B[0], B[i:0..1] = (t -> B[1-i]).");
  const Lts& lts = network.lts(ComponentId(0));
  EXPECT_EQ(lts.states_named("COUNT"), lts.states_named("B.0"));
  EXPECT_EQ(lts.states_named("B").size(), 2u);   // any index
}

TEST(FspProcess, AnIndexLessNameThatIsDeclaredMeansItself) {
  const Network network = network_of("B = B[0], B[i:0..2] = (t -> B[(i+1)%3]).");
  const Lts& lts = network.lts(ComponentId(0));
  EXPECT_EQ(lts.states_named("B"), lts.states_named("B.0"));
}

TEST(FspProcess, ABindingReachesToTheEndOfItsChain) {
  EXPECT_EQ(lts_text("P = (in[i:0..1] -> mid -> out[i] -> P)."),
            "P: in.0->P/in.0 in.1->P/in.1\n"
            "P/in.0: mid->P/in.0/mid\nP/in.1: mid->P/in.1/mid\n"
            "P/in.1/mid: out.1->P\nP/in.0/mid: out.0->P\n");
}

TEST(FspProcess, AGuardIsEvaluatedBeforeItsLabelBinds) {
  EXPECT_EQ(diagnose("P = (when (i>0) in[i:0..1] -> P)."), "fsp-unknown-name 1:12");
}

TEST(FspProcess, AnInnerVariableHidesAnOuterOne) {
  EXPECT_EQ(lts_text("P = P[0], P[i:0..1] = (a[i:1..1] -> b[i] -> P[0])."),
            "P.0: a.1->P.0/a.1\nP.1: a.1->P.1/a.1\nP.0/a.1: b.1->P.0\nP.1/a.1: b.1->P.0\n");
}

// In LTSA each label of a set leads to a state of its own; its state counts depend on that.
TEST(FspProcess, EachLabelOfASetHasItsOwnContinuation) {
  EXPECT_EQ(lts_text("P = ({x,y} -> b -> P)."), "P: x->P/x y->P/y\nP/x: b->P\nP/y: b->P\n");
}

TEST(FspProcess, EqualChainStatesAreNumbered) {
  EXPECT_EQ(lts_text("P = (a -> b -> P | a -> c -> P)."), "P: a->P/a#1 a->P/a#2\nP/a#1: b->P\nP/a#2: c->P\n");
  const Network network = network_of("P = (a -> b -> P | a -> c -> P).");
  EXPECT_EQ(network.lts(ComponentId(0)).states_named("P/a").size(), 2u);
}

TEST(FspProcess, TheAlphabetIsThatOfAllDeclaredStates) {
  EXPECT_EQ(labels_text(network_of("P = (a -> P), UNREACHED = (b -> P) + {c.d}.").lts(ComponentId(0))), "a b c.d");
}

TEST(FspProcess, AGuardThatIsFalseEverywhereDropsItsLabel) {
  EXPECT_EQ(labels_text(network_of("P = (a -> P | when (1>2) b -> P).").lts(ComponentId(0))), "a");
}

TEST(FspProcess, AFalseConditionWithoutElseIsStop) {
  EXPECT_EQ(lts_text("P = (a[i:0..2] -> if (i==0) then P else if (i==1) then (b -> P))."),
            "P: a.0->P a.1->P/a.1 a.2->STOP\nP/a.1: b->P\nSTOP:\n");
}

TEST(FspProcess, ElementsOfASetAreIndices) {
  EXPECT_EQ(lts_text("set S = {red, green.light}\nP = (show[c:S] -> if (c=='red) then STOP else (on[c] -> P))."),
            "P: show.red->STOP show.green.light->P/show.green.light\nSTOP:\nP/show.green.light: on.green.light->P\n");
}

TEST(FspProcess, ParametersAreBoundToArgumentsOrDefaults) {
  EXPECT_EQ(lts_text("const N = 1\nP(M=N+1) = P[0], P[i:0..M] = (t -> if i==M then STOP else P[i+1]).\n||S = P(1)."),
            "P.0: t->P.1\nP.1: t->STOP\nSTOP:\n");
}

TEST(FspProcess, AProcessRelabelsBeforeItHides) {
  EXPECT_EQ(lts_text("P = (a.x -> b -> P) / {new/a, {c,d}/b} \\ {c}."), "P: new.x->P/a.x\nP/a.x: c->P d->P\n");
  EXPECT_EQ(rules_text("P = (a.x -> b -> P) / {new/a, {c,d}/b} \\ {c}."), "d <- P!d\nnew.x <- P!new.x\ntau <- P!c\n");
  EXPECT_EQ(rules_text("P = (a -> b -> P) @ {a}."), "a <- P!a\ntau <- P!b\n");
}

TEST(FspProcess, OperatorsHaveThePrecedenceOfC) {
  EXPECT_EQ(
      labels_text(
          network_of(
              "P = (a[1+2*3-4/2%3] -> b[1<<2|1] -> c[!0 && 2>1] -> d[5&3^1] -> e[-1+2] -> f[#{x,y}] -> g[@({u,v},1)] -> P).")
              .lts(ComponentId(0))),
      "a.5 b.5 c.1 d.0 e.1 f.2 g.v");
}

TEST(FspProcess, AnIndexOutOfRangeIsErrorWithAWarning) {
  const std::string model = "P = P[0], P[i:0..1] = (t -> P[i+1]).";
  EXPECT_EQ(lts_text(model), "P.0: t->P.1\nP.1: t->ERROR\nERROR!:\n");
  EXPECT_EQ(diagnose(model), "fsp-out-of-range 1:29");
  EXPECT_EQ(diagnose(model, {.options = {.ltsa_compat = true}}), "");
}

TEST(FspProcess, AnIndexOutOfRangeThatIsNeverReachedIsNotMentioned) {
  EXPECT_EQ(diagnose("P = P[0], P[i:0..3] = (when (i<1) t -> P[i+1] | when (i==3) u -> P[9])."), "");
}

TEST(FspProcess, AnUnknownLocalProcessIsAnErrorButErrorInCompatibilityMode) {
  const std::string model = "P = (a -> Q | b -> P).";
  EXPECT_EQ(diagnose(model), "fsp-unknown-name 1:11");
  EXPECT_EQ(lts_text(model, {.options = {.ltsa_compat = true}}), "P: a->ERROR b->P\nERROR!:\n");
}

TEST(FspProcess, UnguardedRecursionIsRefused) { EXPECT_EQ(diagnose("P = Q, Q = P."), "fsp-unguarded 1:1"); }

TEST(FspProcess, APropertyIsCompleted) {
  EXPECT_EQ(lts_text("property SAFE = (in -> out -> SAFE).\nP = (in -> out -> P).\n||S = (SAFE || P)."),
            "SAFE: in->SAFE/in out->ERROR\nSAFE/in: in->ERROR out->SAFE\nERROR!:\n");
}

TEST(FspProcess, APropertyIsDeterministicAndWithoutTau) {
  EXPECT_EQ(diagnose("property P = (a -> b -> P | a -> c -> P).\nQ = (a -> b -> c -> Q)."), "fsp-property-choice 1:10");
  EXPECT_EQ(diagnose("property P = (a -> b -> P) \\ {a}.\nQ = (a -> b -> Q)."), "fsp-property-tau 1:10");
}

TEST(FspProcess, LongChainsNeitherRecurseNorGetLongNames) {
  std::string model = "P = (a";
  for (int i = 0; i < 20000; ++i) model += "->a";
  const Network network = network_of(model + "->P).");
  EXPECT_EQ(network.lts(ComponentId(0)).num_states(), 20001u);
}

}   // namespace
}   // namespace parley::fsp
