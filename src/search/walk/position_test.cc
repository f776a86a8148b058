#include "search/walk/position.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "search/shorten/path.h"
#include "search/steps/successors.h"
#include "support/network_text.h"
#include "support/random_lts.h"

namespace parley {
namespace {

using testing::network;

std::vector<RuleId> in_lanes(const Position& position) {
  std::vector<RuleId> rules;
  for (unsigned lane = 0; lane < Position::kLanes; ++lane) {
    rules.insert(rules.end(), position.lane(lane).begin(), position.lane(lane).end());
    EXPECT_EQ((position.filled_lanes() >> lane & 1) != 0, !position.lane(lane).empty());
  }
  std::ranges::sort(rules);
  return rules;
}

std::vector<RuleId> enabled_by_definition(const Network& net, std::span<const LocalState> state) {
  std::vector<RuleId> rules;
  for (RuleId rule : net.rules())
    if (std::ranges::all_of(net.participants(rule), [&](const Participant& p) {
          return net.lts(p.component).offers(state[p.component.index()], p.label);
        }))
      rules.push_back(rule);
  return rules;
}

TEST(Position, KnowsTheEnabledRulesAfterAnyMoves) {
  testing::Random random(11);
  for (int round = 0; round < 300; ++round) {
    const Network net = testing::random_network(random);
    std::vector<std::uint8_t> lanes(net.num_rules());
    for (std::uint8_t& lane : lanes) lane = static_cast<std::uint8_t>(testing::below(random, Position::kLanes));
    Position position(net);
    position.reset(lanes);
    for (int moves = 0; moves < 20; ++moves) {
      const ComponentId component(testing::below(random, net.num_components()));
      position.move(component, LocalState(testing::below(random, net.lts(component).num_states())));
      const bool in_error = Successors(net).in_error(position.state());
      EXPECT_EQ(position.in_error(), in_error);
      EXPECT_EQ(in_lanes(position), enabled_by_definition(net, position.state()));
      EXPECT_EQ(position.num_enabled(), in_error ? 0 : in_lanes(position).size());
      for (RuleId rule : net.rules()) {
        const std::span<const RuleId> lane = position.lane(lanes[rule.index()]);
        EXPECT_EQ(position.is_enabled(rule), !in_error && std::ranges::count(lane, rule) == 1);
      }
    }
  }
}

TEST(Position, TheHashDependsOnTheStateOnly) {
  const Network net = network("A: 0 -a-> 1; B: 0 -b-> 1");
  Position one(net);
  Position two(net);
  one.move(ComponentId(0), LocalState(1));
  EXPECT_NE(one.hash(), two.hash());
  one.move(ComponentId(1), LocalState(1));
  two.move(ComponentId(1), LocalState(1));
  two.move(ComponentId(0), LocalState(1));
  EXPECT_EQ(one.hash(), two.hash());
  one.reset();
  EXPECT_EQ(one.hash(), Position(net).hash());
}

TEST(Position, AResetPositionEqualsANewOne) {
  const Network net = network("A: 0 -a-> 1, 1 -b-> 0; B: 0 -c-> 1, 1 -d-> 0; C: 0 -e-> 0");
  Position used(net);
  used.move(ComponentId(0), LocalState(1));
  used.move(ComponentId(0), LocalState(0));   // its rules are now last in the lane
  used.reset();
  EXPECT_TRUE(std::ranges::equal(used.lane(0), Position(net).lane(0)));
}

}   // namespace
}   // namespace parley
