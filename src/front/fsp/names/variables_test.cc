#include <gtest/gtest.h>

#include "support/fsp_text.h"

namespace parley::fsp {
namespace {

TEST(FspVariables, TheyAreIndicesThatAreNotWritten) {
  EXPECT_EQ(lts_text("P var x:0..2 = 1 = (when (x<2) inc {x:=x+1} -> P | when (x>0) dec {x:=x-1} -> P)."),
            "P.1: inc->P.2 dec->P.0\nP.0: inc->P.1\nP.2: dec->P.1\n");
}

TEST(FspVariables, OwnIndicesComeFirst) {
  const Network network =
      network_of("P(N=1) var x:0..N = 0 var y:{a,b} = 'a = (go -> B[1]), B[i:0..1] = (t {x:=i, y:='b} -> B[i] | u[y] -> P).");
  const Lts& lts = network.lts(ComponentId(0));
  EXPECT_EQ(lts.num_states(), 12u);
  EXPECT_EQ(lts.state_name(lts.initial()), "P.0.a");
  EXPECT_EQ(lts.states_named("P").size(), 4u);
  EXPECT_EQ(lts.states_named("B").size(), 8u);
  EXPECT_EQ(lts.states_named("B.1").size(), 4u);
  const LocalState state = lts.states_named("B.1.0.a").at(0);
  std::string text;
  for (const Edge& edge : lts.edges(state)) text += lts.label_name(edge.label) + ">" + lts.state_name(edge.target) + " ";
  EXPECT_EQ(text, "t>B.1.1.b u.a>P.0.a ");
  EXPECT_EQ(labels_text(lts), "go t u.a u.b");
}

TEST(FspVariables, AllValuesOfOneLabelAreFoundBeforeAnyIsAssigned) {
  EXPECT_EQ(lts_text("P var x:0..1 = 0 var y:0..1 = 1 = (swap {x:=y, y:=x} -> P)."),
            "P.0.1: swap->P.1.0\nP.0.0: swap->P.0.0\nP.1.0: swap->P.0.1\nP.1.1: swap->P.1.1\n");
}

TEST(FspVariables, TheyChangeInsideAChain) {
  EXPECT_EQ(lts_text("P var x:0..1 = 0 = (a[i:0..1] {x:=i} -> b[x] {x:=1-x} -> c[x] -> P)."),
            "P.0: a.0->P.0/a.0 a.1->P.0/a.1\n"
            "P.1: a.0->P.1/a.0 a.1->P.1/a.1\n"
            "P.0/a.0: b.0->P.0/a.0/b.0\nP.0/a.1: b.1->P.0/a.1/b.1\n"
            "P.0/a.1/b.1: c.0->P.0\nP.0/a.0/b.0: c.1->P.1\n"
            "P.1/a.0: b.0->P.1/a.0/b.0\nP.1/a.1: b.1->P.1/a.1/b.1\n"
            "P.1/a.1/b.1: c.0->P.0\nP.1/a.0/b.0: c.1->P.1\n");
}

TEST(FspVariables, AValueOutOfRangeIsErrorWithAWarning) {
  const std::string model = "P var x:0..1 = 0 = (t {x:=x+1} -> P).";
  EXPECT_EQ(lts_text(model), "P.0: t->P.1\nP.1: t->ERROR\nERROR!:\n");
  EXPECT_EQ(diagnose(model), "fsp-out-of-range 1:24");
  EXPECT_EQ(diagnose(model, {.options = {.ltsa_compat = true}}), "");
  EXPECT_EQ(diagnose("P var x:0..1 = 0 = (t -> P | when (x==1) u {x:=7} -> P)."), "");   // the assignment is never reached
}

TEST(FspVariables, MistakesAreReportedAtTheirPlace) {
  EXPECT_EQ(diagnose("P var x:0..1 = 2 = (t -> P)."), "fsp-range 1:16");
  EXPECT_EQ(diagnose("P var x:1..0 = 0 = (t -> P)."), "fsp-empty 1:7");
  EXPECT_EQ(diagnose("P var x:0..1 = 0 = (t {y:=1} -> P)."), "fsp-unknown-name 1:24");
  EXPECT_EQ(diagnose("P var x:0..1 = 0 = (t {x:=1, x:=0} -> P)."), "fsp-duplicate 1:30");
  EXPECT_EQ(diagnose("P var x:0..1 = 0 var x:0..1 = 0 = (t -> P)."), "fsp-duplicate 1:22");
  EXPECT_EQ(diagnose("P var x:0..1 = 0 = (t[x:0..1] -> P)."), "fsp-duplicate 1:25");
  EXPECT_EQ(diagnose("P = (t {x:=1} -> P)."), "fsp-unknown-name 1:9");
}

TEST(FspVariables, TheyPassThroughACall) {
  EXPECT_EQ(lts_text("Q(N=0) = (q[N] -> END).\nP var x:0..1 = 0 = (t {x:=1-x} -> Q(x);P).", {.target = "P"}),
            "P.0: t->P.0/t;Q\nP.1: t->P.1/t;Q\nP.0/t;Q: q.1->P.1\nP.1/t;Q: q.0->P.0\n");
}

TEST(FspVariables, AMillionValuesAreFast) {
  const Network network =
      network_of("const N = 999999\nP var x:0..N = 0 = (inc {x:=(x+1)%(N+1)} -> P | when (x>0) dec {x:=x-1} -> P).");
  EXPECT_EQ(network.lts(ComponentId(0)).num_states(), 1000000u);
  EXPECT_EQ(network.lts(ComponentId(0)).num_edges(), 1999999u);
}

TEST(FspGuards, AGuardBehindALabelSeesWhatItBinds) {
  EXPECT_EQ(lts_text("P = B[0], B[x:0..1] = (a[i:0..1] when (i != x) -> B[i])."), "B.0: a.1->B.1\nB.1: a.0->B.0\n");
  EXPECT_EQ(labels_text(network_of("P = (a[i:0..3] when (i%2==0) -> b[j:0..1] when (j>i) -> P).").lts(ComponentId(0))),
            "a.0 a.2 b.1");
}

TEST(FspGuards, BothGuardsCount) {
  EXPECT_EQ(lts_text("P var x:0..1 = 0 = (when (x==0) a[i:0..1] when (i>0) {x:=i} -> P)."), "P.0: a.1->P.1\nP.1:\n");
}

TEST(FspErrors, SeveralErrorsOfOneProcessAreReported) {
  EXPECT_EQ(diagnose("P = B[0], B[i:0..9] = (a[1/(i-i)] -> P | b -> B[0][1] | c -> P), C = (d -> D[1]), D[i:'x..3] = STOP."),
            "fsp-unused 1:66, fsp-unused 1:83, fsp-type 1:87");
  EXPECT_EQ(diagnose("P = B[0], B[i:0..9] = (a[1/(i-i)] -> P | b -> B[0][1] | c -> e[2%0] -> P)."),
            "fsp-division 1:27, fsp-indices 1:47, fsp-division 1:65");
}

}   // namespace
}   // namespace parley::fsp
