#include "verify/schedule.h"

#include <string>

#include <gtest/gtest.h>

#include "engine/registry.h"
#include "engine/turn.h"
#include "support/network_text.h"

namespace parley {
namespace {

using testing::network;

// The engines that have a turn in each round, one line per round, if no engine answers.
std::vector<std::string> rounds(const Network& net, const std::vector<Property>& properties) {
  const Options options = all_options();
  Schedule schedule(net, properties, options);
  std::vector<std::string> lines(1);
  std::vector<std::string_view> seen;
  while (const auto turn = schedule.next(std::vector<bool>(properties.size(), true))) {
    if (std::find(seen.begin(), seen.end(), turn->engine.name()) != seen.end()) {
      seen.clear();
      lines.emplace_back();
    }
    seen.push_back(turn->engine.name());
    lines.back() += (lines.back().empty() ? "" : " ") + std::string(turn->engine.name());
  }
  return lines;
}

std::string wide(std::size_t components) {
  std::string text;
  for (std::size_t i = 0; i < components; ++i)
    text += "P" + std::to_string(i) + ": 0 -a" + std::to_string(i) + "-> 1 -b" + std::to_string(i) + "-> 0\n";
  return text;
}

TEST(Schedule, EveryEngineThatDoesNotDeclineHasATurnInEachRoundAndTheCompleteOnesALast) {
  const Network net = network("A: 0 -a-> 1 -b-> 0");
  const std::vector<std::string> lines = rounds(net, {{"d", Deadlock{}}});
  ASSERT_EQ(lines.size(), 5);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(lines[i], "explicit synchro leap") << i;
  EXPECT_EQ(lines[4], "explicit leap");   // synchro is not complete
}

TEST(Schedule, WhereAStateIsWideProofsComeBeforeSearches) {
  const Network net = network(wide(70));
  EXPECT_EQ(rounds(net, {{"d", Deadlock{}}}).front(), "synchro leap explicit");
  PredicateBuilder builder;
  const auto root = builder.atom({.component = ComponentId(std::size_t{0}), .states = {LocalState(std::size_t{1})}});
  EXPECT_EQ(rounds(net, {{"r", Reach{std::move(builder).build(root)}}}).front(), "lazy synchro leap explicit");
}

// A ring of so many states, each left by a label of its own: for synchro the question alone is as large as
// the product.
TEST(Schedule, AnEngineThatWouldNeedAWholeTurnToBeginWaits) {
  constexpr std::size_t kStates = 3'000;
  LtsBuilder lts;
  lts.add_states(kStates);
  NetworkBuilder builder;
  for (std::size_t i = 0; i < kStates; ++i)
    lts.add_edge(LocalState(i), lts.add_label("t" + std::to_string(i)), LocalState((i + 1) % kStates));
  const ComponentId ring = builder.add_component("ring", builder.add_template(std::move(lts).build()));
  for (std::size_t i = 0; i < kStates; ++i)
    builder.add_rule(builder.intern_label("t" + std::to_string(i)), std::vector<Participant>{{ring, LocalLabel(i)}});
  const Network net = std::move(builder).build();
  const std::vector<std::string> lines = rounds(net, {{"d", Deadlock{}}});
  EXPECT_EQ(lines.at(0).find("synchro"), std::string::npos) << lines.at(0);
  EXPECT_NE(lines.at(1).find("synchro"), std::string::npos) << lines.at(1);
}

// A step through many components costs more than one through few.
TEST(Schedule, WalksAreShorterWhereStatesAreWide) {
  const SearchTurn narrow = search_turn(network(wide(10)), 0);
  const SearchTurn broad = search_turn(network(wide(1'000)), 0);
  EXPECT_GT(narrow.walk_steps, 10 * broad.walk_steps);
  EXPECT_GT(narrow.states, 10 * broad.states);
  EXPECT_EQ(search_turn(network(wide(1'000)), 1).walk_steps, 8 * broad.walk_steps);
}

TEST(Schedule, AsksOnlyAboutWhatIsOpenAndNotDeclined) {
  const Network net = network("A: 0 -a-> 1 -b-> 0");
  PredicateBuilder builder;
  const auto root = builder.atom({.component = ComponentId(std::size_t{0}), .states = {LocalState(std::size_t{1})}});
  const std::vector<Property> properties = {
      {"d", Deadlock{}}, {"r", Reach{std::move(builder).build(root)}}, {"l", LocalDeadlock{}}};
  const Options options = all_options();
  Schedule schedule(net, properties, options);
  const auto first = schedule.next({true, true, false});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->engine.name(), "explicit");
  EXPECT_EQ(first->properties, (std::vector<std::size_t>{0, 1}));
  const auto second = schedule.next({true, true, false});
  ASSERT_TRUE(second);
  EXPECT_EQ(second->engine.name(), "lazy");
  EXPECT_EQ(second->properties, (std::vector<std::size_t>{1}));
  EXPECT_FALSE(schedule.next({false, false, false}));
}

TEST(Schedule, BoundsGrowFromRoundToRoundAndAreGoneInTheLast) {
  const Network net = network("A: 0 -a-> 1 -b-> 0");
  const std::vector<Property> properties = {{"d", Deadlock{}}};
  const Options options = all_options();
  Schedule schedule(net, properties, options);
  std::vector<std::string> bounds;
  while (const auto turn = schedule.next({true})) {
    if (turn->engine.name() != "explicit") continue;
    bounds.emplace_back("none");
    for (const auto& [name, value] : turn->options.changed())
      if (name == "explicit.most-states") bounds.back() = value;
  }
  EXPECT_EQ(bounds, (std::vector<std::string>{"200000", "1600000", "12800000", "102400000", "none"}));
}

TEST(Schedule, NothingIsNotTakenForNoLimit) {
  const Network net = network("A: 0 -a-> 1 -b-> 0");
  const std::vector<Property> properties = {{"d", Deadlock{}}};
  Options options = all_options();
  for (const char* name : {"explicit.walk-steps", "leap.walk-steps", "synchro.budget", "explicit.full-first"})
    ASSERT_FALSE(options.set(name, "0"));
  Schedule schedule(net, properties, options);
  while (const auto turn = schedule.next({true})) {
    std::vector<std::string> none;
    for (const auto& [name, value] : turn->options.changed())
      if (value == "0") none.push_back(name);
    for (const char* name : {"explicit.walk-steps", "leap.walk-steps", "synchro.budget", "explicit.full-first"})
      EXPECT_EQ(std::count(none.begin(), none.end(), name), 1) << name;
  }
}

TEST(Schedule, WhatTheUserHasSetIsNotExceeded) {
  const Network net = network("A: 0 -a-> 1 -b-> 0");
  const std::vector<Property> properties = {{"d", Deadlock{}}};
  Options options = all_options();
  ASSERT_FALSE(options.set("explicit.most-states", "1000000"));
  Schedule schedule(net, properties, options);
  while (const auto turn = schedule.next({true}))
    for (const auto& [name, value] : turn->options.changed()) {
      if (name == "explicit.most-states") {
        EXPECT_LE(std::stoll(value), 1'000'000);
      }
    }
}

}   // namespace
}   // namespace parley
