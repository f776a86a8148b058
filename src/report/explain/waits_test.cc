#include "report/explain/waits.h"

#include <gtest/gtest.h>

#include <random>

#include "search/steps/stuck.h"
#include "support/sample_network.h"

namespace parley {

namespace {

using testing::sample;
using testing::sample_philosophers;

std::vector<LocalState> initial(const Network& network) {
  std::vector<LocalState> state;
  for (ComponentId component : network.components()) state.push_back(network.lts(component).initial());
  return state;
}

std::vector<bool> largest_blocked_set(const Network& network, const std::vector<LocalState>& state) {
  StuckComponents finder(network);
  const std::span<const std::uint8_t> blocked = finder.blocked(state);
  return {blocked.begin(), blocked.end()};
}

std::string names(const Network& network, const std::vector<bool>& set) {
  std::string text;
  for (ComponentId component : network.components())
    if (set[component.index()]) text += (text.empty() ? "" : " ") + std::string(network.name(component));
  return text;
}

std::string circle_text(const Network& network, const std::vector<ComponentId>& hints) {
  const std::vector<LocalState> state = initial(network);
  Waits waits(network, state, Limits());
  std::string text;
  for (const Wait& wait : waits.circle(hints))
    text += (text.empty() ? "" : " ") + std::string(network.name(wait.who)) + ">" + std::string(network.name(wait.whom));
  return text;
}

TEST(LargestBlockedSet, FreedComponentsFreeOthers) {
  // 'c' can move alone. So 'b', which only 'c' refuses, is not blocked by a member, and then neither is 'a'.
  const Network network =
      sample({"a: A -x-> A", "b: B -y-> B1 -x-> B", "c: C -t-> C1 -y-> C", "d: D -z-> D1", "e: E -w-> E -z-> E"},
             {"x = a.x b.x", "y = b.y c.y", "t = c.t", "z = d.z e.z"});
  EXPECT_EQ(names(network, largest_blocked_set(network, initial(network))), "");
  const Network stuck =
      sample({"a: A -x-> A", "b: B -y-> B1 -x-> B", "c: C -t-> C1 -y-> C", "d: D -z-> D1", "e: E -w-> E1 -z-> E"},
             {"x = a.x b.x", "y = b.y c.y", "t = c.t", "z = d.z e.z"});
  EXPECT_EQ(names(stuck, largest_blocked_set(stuck, initial(stuck))), "d e");
}

TEST(LargestBlockedSet, ObserversAreNeverIn) {
  const Network network = sample({"a: A -x-> A1", "b: B -y-> B1 -x-> B", "?o: O -x-> O"}, {"x = a.x b.x o.x"});
  EXPECT_EQ(names(network, largest_blocked_set(network, initial(network))), "a b");
}

TEST(Waits, ShorterCircleIsPreferred) {
  // The search finds the circle a b c d first; b and c alone make a shorter one.
  const Network network =
      sample({"a: A -ab-> A1 -da-> A", "b: B -bc-> B1 -ab-> B, B1 -cb-> B, B -be-> B1", "c: C -cd-> C1 -bc-> C, C -cb-> C1",
              "d: D -da-> D1 -cd-> D", "e: STOP, E -be-> E"},
             {"ab = a.ab b.ab", "bc = b.bc c.bc", "cd = c.cd d.cd", "da = d.da a.da", "cb = c.cb b.cb", "be = b.be e.be"});
  EXPECT_EQ(circle_text(network, {}), "b>c c>b");
}

TEST(Waits, ThereIsNoCircleIfTheLastHasStopped) {
  const Network network = sample({"a: A -x-> A", "b: B -y-> B1 -x-> B", "c: STOP, C -y-> C"}, {"x = a.x b.x", "y = b.y c.y"});
  EXPECT_EQ(circle_text(network, {}), "");
  EXPECT_EQ(circle_text(network, {ComponentId(2)}), "");
}

TEST(Waits, AWaitForAComponentThatNeedsTheWaiterIsNoReason) {
  const Network network = sample_philosophers(3);
  std::vector<LocalState> state;
  for (std::size_t i = 0; i < 3; ++i) state.emplace_back(2u);   // holds the left fork
  for (std::size_t i = 0; i < 3; ++i) state.emplace_back(1u);
  Waits waits(network, state, Limits());
  const std::vector<Wait> fork = waits.of(ComponentId(3));   // fork.0: phil.0 holds it, phil.2 wants it
  ASSERT_EQ(fork.size(), 1u);
  EXPECT_EQ(network.name(fork[0].whom), "phil.0");
}

TEST(Waits, RuleWithManyRefusersStaysLinear) {
  std::vector<std::string> components;
  std::string rule = "go =";
  std::string back = "back =";
  for (int i = 0; i < 400; ++i) {
    const std::string name = "c" + std::to_string(i);
    components.push_back(name + (i % 2 == 0 ? ": A -go-> B -back-> A" : ": B -back-> A -go-> B"));
    rule += " " + name + ".go";
    back += " " + name + ".back";
  }
  const Network network = sample(components, {rule, back});
  const std::vector<LocalState> state = initial(network);
  Waits waits(network, state, Limits());
  EXPECT_EQ(waits.stuck().size(), 400u);
  EXPECT_LE(waits.of(ComponentId(0)).size(), 4u);
  EXPECT_EQ(circle_text(network, {}), "c0>c1 c1>c0");
}

// A few components with a few states each, and rules of one to three participants.
Network random_network(std::mt19937& random) {
  const auto below = [&](std::size_t bound) { return random() % bound; };
  NetworkBuilder builder;
  const std::size_t components = 2 + below(6);
  for (std::size_t c = 0; c < components; ++c) {
    LtsBuilder lts;
    const std::size_t states = 1 + below(4);
    lts.add_states(states);
    for (std::size_t label = 0; label < 3; ++label) lts.add_label("l" + std::to_string(label));
    for (std::size_t edges = 1 + below(2 * states); edges > 0; --edges)
      lts.add_edge(LocalState(below(states)), LocalLabel(below(3)), LocalState(below(states)));
    builder.add_component("c" + std::to_string(c), builder.add_template(std::move(lts).build()));
  }
  for (std::size_t rules = 1 + below(8); rules > 0; --rules) {
    std::vector<Participant> participants;
    for (std::size_t c = 0; c < components; ++c)
      if (participants.size() < 3 && below(3) == 0) participants.push_back({ComponentId(c), LocalLabel(below(3))});
    if (participants.empty()) participants.push_back({ComponentId(0u), LocalLabel(0u)});
    builder.add_rule(builder.intern_label("r"), participants);
  }
  return std::move(builder).build();
}

bool offers(const Network& network, const std::vector<LocalState>& state, const Participant& p) {
  return network.lts(p.component).offers(state[p.component.index()], p.label);
}

// The definition, literally: remove components until nothing changes.
std::vector<bool> blocked_by_definition(const Network& network, const std::vector<LocalState>& state) {
  std::vector<bool> set(network.num_components(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (RuleId rule : network.rules()) {
      bool refused = false;
      for (const Participant& p : network.participants(rule))
        refused = refused || (set[p.component.index()] && !offers(network, state, p));
      if (refused) continue;
      for (const Participant& p : network.participants(rule)) {
        changed = changed || set[p.component.index()];
        set[p.component.index()] = false;
      }
    }
  }
  return set;
}

TEST(Waits, RandomNetworksAgreeWithTheDefinition) {
  std::mt19937 random(1);
  std::size_t circles = 0;
  std::size_t without = 0;
  for (int i = 0; i < 5000; ++i) {
    const Network network = random_network(random);
    const std::vector<LocalState> state = initial(network);
    ASSERT_EQ(largest_blocked_set(network, state), blocked_by_definition(network, state)) << i;
    Waits waits(network, state, Limits());
    if (waits.stuck().empty()) continue;

    const std::vector<Wait> circle = waits.circle({});
    ++(circle.empty() ? without : circles);
    for (std::size_t link = 0; link < circle.size(); ++link) {
      ASSERT_EQ(circle[link].whom, circle[(link + 1) % circle.size()].who) << i;
      ASSERT_TRUE(waits.is_stuck(circle[link].who)) << i;
      bool who_offers = false;
      bool whom_refuses = false;
      for (const Participant& p : network.participants(circle[link].rule)) {
        if (p.component == circle[link].who) who_offers = offers(network, state, p);
        if (p.component == circle[link].whom) whom_refuses = !offers(network, state, p);
      }
      ASSERT_TRUE(who_offers && whom_refuses) << i;
    }
    // If there is no circle, some component has stopped; and every stuck component waits or has stopped.
    bool some_stopped = false;
    for (ComponentId component : waits.stuck()) {
      some_stopped = some_stopped || waits.has_stopped(component);
      ASSERT_EQ(waits.of(component).empty(), waits.has_stopped(component)) << i;
    }
    ASSERT_TRUE(some_stopped || !circle.empty()) << i;
  }
  EXPECT_GT(circles, 100u);
  EXPECT_GT(without, 100u);
}

}   // namespace

}   // namespace parley
