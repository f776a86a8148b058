#include "invariant/traps.h"

#include <gtest/gtest.h>

#include "support/naive_states.h"
#include "support/network_text.h"
#include "support/sample_network.h"

namespace parley {
namespace {

using testing::GlobalState;
using testing::network;

const Limits kNoLimits;

using Places = std::set<std::pair<ComponentId, LocalState>>;

Places places_of(const Trap& trap) {
  Places places;
  for (const Trap::Row& row : trap.rows)
    for (LocalState state : row.states) places.insert({row.component, state});
  return places;
}

bool is_marked(const Places& places, const GlobalState& state) {
  return std::ranges::any_of(places, [&](const auto& place) { return state[place.first.index()] == place.second; });
}

// As docs/formats/evidence/invariants.md says it: of every rule that lives, all edges of one participant end
// inside, or no edge of a participant leads out.
bool is_trap(const Network& net, const LocalReach& reach, const Places& places) {
  for (RuleId rule : net.rules()) {
    if (!reach.could_fire(net, rule)) continue;
    bool is_kept = false;
    bool leads_out = false;
    for (const Participant& participant : net.participants(rule)) {
      bool all_inside = true;
      for (LocalState from : net.lts(participant.component).states()) {
        if (!reach.is_reached(participant.component, from)) continue;
        for (const Edge& edge : net.lts(participant.component).edges(from, participant.label)) {
          const bool ends_inside = places.contains({participant.component, edge.target});
          all_inside = all_inside && ends_inside;
          leads_out = leads_out || (!ends_inside && places.contains({participant.component, from}));
        }
      }
      is_kept = is_kept || all_inside;
    }
    if (leads_out && !is_kept) return false;
  }
  return true;
}

std::string text_of(const Network& net, const std::optional<Trap>& trap) {
  if (!trap) return "none";
  std::string text;
  for (const Trap::Row& row : trap->rows) {
    text += (text.empty() ? "" : " ") + std::string(net.name(row.component)) + "@";
    for (LocalState state : row.states) text += (state == row.states[0] ? "" : ",") + net.lts(row.component).state_name(state);
  }
  return text;
}

std::string excluding(const Network& net, const std::string& digits) {
  GlobalState state;
  for (char digit : digits) state.emplace_back(static_cast<std::size_t>(digit - '0'));
  const LocalReach reach(net, kNoLimits);
  return text_of(net, Traps(net, reach, kNoLimits).excluding(state));
}

TEST(Traps, ATokenIsSomewhere) {
  const Network net = network(
      "A: 1 -out-> 0 -in-> 1; B: 0 -in-> 1 -out-> 0; C: 0 -in-> 1 -out-> 0\n"
      "ab = A.out B.in; bc = B.out C.in; ca = C.out A.in");
  // A's first state is the one with the token.
  EXPECT_EQ(excluding(net, "100"), "A@1 B@1 C@1") << "the token is somewhere";
  EXPECT_EQ(excluding(net, "011"), "A@0 B@0 C@0") << "somebody is without it";
  EXPECT_EQ(excluding(net, "000"), "none") << "that is reachable";
  EXPECT_EQ(excluding(net, "010"), "none") << "two tokens: a trap cannot count";
}

TEST(Traps, AreSmall) {
  // One lock and two users, beside a ring of its own that is always marked: the trap is that of the lock.
  const Network net = network(
      "K: 0 -take-> 1 -give-> 0; U: 0 -take-> 1 -give-> 0; V: 0 -take-> 1 -give-> 0; X: 0 -x-> 1 -y-> 0; Y: 0 -x-> 1 -y-> 0\n"
      "u = K.take U.take; v = K.take V.take; uu = K.give U.give; vv = K.give V.give; x = X.x Y.x; y = X.y Y.y");
  EXPECT_EQ(excluding(net, "10000"), "K@0 U@1 V@1");
}

TEST(Traps, StayWhereStatesAreNotLeftAtAll) {
  const Network net = network("A: 0 -a-> 1; B: 0 -b-> 0; b = B.b");
  EXPECT_EQ(excluding(net, "10"), "A@0") << "no rule moves A";
}

TEST(Traps, OneParticipantThatKeepsIsEnough) {
  const Network net = network("A: 0 -a-> 1; B: 0 -a-> 0, 1 -b-> 1; b = B.b; a = A.a B.a");
  EXPECT_EQ(excluding(net, "01"), "B@0");
  EXPECT_EQ(excluding(net, "11"), "B@0");
}

// All subsets of local states, one by one.
TEST(Traps, AreFoundExactlyWhereBruteForceFindsOne) {
  std::size_t found = 0;
  std::size_t none = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    testing::Random random(seed);
    const Network net = testing::tiny_network(
        random, {.most_states = 3, .labels = 2, .most_edges = 5, .most_rules = 4, .has_ends = seed % 3 == 0});
    const std::string message = "seed " + std::to_string(seed) + "\n" + testing::to_text(net);
    const LocalReach reach(net, kNoLimits);
    std::vector<std::pair<ComponentId, LocalState>> all;
    for (ComponentId component : net.components())
      for (LocalState state : net.lts(component).states())
        if (reach.is_reached(component, state)) all.emplace_back(component, state);
    const GlobalState initial = testing::initial_state(net);
    std::vector<Places> marked;   // all traps that the initial state occupies
    for (std::size_t subset = 1; subset < std::size_t{1} << all.size(); ++subset) {
      Places places;
      for (std::size_t i = 0; i < all.size(); ++i)
        if ((subset >> i & 1) != 0) places.insert(all[i]);
      if (is_marked(places, initial) && is_trap(net, reach, places)) marked.push_back(std::move(places));
    }
    const auto reachable = testing::reachable_states(net);
    Traps traps(net, reach, kNoLimits);   // one for all: what it keeps between calls must not matter
    for (const GlobalState& state : testing::all_states(net)) {
      const std::optional<Trap> trap = traps.excluding(state);
      const bool exists = std::ranges::any_of(marked, [&](const Places& places) { return !is_marked(places, state); });
      ASSERT_EQ(trap.has_value(), exists) << testing::to_text(state) << message;
      if (!trap) {
        ++none;
        continue;
      }
      ++found;
      const Places places = places_of(*trap);
      ASSERT_TRUE(is_trap(net, reach, places)) << text_of(net, trap) << " at " << testing::to_text(state) << message;
      ASSERT_TRUE(is_marked(places, initial)) << message;
      ASSERT_FALSE(is_marked(places, state)) << message;
      ASSERT_FALSE(reachable.contains(state)) << message;
      for (std::size_t i = 0; i < trap->rows.size(); ++i) {
        ASSERT_FALSE(trap->rows[i].states.empty());
        ASSERT_TRUE(std::ranges::is_sorted(trap->rows[i].states));
        ASSERT_TRUE(i == 0 || trap->rows[i - 1].component < trap->rows[i].component);
      }
    }
  }
  EXPECT_GT(found, 3000u);
  EXPECT_GT(none, 2000u);
}

TEST(Traps, StopAtLimits) {
  StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.stop = &stop});
  const Network net = testing::sample_philosophers(2000);
  const LocalReach reach(net, kNoLimits);
  EXPECT_THROW(Traps(net, reach, limits).excluding(testing::initial_state(net)), Stopped);
}

}   // namespace
}   // namespace parley
