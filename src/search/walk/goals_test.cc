#include "search/walk/goals.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "property/parse.h"
#include "support/network_text.h"
#include "support/random_lts.h"

namespace parley {
namespace {

using testing::below;
using testing::network;
using testing::Random;

Predicate predicate(const Network& net, const std::string& text) { return *parse_predicate(SourceText("test", text), net); }

Goals::Distance at_first(const Network& net, const std::string& text) {
  const Predicate formula = predicate(net, text);
  const std::vector<const Predicate*> formulas = {&formula};
  return Goals(net, formulas, Limits()).distance(0);
}

Atom random_atom(Random& random, const Network& net) {
  const ComponentId component(below(random, net.num_components()));
  Atom atom{component, {}};
  do {
    atom.states.emplace_back(below(random, net.lts(component).num_states()));
  } while (below(random, 2) == 0);
  return atom;
}

// Nodes may be used several times, as they are and negated.
Predicate random_predicate(Random& random, const Network& net) {
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> handles = {builder.constant(below(random, 2) == 0)};
  const std::size_t nodes = 1 + below(random, 12);
  for (std::size_t i = 0; i < nodes; ++i) {
    std::vector<PredicateBuilder::Handle> operands;
    for (std::size_t n = below(random, 5); n > 0; --n) operands.push_back(handles[below(random, handles.size())]);
    std::vector<PredicateBuilder::CountTerm> terms;
    switch (below(random, 6)) {
      case 0: handles.push_back(builder.negate(handles[below(random, handles.size())])); break;
      case 1: handles.push_back(builder.all_of(operands)); break;
      case 2: handles.push_back(builder.any_of(operands)); break;
      case 3:
        for (std::size_t n = below(random, 5); n > 0; --n)
          terms.push_back({static_cast<std::int64_t>(below(random, 7)) - 3, random_atom(random, net)});
        handles.push_back(builder.at_most(std::move(terms), static_cast<std::int64_t>(below(random, 7)) - 3));
        break;
      default: handles.push_back(builder.atom(random_atom(random, net))); break;
    }
  }
  return std::move(builder).build(handles.back());
}

TEST(Goals, AConjunctionAddsAndADisjunctionTakesTheLeast) {
  const Network net = network("A: 0 -a-> 1 -a-> 2 -a-> 3; B: 0 -b-> 1 -b-> 2; C: 0 -c-> 0");
  EXPECT_EQ(at_first(net, "A@3 && B@2"), 5);
  EXPECT_EQ(at_first(net, "A@3 || B@2"), 2);
  EXPECT_EQ(at_first(net, "!(A@0 || B@{0, 1})"), 3);
  EXPECT_EQ(at_first(net, "!(A@0 && B@{0, 1})"), 1);
  EXPECT_EQ(at_first(net, "C@0"), 0);
  EXPECT_GE(at_first(net, "!C@0"), LocalDistances::kFar) << "no edge leads there";
}

TEST(Goals, ACountAddsItsCheapestMissingAtoms) {
  const Network net = network("A: 0 -a-> 1 -a-> 2; B: 0 -b-> 1; C: 0 -c-> 1 -c-> 2 -c-> 3");
  EXPECT_EQ(at_first(net, "count(A@2, B@1, C@3) >= 1"), 1);
  EXPECT_EQ(at_first(net, "count(A@2, B@1, C@3) >= 2"), 3);
  EXPECT_EQ(at_first(net, "count(A@2, B@1, C@3) >= 3"), 6);
  EXPECT_EQ(at_first(net, "count(A@0, B@0, C@0) < 1"), 3) << "each must leave its state";
  EXPECT_GE(at_first(net, "count(A@2, B@1, C@3) >= 4"), LocalDistances::kFar);
}

TEST(Goals, AreAtDistanceZeroExactlyIfTheFormulaIsTrue) {
  Random random(5);
  int true_ones = 0;
  int arrivals = 0;
  for (int round = 0; round < 400; ++round) {
    const Network net = testing::random_network(random);
    const std::vector<Predicate> formulas = {random_predicate(random, net), random_predicate(random, net)};
    const std::vector<const Predicate*> pointers = {&formulas[0], &formulas[1]};
    Goals goals(net, pointers, Limits());
    std::vector<LocalState> state;
    for (ComponentId component : net.components()) state.push_back(net.lts(component).initial());
    for (int moves = 0; moves < 20; ++moves) {
      for (std::size_t i = 0; i < 2; ++i) {
        const bool now = PredicateEvaluator(formulas[i])([&](ComponentId component) { return state[component.index()]; });
        EXPECT_EQ(goals.distance(i) == 0, now) << round;
        true_ones += now ? 1 : 0;
      }
      const ComponentId component(below(random, net.num_components()));
      const bool was_zero[2] = {goals.distance(0) == 0, goals.distance(1) == 0};
      state[component.index()] = LocalState(below(random, net.lts(component).num_states()));
      goals.forget_arrivals();
      goals.move(component, state[component.index()]);
      for (std::uint32_t i = 0; i < 2; ++i) {
        if (was_zero[i] || goals.distance(i) != 0) continue;
        EXPECT_EQ(std::ranges::count(goals.arrivals(), i), 1);
        ++arrivals;
      }
    }
    // New goals that were moved to the state have the same distances as those that were kept up to date.
    Goals again(net, pointers, Limits());
    for (ComponentId component : net.components()) again.move(component, state[component.index()]);
    EXPECT_EQ(again.distance(0), goals.distance(0));
    goals.reset();
    for (ComponentId component : net.components()) again.move(component, net.lts(component).initial());
    EXPECT_EQ(again.distance(1), goals.distance(1));
  }
  EXPECT_GT(true_ones, 1000);
  EXPECT_GT(arrivals, 200);
}

TEST(Goals, DrawLiteralsThatMakeTheFormulaTrue) {
  Random random(6);
  Rng rng(6);
  int all_hold = 0;
  for (int round = 0; round < 2000; ++round) {
    const Network net = testing::random_network(random);
    PredicateBuilder builder;
    std::vector<PredicateBuilder::Handle> handles;
    for (int i = 0; i < 3; ++i) handles.push_back(builder.atom(random_atom(random, net)));
    for (int i = 0; i < 3; ++i) {
      const std::vector<PredicateBuilder::Handle> two = {handles[below(random, handles.size())],
                                                         handles[below(random, handles.size())]};
      handles.push_back(below(random, 3) == 0   ? builder.negate(two[0])
                        : below(random, 2) == 0 ? builder.all_of(two)
                                                : builder.any_of(two));
    }
    const Predicate formula = std::move(builder).build(handles.back());
    const std::vector<const Predicate*> pointers = {&formula};
    const std::vector<Goals::Literal> drawn = Goals(net, pointers, Limits()).draw(0, rng);
    EXPECT_FALSE(drawn.empty());
    for (int i = 0; i < 10; ++i) {
      std::vector<LocalState> state;
      for (ComponentId component : net.components()) state.emplace_back(below(random, net.lts(component).num_states()));
      const bool hold = std::ranges::all_of(drawn, [&](const Goals::Literal& literal) {
        return std::ranges::binary_search(literal.atom->states, state[literal.atom->component.index()]) ==
               (literal.side == LocalDistances::Side::kInside);
      });
      if (!hold) continue;
      ++all_hold;
      EXPECT_TRUE(PredicateEvaluator(formula)([&](ComponentId component) { return state[component.index()]; })) << round;
    }
  }
  EXPECT_GT(all_hold, 1000);
}

TEST(Goals, DrawAsManyOfACountAsItNeeds) {
  const Network net = network("A: 0 -a-> 1; B: 0 -b-> 1; C: 0 -c-> 1; D: 0 -d-> 1");
  const Predicate formula = predicate(net, "count(A@1, B@1, C@1, D@1) > 2");
  const std::vector<const Predicate*> pointers = {&formula};
  Rng rng(1);
  EXPECT_EQ(Goals(net, pointers, Limits()).draw(0, rng).size(), 3u);
}

}   // namespace
}   // namespace parley
