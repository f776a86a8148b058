#include <gtest/gtest.h>

#include "support/fsp_text.h"

namespace parley::fsp {
namespace {

// The automaton of the channel c, in a model with one more component.
std::string channel_text(const std::string& definition) { return lts_text(definition + "\nP = STOP + {x}.\n||SYS = (c || P)."); }

TEST(FspChannel, ACapacityOfOneHoldsOneMessage) {
  EXPECT_EQ(channel_text("channel c of 1..2"),
            "EMPTY: c.send.1->Q.1 c.send.2->Q.2\nQ.1: c.receive.1->EMPTY\nQ.2: c.receive.2->EMPTY\n");
}

TEST(FspChannel, TheOldestMessageIsReceivedFirst) {
  EXPECT_EQ(channel_text("channel c[2] of {a, b}"),
            "EMPTY: c.send.a->Q.a c.send.b->Q.b\n"
            "Q.a: c.send.a->Q.a.a c.send.b->Q.a.b c.receive.a->EMPTY\n"
            "Q.b: c.send.a->Q.b.a c.send.b->Q.b.b c.receive.b->EMPTY\n"
            "Q.a.a: c.receive.a->Q.a\nQ.a.b: c.receive.a->Q.b\nQ.b.a: c.receive.b->Q.a\nQ.b.b: c.receive.b->Q.b\n");
}

TEST(FspChannel, WithoutValuesItCounts) {
  EXPECT_EQ(channel_text("channel c[2]"), "EMPTY: c.send->Q.1\nQ.1: c.send->Q.2 c.receive->EMPTY\nQ.2: c.receive->Q.1\n");
}

TEST(FspChannel, ALossyOneLosesAnyMessage) {
  EXPECT_EQ(channel_text("channel c of 0..0 lossy"), "EMPTY: c.send.0->Q.0\nQ.0: c.receive.0->EMPTY c.lose.0->EMPTY\n");
  const std::string text = channel_text("channel c[3] of 0..1 lossy");
  EXPECT_NE(text.find("Q.0.1.0: c.receive.0->Q.1.0 c.lose.0->Q.0.1 c.lose.0->Q.1.0 c.lose.1->Q.0.0\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("Q.0.0.1: c.receive.0->Q.0.1 c.lose.0->Q.0.1 c.lose.1->Q.0.0\n"), std::string::npos) << text;
}

TEST(FspChannel, ADuplicatingOneMayKeepWhatIsReceived) {
  EXPECT_EQ(channel_text("channel c of 0..0 duplicating"), "EMPTY: c.send.0->Q.0\nQ.0: c.receive.0->EMPTY c.receive.0->Q.0\n");
}

TEST(FspChannel, QueuesThatLookAlikeAreNumbered) {
  const Network network = network_of("channel c[2] of {a, a.b, b}\nP = STOP + {x}.\n||SYS = (c || P).");
  const Lts& lts = network.lts(ComponentId(0));
  EXPECT_EQ(lts.num_states(), 13u);
  EXPECT_EQ(lts.states_named("Q.a.b").size(), 2u);
  EXPECT_EQ(lts.states_named("Q").size(), 12u);
}

TEST(FspChannel, CapacitiesAreCheckedAndLimited) {
  EXPECT_EQ(diagnose("channel c[0]\n||SYS = c."), "fsp-range 1:11");
  EXPECT_EQ(diagnose("channel c[40] of 0..9\n||SYS = c."), "fsp-too-large 1:9");
  EXPECT_EQ(diagnose("channel c[9000000000]\n||SYS = c."), "fsp-too-large 1:9");
  EXPECT_EQ(diagnose("channel c of 1..0\n||SYS = c."), "fsp-empty 1:9");
  EXPECT_EQ(network_of("channel c[200000] of 1..1 lossy\n||SYS = c.").lts(ComponentId(0)).num_states(), 200001u);
}

TEST(FspChannel, ValuesSentAndReceivedArePartsOfLabels) {
  EXPECT_EQ(
      lts_text(
          "channel c of 0..1\nP var y:0..1 = 0 = (c?x when (x!=y) -> c![x] -> c!y -> c?(1-x) {y:=x} -> P).\n||SYS = (P || c)."),
      "P.0: c.receive.1->P.0/c.receive.1\n"
      "P.1: c.receive.0->P.1/c.receive.0\n"
      "P.0/c.receive.1: c.send.1->P.0/c.receive.1/c.send.1\n"
      "P.0/c.receive.1/c.send.1: c.send.0->P.0/c.receive.1/c.send.1/c.send.0\n"
      "P.0/c.receive.1/c.send.1/c.send.0: c.receive.0->P.1\n"
      "P.1/c.receive.0: c.send.0->P.1/c.receive.0/c.send.0\n"
      "P.1/c.receive.0/c.send.0: c.send.1->P.1/c.receive.0/c.send.0/c.send.1\n"
      "P.1/c.receive.0/c.send.0/c.send.1: c.receive.1->P.0\n");
  EXPECT_EQ(lts_text("channel c of {a, b}\nP = (c!a -> c?x -> c!x -> P).\n||SYS = (P || c)."),
            "P: c.send.a->P/c.send.a\n"
            "P/c.send.a: c.receive.a->P/c.send.a/c.receive.a c.receive.b->P/c.send.a/c.receive.b\n"
            "P/c.send.a/c.receive.a: c.send.a->P\nP/c.send.a/c.receive.b: c.send.b->P\n");
}

}   // namespace
}   // namespace parley::fsp
