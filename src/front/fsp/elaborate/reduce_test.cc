#include <gtest/gtest.h>

#include "support/fsp_text.h"

namespace parley::fsp {
namespace {

TEST(FspReduce, MinimalKeepsNamesAsAliases) {
  const Network network = network_of("minimal P = (a -> t -> b -> P | a -> b -> P), LOST = (c -> P) \\ {t}.");
  const Lts& lts = network.lts(ComponentId(0));
  EXPECT_EQ(to_text(lts), "P: a->P/a#1\nP/a#1: b->P\n");
  EXPECT_EQ(labels_text(lts), "a b c");
  EXPECT_EQ(lts.states_named("P/a#2"), lts.states_named("P/a#1"));
}

TEST(FspReduce, MinimalKeepsDivergence) {
  const Network network = network_of("minimal P = (a -> SPIN), SPIN = (t -> SPIN) \\ {t}.");
  EXPECT_EQ(to_text(network.lts(ComponentId(0))), "P: a->SPIN\nSPIN: t->SPIN\n");
}

TEST(FspReduce, DeterministicHidesNothingAnyMore) {
  const Network network = network_of("deterministic P = (t -> a -> b -> P | a -> c -> END) \\ {t}.");
  const Lts& lts = network.lts(ComponentId(0));
  EXPECT_EQ(labels_text(lts), "a c b");
  EXPECT_EQ(lts.num_states(), 3u);
  EXPECT_TRUE(lts.has_terminal());
}

TEST(FspReduce, ADeterministicPropertyIsCompletedAfterwards) {
  EXPECT_EQ(diagnose("deterministic property P = (a -> b -> P | a -> t -> c -> P) \\ {t}.\nQ = (a -> b -> c -> Q)."), "");
  const Network network =
      network_of("deterministic property P = (a -> b -> P | a -> t -> c -> P) \\ {t}.\nQ = (a -> b -> c -> Q).",
                 {.target = "Q", .observer = "P"});
  const Lts& lts = network.lts(ComponentId(1));
  EXPECT_EQ(labels_text(lts), "a c b");
  for (const LocalState state : lts.states()) EXPECT_EQ(lts.edges(state).size(), lts.is_error(state) ? 0u : 3u);
}

TEST(FspReduce, ACalledProcessIsReducedFirst) {
  EXPECT_EQ(lts_text("minimal Q = (a -> t -> b -> END | a -> b -> END) \\ {t}.\nP = Q;P.", {.target = "P"}),
            "P;Q: a->P;Q/a#1\nP;Q/a#1: b->P;Q\n");
}

}   // namespace
}   // namespace parley::fsp
