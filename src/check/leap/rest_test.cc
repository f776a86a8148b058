#include "check/leap/rest.h"

#include <random>

#include <gtest/gtest.h>

#include "check/judge.h"
#include "support/network_text.h"

namespace parley::leap_set {
namespace {

// All states that a node represents.
std::vector<std::vector<LocalState>> cover(const Network& network, const Shapes& shapes, std::span<const LocalState> node) {
  std::vector<std::vector<LocalState>> all = {{}};
  const Limits limits;
  for (ComponentId component : network.components()) {
    Explorer explorer(shapes.of(component), limits);
    std::vector<std::vector<LocalState>> longer;
    for (const auto& begun : all)
      for (LocalState state : explorer.reach(node[component.index()])) {
        longer.push_back(begun);
        longer.back().push_back(state);
      }
    all = std::move(longer);
  }
  return all;
}

// A process begins in 0 and goes alone to any of some resting states; some are terminal. Rules have two or
// three participants.
Network resting_network(std::mt19937& random) {
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  constexpr std::size_t kShared = 3;
  NetworkBuilder builder;
  std::vector<ComponentId> components;
  const std::size_t processes = 2 + below(4);
  const std::size_t offered = 2 + below(7);
  for (std::size_t i = 0; i < processes; ++i) {
    LtsBuilder lts;
    const std::size_t states = 2 + below(4);
    lts.add_states(states);
    for (std::size_t l = 0; l <= kShared; ++l) lts.add_label("l" + std::to_string(l));
    const bool can_move_on = below(6) == 0;
    for (std::size_t s = 1; s < states; ++s) {
      lts.add_edge(LocalState(std::size_t{0}), LocalLabel(kShared), LocalState(s));
      if (below(5) == 0) {
        lts.set_terminal(LocalState(s));
        continue;
      }
      for (std::size_t l = 0; l < kShared; ++l)
        if (below(10) < offered) lts.add_edge(LocalState(s), LocalLabel(l), LocalState(below(states)));
      if (can_move_on) lts.add_edge(LocalState(s), LocalLabel(kShared), LocalState(s));
    }
    components.push_back(builder.add_component("p" + std::to_string(i), builder.add_template(std::move(lts).build())));
    builder.add_rule(builder.intern_label("tau"), std::vector<Participant>{{components[i], LocalLabel(kShared)}});
  }
  for (std::size_t rules = 1 + below(8); rules > 0; --rules) {
    std::vector<Participant> participants;
    const std::size_t first = below(processes);
    for (std::size_t i = 0; i < processes; ++i)
      if (i == first || i == (first + 1) % processes || below(6) == 0)
        participants.push_back({components[i], LocalLabel(below(kShared))});
    builder.add_rule(builder.intern_label("s"), participants);
  }
  return std::move(builder).build();
}

TEST(RestSearch, FindsADeadlockExactlyWhereThereIsOne) {
  std::mt19937 random(11);
  int both[2] = {0, 0};
  for (int round = 0; round < 3000; ++round) {
    const Network network = resting_network(random);
    const Limits limits;
    const Shapes shapes(network, {}, limits);
    const std::vector<LocalState> node(network.num_components());
    RestingStates resting(shapes, limits);
    RestSearch search(network, resting, limits);
    const auto found = search.deadlock(node);
    bool expected = false;
    for (const auto& state : cover(network, shapes, node)) expected = expected || is_deadlock(network, state);
    ASSERT_EQ(found.has_value(), expected) << round;
    if (found) {
      ASSERT_TRUE(is_deadlock(network, *found)) << round;
    }
    ASSERT_EQ(search.deadlock(node), found);   // nothing remains from the first call
    ++both[expected ? 1 : 0];
  }
  EXPECT_GE(both[0], 300);
  EXPECT_GE(both[1], 300);
}

TEST(RestSearch, FindsStuckComponentsExactlyWhereThereAreSome) {
  std::mt19937 random(12);
  int both[2] = {0, 0};
  for (int round = 0; round < 3000; ++round) {
    const Network network = resting_network(random);
    const Limits limits;
    const Shapes shapes(network, {}, limits);
    const std::vector<LocalState> node(network.num_components());
    RestingStates resting(shapes, limits);
    RestSearch search(network, resting, limits);
    const std::vector<ComponentId> all = all_components(network);
    const auto found = search.stuck(node, all, all);
    StuckFinder finder(network);
    bool expected = false;
    bool is_possible = false;
    for (const auto& state : cover(network, shapes, node)) {
      const std::vector<ComponentId> stuck = finder.all_stuck(state);
      expected = expected || !stuck.empty();
      is_possible = is_possible || (found && state[found->component.index()] == found->state &&
                                    std::find(stuck.begin(), stuck.end(), found->component) != stuck.end());
    }
    ASSERT_EQ(found.has_value(), expected) << round;
    ASSERT_EQ(is_possible, expected) << round;
    ++both[expected ? 1 : 0];
  }
  EXPECT_GE(both[0], 100);
  EXPECT_GE(both[1], 300);
}

// A ring in which each component may wait for its left or its right neighbour. Each rule can be refused by
// two components, each of which can refuse only one of two rules.
TEST(RestSearch, ARingIsNoMaze) {
  constexpr std::size_t kSize = 400;
  LtsBuilder lts;
  lts.add_states(3);
  const LocalLabel choose = lts.add_label("choose");
  const LocalLabel left = lts.add_label("left");
  const LocalLabel right = lts.add_label("right");
  lts.add_edge(LocalState(std::size_t{0}), choose, LocalState(std::size_t{1}));
  lts.add_edge(LocalState(std::size_t{0}), choose, LocalState(std::size_t{2}));
  lts.add_edge(LocalState(std::size_t{1}), left, LocalState(std::size_t{0}));
  lts.add_edge(LocalState(std::size_t{2}), right, LocalState(std::size_t{0}));
  NetworkBuilder builder;
  const TemplateId shape = builder.add_template(std::move(lts).build());
  std::vector<ComponentId> components;
  for (std::size_t i = 0; i < kSize; ++i) components.push_back(builder.add_component("c" + std::to_string(i), shape));
  for (std::size_t i = 0; i < kSize; ++i) {
    builder.add_rule(builder.intern_label("choose"), std::vector<Participant>{{components[i], choose}});
    builder.add_rule(builder.intern_label("meet"),
                     std::vector<Participant>{{components[i], right}, {components[(i + 1) % kSize], left}});
  }
  builder.add_rule(builder.intern_label("ends"), std::vector<Participant>{{components[0], left}, {components[1], left}});
  builder.add_rule(builder.intern_label("ends"), std::vector<Participant>{{components[0], right}, {components[1], right}});
  const Network network = std::move(builder).build();
  const Limits limits({.seconds = 30});
  const Shapes shapes(network, {}, limits);
  RestingStates resting(shapes, limits);
  RestSearch search(network, resting, limits);
  // If some wait to the left and some to the right, two neighbours meet somewhere in the ring; 0 and 1
  // exclude that all wait to the same side.
  EXPECT_FALSE(search.deadlock(std::vector<LocalState>(kSize)));
}

}   // namespace
}   // namespace parley::leap_set
