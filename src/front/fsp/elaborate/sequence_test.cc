#include <gtest/gtest.h>

#include "support/fsp_text.h"

namespace parley::fsp {
namespace {

const Asked kP{.target = "P"};

TEST(FspSequence, ACallIsACopyThatLeadsOn) {
  EXPECT_EQ(lts_text("Q = (a -> b -> END).\nR = (c -> END).\nP = Q;R;STOP.", kP),
            "P;Q: a->P;Q/a\nP;Q/a: b->P;R\nP;R: c->STOP\nSTOP:\n");
}

TEST(FspSequence, AProcessComesBackToItself) {
  EXPECT_EQ(lts_text("Q = (a -> END).\nP = Q;P.", kP), "P;Q: a->P;Q\n");
  EXPECT_EQ(lts_text("Q = (a -> b -> END).\nP = (start -> Q;P).", kP),
            "P: start->P/start;Q\nP/start;Q: a->P/start;Q/a\nP/start;Q/a: b->P\n");
}

TEST(FspSequence, TheLastMayBeAProcessOfTheFileWhoseEndStays) {
  EXPECT_EQ(lts_text("Q = (a -> END).\nR = (b -> END | c -> STOP).\nP = Q;R.", kP),
            "P;Q: a->P;R\nEND.:\nP;R: b->END c->P;STOP\nP;STOP:\n");
  EXPECT_EQ(lts_text("Q(N=1) = (a[N] -> END).\nP = Q(3).", kP), "P;Q: a.3->END\nEND.:\n");
}

TEST(FspSequence, ALocalProcessComesBeforeOneOfTheFile) {
  EXPECT_EQ(lts_text("Q = (a -> END).\nR = (b -> END).\nP = Q;R, R = (c -> P).", kP), "P;Q: a->R\nR: c->P;Q\n");
}

TEST(FspSequence, IndicesAndArgumentsAreEvaluatedWhereTheyStand) {
  EXPECT_EQ(lts_text("Q(N=1) = (a[N] -> END).\nP = B[0], B[i:0..1] = (go -> Q(i+5);B[1-i]).", kP),
            "B.0: go->B.0/go;Q\nB.1: go->B.1/go;Q\nB.0/go;Q: a.5->B.1\nB.1/go;Q: a.6->B.0\n");
}

TEST(FspSequence, WhatEndsAtOnceIsNotThere) {
  EXPECT_EQ(lts_text("Q = END.\nR = (a -> END).\nP = Q;R;Q;P.", kP), "P;R: a->P;R\n");
  EXPECT_EQ(lts_text("Q = END.\nP = Q;END.", kP), "END.:\n");
  EXPECT_EQ(lts_text("Q = END.\nP = (a -> Q;P).", kP), "P: a->P\n");
}

TEST(FspSequence, ARoundThatNeverActsIsRefused) {
  EXPECT_EQ(diagnose("Q = END.\nP = Q;P.", kP), "fsp-unguarded 2:7");
  EXPECT_EQ(diagnose("Q = END.\nP = Q;R, R = Q;P.", kP), "fsp-unguarded 2:16");
}

TEST(FspSequence, EqualStatesOfTwoCopiesAreNumbered) {
  const std::string model = "Q = (a -> END).\nP = Q;Q;P.";
  EXPECT_EQ(lts_text(model, kP), "P;Q#1: a->P;Q#2\nP;Q#2: a->P;Q#1\n");
  const Network network = network_of(model, kP);
  EXPECT_EQ(network.lts(ComponentId(0)).states_named("P;Q").size(), 2u);
  EXPECT_EQ(network.lts(ComponentId(0)).states_named("P"), network.lts(ComponentId(0)).states_named("P;Q#1"));
}

TEST(FspSequence, APlaceInAChainIsWhereTheCallBegins) {
  const Network network =
      network_of("Q = B[0], B[i:0..1] = (a -> if i==1 then END else B[1]).\nP = (s -> Q;P | s -> t -> P).", kP);
  const Lts& lts = network.lts(ComponentId(0));
  EXPECT_EQ(to_text(lts), "P: s->P/s#1;B.0 s->P/s#2\nP/s#1;B.0: a->P/s#1;B.1\nP/s#1;B.1: a->P\nP/s#2: t->P\n");
  EXPECT_EQ(lts.states_named("P/s").size(), 2u);
  EXPECT_EQ(lts.states_named("P/s;B").size(), 2u);
  EXPECT_EQ(lts.states_named("P/s;Q"), lts.states_named("P/s#1"));
}

TEST(FspSequence, WhatNeverEndsIsFollowedByNothing) {
  const std::string model = "Q = (a -> Q).\nR = (b -> END).\nP = Q;R;P.";
  EXPECT_EQ(diagnose(model, kP), "fsp-never-ends 3:5");
  EXPECT_EQ(labels_text(network_of(model, kP).lts(ComponentId(0))), "a b");
  EXPECT_EQ(diagnose("Q = (a -> Q).\nP = (s -> Q(1)).\n", kP), "fsp-arguments 2:11");
}

TEST(FspSequence, HiddenLabelsStayHiddenAndErrorsStayErrors) {
  const std::string model = "Q = (a -> b -> END | x -> ERROR) + {never} \\ {a}.\nP = (a -> Q;P) / {c/b, d/a}.";
  EXPECT_EQ(lts_text(model, kP), "P: d->P/a;Q\nP/a;Q: a->P/a;Q/a x->ERROR\nP/a;Q/a: c->P\nERROR!:\n");
  EXPECT_EQ(rules_text(model, kP), "c <- P!c\nd <- P!d\nnever <- P!never\ntau <- P!a\nx <- P!x\n");
  EXPECT_EQ(lts_text("Q = (a -> END) \\ {a}.\nP = (a -> Q;P).", kP), "P: a->P/a;Q\nP/a;Q: a#hidden->P\n");
}

TEST(FspSequence, CallsWithoutEndAreRefused) {
  EXPECT_EQ(diagnose("P = (a -> P;END).", kP), "fsp-recursion 1:11");
  EXPECT_EQ(diagnose("P = (a -> Q;END).\nQ = (b -> P;END).", kP), "fsp-recursion 2:11");
  EXPECT_NE(diagnose("P(N=0) = (a -> P(N+1);END | b -> P(N+1);END).", kP).find("fsp-recursion"), std::string::npos);
}

TEST(FspSequence, CallsOfItselfThatEndAreFine) {
  EXPECT_EQ(lts_text("P(N=2) = (a[N] -> if N==0 then END else P(N-1);END).", kP),
            "P: a.2->P/a.2;P\nP/a.2;P: a.1->P/a.2;P/a.1;P\nP/a.2;P/a.1;P: a.0->END\nEND.:\n");
}

TEST(FspSequence, UnknownNamesInCallsAreErrorsInBothModes) {
  EXPECT_EQ(diagnose("P = (a -> NO;END).", kP), "fsp-unknown-name 1:11");
  EXPECT_EQ(diagnose("P = (a -> NO;END).", {.target = "P", .options = {.ltsa_compat = true}}), "fsp-unknown-name 1:11");
  EXPECT_EQ(diagnose("Q = (a -> END).\nP = Q;NO.", kP), "fsp-unknown-name 2:7");
  EXPECT_EQ(lts_text("Q = (a -> END).\nP = Q;NO.", {.target = "P", .options = {.ltsa_compat = true}}),
            "P;Q: a->ERROR\nERROR!:\n");
}

TEST(FspSequence, AnIndexBehindACallIsOutOfRangeOnlyWhereItIsReached) {
  EXPECT_EQ(diagnose("Q = (a -> END).\nP = B[0], B[i:0..1] = (t -> Q;B[i+1]).", kP), "fsp-out-of-range 2:31");
  EXPECT_EQ(diagnose("Q = (a -> Q), R = END.\nP = B[0], B[i:0..1] = (t -> Q;B[i+5]).", kP),
            "fsp-unused 1:15, fsp-never-ends 2:29");
}

TEST(FspSequence, ManyCallsInARowAreLinear) {
  std::string model = "Q = (a -> b -> END).\nP = ";
  for (int i = 0; i < 50000; ++i) model += "Q;";
  const Network network = network_of(model + "P.", kP);
  EXPECT_EQ(network.lts(ComponentId(0)).num_states(), 100000u);
}

TEST(FspSequence, EndAloneIsAnEnd) {
  EXPECT_EQ(lts_text("P = END."), "END.:\n");
  EXPECT_EQ(lts_text("P = (a -> Q), Q = END."), "P: a->END\nEND.:\n");
}

TEST(FspSequence, APropertyThatCallsNeverEnds) {
  EXPECT_EQ(lts_text("Q = (a -> b -> END).\nproperty P = Q;END.\n||S = (P || Q)."),
            "P;Q: a->P;Q/a b->ERROR\nP;Q/a: a->ERROR b->END\nEND: a->ERROR b->ERROR\nERROR!:\n");
}

}   // namespace
}   // namespace parley::fsp
