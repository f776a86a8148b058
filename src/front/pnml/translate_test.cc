#include "front/pnml/translate.h"

#include <gtest/gtest.h>

#include "front/pnml/decompose.h"
#include "support/naive_states.h"
#include "support/network_text.h"
#include "support/petri_net_text.h"

namespace parley {
namespace {

using testing::net;

std::string translated(const PetriNet& of) { return testing::to_text(translate(of, Limits()).network); }

PetriNet with_units(PetriNet of, const std::vector<std::pair<std::string, std::vector<std::uint32_t>>>& units) {
  for (const auto& [id, places] : units) of.units.push_back({.id = id, .places = places});
  return of;
}

TEST(Translate, AUnitIsAComponentAndATransitionARule) {
  const PetriNet of = with_units(net("p* q f*; take: p f -> q, put: q -> p f"), {{"phil", {0, 1}}, {"fork", {2}}});
  EXPECT_EQ(translated(of),
            "phil: p -take-> q, q -put-> p\nfork: f -take-> idle, idle -put-> f\ntake = phil.take * fork.take\nput = phil.put * "
            "fork.put\n");
}

TEST(Translate, AUnitThatNeverLosesItsTokenHasNoIdleState) {
  const PetriNetwork of = translate(with_units(net("p* q; a: p -> q, b: q -> q"), {{"u", {0, 1}}}), Limits());
  EXPECT_EQ(of.network.lts(ComponentId(0u)).num_states(), 2U);
}

TEST(Translate, TheIdleStateHasANameThatNoPlaceHas) {
  const PetriNetwork of = translate(with_units(net("idle idle.1*; a: idle.1 -> , b: -> idle.1"), {{"u", {0, 1}}}), Limits());
  EXPECT_EQ(of.network.lts(ComponentId(0u)).state_name(LocalState(2u)), "idle.2");
}

TEST(Translate, ATransitionThatNeedsTwoTokensOfOneUnitKeepsItsNameAndNeverFires) {
  const PetriNetwork of =
      translate(with_units(net("p* q r s*; two: p q -> r, a: p -> q, fork: s -> p q"), {{"u", {0, 1, 2}}, {"v", {3}}}), Limits());
  EXPECT_TRUE(of.network.find_label("two"));
  EXPECT_FALSE(of.rules[0]);
  EXPECT_EQ(of.rules[1], RuleId(1u));
  EXPECT_FALSE(of.rules[2]);
  EXPECT_EQ(testing::reachable_states(of.network).size(), 2U);
}

TEST(Translate, ATransitionWithoutPlacesCanAlwaysFire) {
  const PetriNetwork of = translate(net("p* tick; tick: ->, a: p -> tick"), Limits());
  EXPECT_EQ(of.network.num_components(), 2U);
  EXPECT_EQ(of.network.name(ComponentId(1u)), "tick");
  for (const testing::GlobalState& state : testing::reachable_states(of.network))
    EXPECT_FALSE(testing::successors(of.network, state).empty());
}

TEST(Translate, ComponentsAreNamedAfterTheirFirstPlace) {
  EXPECT_EQ(translated(net("q p* r* ; a: p -> q, b: r q -> p r")),
            "q: q -b-> p, p -a-> q\nr: r -b-> r\na = q.a\nb = q.b * r.b\n");
}

TEST(Translate, ASecondTokenIsAnError) {
  const PetriNetwork of = translate(net("p* q; make: p -> p q"), Limits());
  ASSERT_EQ(of.monitors, std::vector<ComponentId>{ComponentId(1u)});
  EXPECT_TRUE(of.network.lts(ComponentId(1u)).is_error(LocalState(2u)));
  EXPECT_EQ(testing::to_text(of.network), "p: p -make-> p\nq: q -make-> twice, idle -make-> q\nmake = p.make * q.make\n");
}

// The marking that a global state of the network represents; nullopt if a monitor is in error.
std::optional<testing::Marking> marking_of(const PetriNetwork& of, const testing::GlobalState& state) {
  if (testing::has_error(of.network, state)) return std::nullopt;
  testing::Marking marking;
  for (const Atom& atom : of.marked)
    marking.push_back(std::ranges::count(atom.states, state[atom.component.index()]) > 0 ? 1 : 0);
  return marking;
}

// Expects that the network has the same markings as the net, with the same successors in the same
// multiplicity, and an error for each marking with a second token.
void expect_same(const PetriNet& of, const testing::TokenGame& game, const PetriNetwork& made) {
  std::set<testing::Marking> seen;
  std::size_t states = 0;
  bool has_error = false;
  for (const testing::GlobalState& state : testing::reachable_states(made.network)) {
    const std::optional<testing::Marking> marking = marking_of(made, state);
    if (!marking) {
      has_error = true;
      continue;
    }
    ++states;
    seen.insert(*marking);
    const auto expected = game.safe.find(*marking);
    ASSERT_NE(expected, game.safe.end());
    std::multiset<testing::Marking> safe_next;
    std::size_t errors = 0;
    for (const testing::GlobalState& next : testing::successors(made.network, state)) {
      const std::optional<testing::Marking> after = marking_of(made, next);
      if (after) safe_next.insert(*after);
      else ++errors;
    }
    std::multiset<testing::Marking> expected_safe;
    std::size_t expected_errors = 0;
    for (const testing::Marking& next : expected->second) {
      if (std::ranges::any_of(next, [](unsigned tokens) { return tokens > 1; })) ++expected_errors;
      else expected_safe.insert(next);
    }
    EXPECT_EQ(safe_next, expected_safe);
    EXPECT_EQ(errors, expected_errors);
  }
  EXPECT_EQ(states, game.safe.size());
  EXPECT_EQ(seen.size(), states);
  EXPECT_EQ(has_error, !game.unsafe.empty());
  if (has_error) {
    EXPECT_FALSE(made.monitors.empty());
  }
  for (std::uint32_t transition : game.fired) EXPECT_EQ(made.rules[transition], RuleId(std::size_t{transition}));
  EXPECT_EQ(made.network.num_rules(), of.num_transitions());
}

TEST(Translate, RandomNetsPlayTheTokenGame) {
  testing::Random random(21);
  std::size_t unsafe = 0;
  std::size_t monitored = 0;
  for (int round = 0; round < 3000; ++round) {
    PetriNet of = testing::random_net(random);
    const testing::TokenGame game = testing::play(of);
    const PetriNetwork made = translate(of, Limits());
    expect_same(of, game, made);
    if (::testing::Test::HasFailure()) FAIL() << "round " << round;
    if (!game.unsafe.empty()) ++unsafe;
    if (!made.monitors.empty()) ++monitored;
    // Also with the parts as units, if the net is unit-safe.
    std::vector<Part> parts = decompose(of, Limits());
    if (!game.unsafe.empty()) continue;
    for (Part& part : parts) of.units.push_back({.id = part.name, .places = std::move(part.places)});
    const PetriNetwork by_units = translate(of, Limits());
    EXPECT_TRUE(by_units.monitors.empty());
    expect_same(of, game, by_units);
    if (::testing::Test::HasFailure()) FAIL() << "round " << round << ", by units";
  }
  EXPECT_GT(unsafe, 300U);
  EXPECT_GT(monitored, unsafe);   // some nets are monitored although they are 1-safe
  EXPECT_LT(monitored, 2500U);
}

}   // namespace
}   // namespace parley
