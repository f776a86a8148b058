#include "invariant/groups.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "invariant/pairs.h"
#include "support/naive_states.h"
#include "support/network_text.h"

namespace parley {
namespace {

using testing::GlobalState;
using testing::network;
using testing::Random;

constexpr std::uint64_t kPlenty = 1'000'000;
const Limits kNoLimits;

bool is_in(const ApartFact& fact, const GlobalState& state) {
  return std::ranges::all_of(
      fact.rows, [&](const ApartFact::Row& row) { return std::ranges::binary_search(row.states, state[row.component.index()]); });
}

// The states of a fact as text: "a 1 2; b 0".
std::string told(const Network& net, const std::optional<ApartFact>& fact) {
  if (!fact) return "none";
  std::string text;
  for (const ApartFact::Row& row : fact->rows) {
    text += (text.empty() ? "" : "; ") + std::string(net.name(row.component));
    for (const LocalState state : row.states) text += " " + net.lts(row.component).state_name(state);
  }
  return text;
}

GlobalState numbered(const std::vector<std::size_t>& numbers) { return {numbers.begin(), numbers.end()}; }

// Two components that were one before it was decomposed, and a third that follows it.
const char* const kTakenApart =
    "leader: 0 -x-> 1 -y-> 2 -z-> 0; "
    "low: 0 -x-> 1 -y-> out -z-> 0; "
    "high: out -y-> 2 -z-> out";

TEST(GroupReach, ExcludeWhatNoPairExcludes) {
  // Either x or y, then all go back: any two of the three may be away.
  const Network net = network(
      "a: 0 -x-> 1 -back-> 0, 0 -y-> 2 -back-> 0, 0 -z-> 0; b: 0 -x-> 1 -back-> 0, 0 -z-> 2 -back-> 0, 0 -y-> 0; c: 0 -y-> 1 "
      "-back-> 0, 0 -z-> 2 -back-> 0, 0 -x-> 0");
  const std::set<GlobalState> reached = testing::reachable_states(net);
  GroupReach groups(net, kPlenty, kNoLimits);
  std::size_t excluded = 0;
  for (const GlobalState& state : testing::all_states(net)) {
    const auto fact = groups.excluding(state);
    EXPECT_EQ(fact.has_value(), !reached.contains(state)) << testing::to_text(state);
    if (!fact) continue;
    ++excluded;
    EXPECT_TRUE(is_in(*fact, state));
    for (const GlobalState& other : reached) EXPECT_FALSE(is_in(*fact, other)) << testing::to_text(other);
  }
  EXPECT_GT(excluded, 10u);
}

TEST(GroupReach, FactsNameAsManyStatesAsPossible) {
  const Network net = network(kTakenApart);
  GroupReach groups(net, kPlenty, kNoLimits);
  EXPECT_EQ(told(net, groups.excluding(numbered({0, 0, 0}))), "none");
  EXPECT_EQ(told(net, groups.excluding(numbered({0, 2, 1}))), "leader 0 1; low 0 1 out; high 2");
}

TEST(GroupReach, WorkIsBoundedByTheBudget) {
  const Network net = network(kTakenApart);
  EXPECT_FALSE(GroupReach(net, 1, kNoLimits).excluding(numbered({0, 2, 1})));
  EXPECT_FALSE(GroupReach(net, 20, kNoLimits).excluding(numbered({0, 2, 1})));
}

// One label has so many edges that writing down all combinations would be too much.
TEST(GroupReach, TooManyEdgesForOneLabelAreGivenUp) {
  constexpr std::size_t kStates = 2'000;
  NetworkBuilder builder;
  std::vector<Participant> participants;
  for (const char* name : {"a", "b", "c", "d"}) {
    LtsBuilder lts;
    lts.add_states(kStates);
    const LocalLabel label = lts.add_label("x");
    for (std::size_t to = 1; to < kStates; ++to) lts.add_edge(LocalState(0), label, LocalState(to));
    participants.push_back({builder.add_component(name, builder.add_template(std::move(lts).build())), label});
  }
  builder.add_rule(builder.intern_label("x"), participants);
  const Network net = std::move(builder).build();
  EXPECT_FALSE(GroupReach(net, std::uint64_t{1} << 40, kNoLimits).excluding(numbered({0, 1, 0, 1})));
}

TEST(GroupReach, StopAtLimits) {
  std::string text;
  for (const std::string name : {"a", "b", "c"}) {
    text += name + ": 0";
    for (int i = 1; i < 20; ++i) text += " -" + name + "-> " + std::to_string(i);
    text += " -x-> 0; ";
  }
  const Network net = network(text);
  const Limits no_time({.seconds = 0.0});
  EXPECT_THROW((void)GroupReach(net, kPlenty, no_time).excluding(numbered({0, 2, 1})), Stopped);
}

// Compared with all states of random networks: an excluded state is never reached. If the group is the whole
// network, every unreached state is excluded.
TEST(GroupReach, ExcludeOnlyUnreachableStatesOfRandomNetworks) {
  std::size_t excluded = 0;
  std::size_t passed = 0;
  for (std::uint64_t seed = 1; seed <= 4'000; ++seed) {
    Random random(seed);
    const Network net = testing::tiny_network(
        random,
        {.most_components = 5, .most_states = 3, .labels = 3, .most_edges = 6, .most_rules = 7, .has_ends = seed % 4 == 1});
    if (net.num_components() < 3) continue;
    const std::set<GlobalState> reached = testing::reachable_states(net);
    GroupReach groups(net, kPlenty, kNoLimits);
    const bool is_one_group = [&] {
      std::set<ComponentId> together{ComponentId(0)};
      for (std::size_t size = 0; size != together.size();) {
        size = together.size();
        for (const RuleId rule : net.rules()) {
          const auto participants = net.participants(rule);
          if (std::ranges::any_of(participants, [&](const Participant& p) { return together.contains(p.component); }))
            for (const Participant& participant : participants) together.insert(participant.component);
        }
      }
      return together.size() == net.num_components();
    }();
    for (const GlobalState& state : testing::all_states(net)) {
      const auto fact = groups.excluding(state);
      if (!fact) {
        ++passed;
        ASSERT_TRUE(!is_one_group || reached.contains(state)) << "seed " << seed << " at " << testing::to_text(state) << "\n"
                                                              << testing::to_text(net);
        continue;
      }
      ++excluded;
      ASSERT_TRUE(is_in(*fact, state)) << "seed " << seed;
      for (const GlobalState& other : reached)
        ASSERT_FALSE(is_in(*fact, other)) << "seed " << seed << " at " << testing::to_text(other) << "\n"
                                          << testing::to_text(net);
    }
  }
  EXPECT_GT(excluded, 10'000u);
  EXPECT_GT(passed, 10'000u);
}

}   // namespace
}   // namespace parley
