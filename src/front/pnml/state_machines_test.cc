#include "front/pnml/state_machines.h"

#include <gtest/gtest.h>

#include "support/petri_net_text.h"

namespace parley {
namespace {

using testing::net;

// The sets as "p q | r", with the names of places.
std::string machines(const PetriNet& of) {
  std::string text;
  for (const std::vector<std::uint32_t>& machine : StateMachines(of, Limits()).run()) {
    text += text.empty() ? "" : " | ";
    for (std::uint32_t place : machine) text += (place == machine.front() ? "" : " ") + std::string(of.places.view(place));
  }
  return text;
}

TEST(StateMachines, ACycleIsOne) { EXPECT_EQ(machines(net("p* q r; a: p -> q, b: q -> r, c: r -> p")), "p q r"); }

TEST(StateMachines, AMachineMayLoseItsToken) { EXPECT_EQ(machines(net("p* q; a: p -> q, b: q ->")), "p q"); }

TEST(StateMachines, SynchronisingMachinesAreSeparated) {
  EXPECT_EQ(machines(net("p* q f* g; take: p f -> q g, put: q g -> p f")), "p q | f g");
  // The place of the fork is not in the philosopher's machine; it becomes a machine of its own.
  EXPECT_EQ(machines(net("think* eat fork*; take: think fork -> eat, put: eat -> think fork")), "think eat | fork");
}

TEST(StateMachines, AForkBecomesTwoMachines) { EXPECT_EQ(machines(net("s* a b; go: s -> a b, end: a b -> s")), "s a | b"); }

TEST(StateMachines, WhatMayGetASecondTokenIsLeftOut) {
  EXPECT_EQ(machines(net("p* q; make: p -> p q")), "p");
  EXPECT_EQ(machines(net("p q*; make: -> p, use: p q -> q")), "q");
  EXPECT_EQ(machines(net("p* q* r; a: p -> r, b: q -> r")), "p | q");
}

TEST(StateMachines, ADecisionThatFailsIsUndone) {
  // The transition that gives q its token takes one from 'a' and one from 'b'. The search tries 'a' first,
  // but 'a' gets tokens from a transition without a preset.
  EXPECT_EQ(machines(net("q a b; t: a b -> q, x: -> a")), "q b");
  EXPECT_EQ(machines(net("q a b c; t: a b -> q, s: c b -> a, x: -> c, y: q -> b")), "q b");
}

TEST(StateMachines, MachinesAreFoundAtWideTransitions) {
  constexpr std::uint32_t kPairs = 300;
  std::vector<std::string> names;
  std::vector<bool> is_marked;
  testing::NetTransition go{"go", {}, {}};
  std::vector<testing::NetTransition> transitions;
  for (std::uint32_t i = 0; i < kPairs; ++i) {
    names.push_back("p" + std::to_string(i));
    names.push_back("q" + std::to_string(i));
    is_marked.push_back(true);
    is_marked.push_back(false);
    go.pre.push_back(2 * i);
    go.post.push_back(2 * i + 1);
    transitions.push_back({"back" + std::to_string(i), {2 * i + 1}, {2 * i}});
  }
  transitions.push_back(go);
  const PetriNet wide = testing::make_net(names, is_marked, transitions);
  const std::vector<std::vector<std::uint32_t>> found = StateMachines(wide, Limits()).run();
  ASSERT_EQ(found.size(), kPairs);
  for (std::uint32_t i = 0; i < kPairs; ++i) EXPECT_EQ(found[i], (std::vector<std::uint32_t>{2 * i, 2 * i + 1}));
}

TEST(StateMachines, NoRandomOneEverHasTwoTokens) {
  testing::Random random(8);
  std::size_t covered = 0;
  std::size_t large = 0;
  for (int round = 0; round < 3000; ++round) {
    const PetriNet of = testing::random_net(random);
    const testing::TokenGame game = testing::play(of);
    const std::vector<std::vector<std::uint32_t>> found = StateMachines(of, Limits()).run();
    std::set<std::uint32_t> seen;
    for (const std::vector<std::uint32_t>& machine : found) {
      const auto tokens = [&](const testing::Marking& marking) {
        unsigned sum = 0;
        for (std::uint32_t place : machine) sum += marking[place];
        return sum;
      };
      for (const auto& [marking, next] : game.safe) ASSERT_LE(tokens(marking), 1U) << round;
      for (const testing::Marking& marking : game.unsafe) ASSERT_LE(tokens(marking), 1U) << round;
      for (std::uint32_t place : machine) ASSERT_TRUE(seen.insert(place).second) << round;
      if (machine.size() > 1) ++large;
    }
    covered += seen.size();
  }
  EXPECT_GT(covered, 1000U);
  EXPECT_GT(large, 300U);
}

TEST(StateMachines, StopAtALimit) {
  const StopToken stop(StopRequest::kTerminated);
  std::string text = "p0*;";
  for (int i = 0; i < 2000; ++i)
    text += (i == 0 ? " t" : ", t") + std::to_string(i) + ": p" + std::to_string(i) + " -> p" + std::to_string(i + 1);
  const PetriNet chain = net(text);
  EXPECT_EQ(StateMachines(chain, Limits()).run().size(), 1U);
  EXPECT_THROW((void)StateMachines(chain, Limits({.stop = &stop})).run(), Stopped);
}

}   // namespace
}   // namespace parley
