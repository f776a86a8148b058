#include "engine/synchro/prove/ledger.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "invariant/number.h"
#include "property/parse.h"
#include "support/naive_states.h"
#include "support/network_text.h"

namespace parley::synchro {
namespace {

using testing::below;
using testing::GlobalState;
using testing::network;
using testing::Random;

const Limits kNoLimits;

Predicate predicate(const Network& net, const std::string& text) { return *parse_predicate(SourceText("test", text), net); }

std::int64_t small(Random& random) { return static_cast<std::int64_t>(below(random, 9)) - 4; }

std::vector<std::uint32_t> values_of(const Network& net, const Question& question, const GlobalState& state, bool is_in_set) {
  std::vector<std::uint32_t> values(question.constraints.num_variables(), 0);
  for (ComponentId component : net.components()) {
    values[component.index()] = state[component.index()].value;
    if (is_in_set && question.has_sets && !net.is_observer(component))
      values[component.index()] += static_cast<std::uint32_t>(net.lts(component).num_states());
  }
  return values;
}

std::vector<LocalState> random_states(Random& random, const Lts& lts) {
  std::vector<LocalState> states;
  for (LocalState state : lts.states())
    if (below(random, 2) == 0) states.push_back(state);
  if (states.empty()) states.emplace_back(below(random, lts.num_states()));
  return states;
}

// Facts of each kind, drawn at random, true or not: in each global state, inside and outside the blocked set,
// the constraint says what the fact says.
template <class Draw, class Says>
void compare(std::uint64_t first_seed, const Draw& draw, const Says& says) {
  std::array<std::size_t, 2> seen{};
  for (std::uint64_t seed = first_seed; seed < first_seed + 400; ++seed) {
    Random random(seed);
    const Network net = seed % 2 == 0 ? testing::random_network(random) : testing::tiny_network(random);
    for (const Property& property : {Property{"", Deadlock{}}, Property{"", LocalDeadlock{}}}) {
      Question question = make_question(net, property, kNoLimits);
      Ledger ledger(net, question);
      const auto fact = draw(random, net);
      const std::uint32_t number = ledger.add(fact);
      ASSERT_EQ(number, question.size);
      ASSERT_EQ(ledger.num_facts(), 1u);
      for (const GlobalState& state : testing::all_states(net))
        for (const bool is_in_set : {false, true}) {
          const bool expected = says(net, fact, state);
          ++seen[expected ? 1 : 0];
          ASSERT_EQ(!question.constraints.is_broken(number, values_of(net, question, state, is_in_set)), expected)
              << "seed " << seed << " at " << testing::to_text(state) << "\n"
              << testing::to_text(net);
        }
    }
  }
  EXPECT_GT(seen[0], 1000u);
  EXPECT_GT(seen[1], 1000u);
}

template <class Fact>
std::int64_t sum_at(const Fact& fact, const GlobalState& state) {
  std::int64_t sum = 0;
  for (const auto& row : fact.rows) sum += row.weights[state[row.component.index()].index()];
  return sum;
}

template <class Fact>
std::size_t rows_inside(const Fact& fact, const GlobalState& state) {
  return static_cast<std::size_t>(std::ranges::count_if(
      fact.rows, [&](const auto& row) { return std::ranges::binary_search(row.states, state[row.component.index()]); }));
}

TEST(Ledger, ASumIsMetWithinItsBoundOrOutsideItsRegion) {
  compare(
      0,
      [](Random& random, const Network& net) {
        RegionSum sum{.rows = {}, .bound = small(random)};
        for (ComponentId component : net.components()) {
          if (below(random, 4) == 0) continue;
          RegionSum::Row row{.component = component, .weights = {}, .left = {}};
          for (LocalState state : net.lts(component).states()) {
            row.weights.push_back(small(random));
            if (state.index() == 0 || below(random, 4) != 0) continue;
            row.left.push_back(state);
            row.weights.back() = 0;
          }
          sum.rows.push_back(std::move(row));
        }
        return sum;
      },
      [](const Network&, const RegionSum& sum, const GlobalState& state) {
        return sum_at(sum, state) <= sum.bound || std::ranges::any_of(sum.rows, [&](const auto& row) {
                 return std::ranges::binary_search(row.left, state[row.component.index()]);
               });
      });
}

TEST(Ledger, ACongruenceIsMetByItsRemainder) {
  compare(
      1000,
      [](Random& random, const Network& net) {
        Congruence congruence{.rows = {},
                              .modulus = 2 + static_cast<std::int64_t>(below(random, 2)),
                              .remainder = static_cast<std::int64_t>(below(random, 2))};
        for (ComponentId component : net.components()) {
          Congruence::Row row{.component = component, .weights = {}};
          for (std::size_t i = 0; i < net.lts(component).num_states(); ++i)
            row.weights.push_back(static_cast<std::int64_t>(below(random, static_cast<std::size_t>(congruence.modulus))));
          congruence.rows.push_back(std::move(row));
        }
        return congruence;
      },
      [](const Network&, const Congruence& congruence, const GlobalState& state) {
        return sum_at(congruence, state) % congruence.modulus == congruence.remainder;
      });
}

template <class Fact>
Fact draw_rows(Random& random, const Network& net) {
  Fact fact;
  for (ComponentId component : net.components())
    if (below(random, 3) != 0) fact.rows.push_back({component, random_states(random, net.lts(component))});
  if (fact.rows.empty()) fact.rows.push_back({ComponentId(0), random_states(random, net.lts(ComponentId(0)))});
  return fact;
}

TEST(Ledger, ATrapIsMetWhereItIsMarked) {
  compare(
      2000, [](Random& random, const Network& net) { return draw_rows<Trap>(random, net); },
      [](const Network&, const Trap& trap, const GlobalState& state) { return rows_inside(trap, state) > 0; });
}

TEST(Ledger, AnOrderIsMetWhereNotAllAreThere) {
  compare(
      3000, [](Random& random, const Network& net) { return draw_rows<OrderFact>(random, net); },
      [](const Network&, const OrderFact& order, const GlobalState& state) {
        return rows_inside(order, state) < order.rows.size();
      });
}

TEST(Ledger, AGroupIsMetWhereNotAllAreThere) {
  compare(
      3500, [](Random& random, const Network& net) { return draw_rows<ApartFact>(random, net); },
      [](const Network&, const ApartFact& apart, const GlobalState& state) {
        return rows_inside(apart, state) < apart.rows.size();
      });
}

TEST(Ledger, APairIsMetByWhatBothReach) {
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Network net = testing::tiny_network(random);
    Question question = make_question(net, {"", LocalDeadlock{}}, kNoLimits);
    Ledger ledger(net, question);
    Pairs pairs(net, kNoLimits);
    for (std::size_t i = 0; i < pairs.all().size(); ++i) {
      const auto& [first, second] = pairs.all()[i];
      const std::uint32_t number = ledger.add(PairFact{first, second}, pairs.table(i));
      ASSERT_EQ(question.constraints.size(), number + net.lts(first).num_states());
      for (const GlobalState& state : testing::all_states(net))
        for (const bool is_in_set : {false, true}) {
          bool is_met = true;
          for (std::uint32_t s = 0; s < net.lts(first).num_states(); ++s)
            is_met = is_met && !question.constraints.is_broken(number + s, values_of(net, question, state, is_in_set));
          ASSERT_EQ(is_met, pairs.table(i).reaches(state[first.index()], state[second.index()])) << "seed " << seed;
          refused += is_met ? 0 : 1;
        }
    }
  }
  EXPECT_GT(refused, 300u);
}

// Every assignment that meets the terms meets the combination. And the combination is never stronger than the
// rounded sum, in whole numbers.
TEST(Ledger, ACombinationFollowsFromItsTerms) {
  std::size_t met = 0;
  std::size_t rounded = 0;
  for (std::uint64_t seed = 0; seed < 800; ++seed) {
    Random random(seed);
    const Network net = testing::tiny_network(random);
    Question question = make_question(net, {"", Deadlock{}}, kNoLimits);
    Ledger ledger(net, question);
    InvariantProof::Combination combination;
    for (std::size_t i = 0; i < 1 + below(random, 3); ++i) {
      RegionSum sum{.rows = {}, .bound = small(random)};
      for (ComponentId component : net.components()) {
        RegionSum::Row row{.component = component, .weights = {}, .left = {}};
        for (std::size_t s = 0; s < net.lts(component).num_states(); ++s) row.weights.push_back(small(random));
        if (below(random, 2) == 0) sum.rows.push_back(std::move(row));
      }
      combination.terms.push_back({1 + static_cast<std::int64_t>(below(random, 3)), ledger.add(std::move(sum))});
    }
    combination.divisor = 1 + static_cast<std::int64_t>(below(random, 3));
    const auto terms = combination.terms;
    const std::int64_t divisor = combination.divisor;
    const std::uint32_t number = ledger.add(std::move(combination));
    for (const Constraints::Row& row : question.constraints.rows(number)) ASSERT_EQ(question.constraints.least(row.table), 0);
    for (const GlobalState& state : testing::all_states(net)) {
      const auto values = values_of(net, question, state, false);
      const bool all_met =
          std::ranges::none_of(terms, [&](const auto& term) { return question.constraints.is_broken(term.constraint, values); });
      ASSERT_TRUE(!all_met || !question.constraints.is_broken(number, values)) << "seed " << seed;
      met += all_met ? 1 : 0;
      std::int64_t excess = 0;
      for (const auto& term : terms) {
        excess -= term.factor * question.constraints[term.constraint].bound;
        for (const Constraints::Row& row : question.constraints.rows(term.constraint))
          excess += term.factor * question.constraints.table(row.table)[values[row.variable]];
      }
      const bool differs = question.constraints.is_broken(number, values) != (excess > 0);
      ASSERT_FALSE(divisor == 1 && differs) << "seed " << seed;
      rounded += differs ? 1 : 0;
    }
  }
  EXPECT_GT(met, 500u);
  EXPECT_GT(rounded, 20u) << "rounding loses or gains something now and then";
}

TEST(Ledger, HugeCombinationsAreRefused) {
  const Network net = network("A: 0 -a-> 1");
  Question question = make_question(net, {"", Deadlock{}}, kNoLimits);
  Ledger ledger(net, question);
  const std::uint32_t number = ledger.add(RegionSum{.rows = {{ComponentId(0), {0, std::int64_t{1} << 40}, {}}}, .bound = 0});
  EXPECT_THROW(ledger.add(InvariantProof::Combination{.terms = {{std::int64_t{1} << 40, number}}, .divisor = 1}), TooLarge);
  EXPECT_THROW(ledger.add(InvariantProof::Combination{.terms = {{std::int64_t{1} << 21, number}, {std::int64_t{1} << 21, number}},
                                                      .divisor = 2}),
               TooLarge)
      << "before it is divided";
  EXPECT_NO_THROW(ledger.add(InvariantProof::Combination{.terms = {{std::int64_t{1} << 21, number}}, .divisor = 1}));
  EXPECT_EQ(ledger.num_facts(), 1u);
}

TEST(Ledger, AProofHasOnlyTheFactsThatItNeeds) {
  const Network net = network("A: 0 -a-> 1; B: 0 -a-> 1");
  Question question = make_question(net, {"", Never{predicate(net, "A@1 && B@0")}}, kNoLimits);
  Ledger ledger(net, question);
  ledger.add(Trap{.rows = {{ComponentId(0), {LocalState(0), LocalState(1)}}}});
  const std::uint32_t sum =
      ledger.add(RegionSum{.rows = {{ComponentId(0), {0, 1}, {}}, {ComponentId(1), {0, -1}, {}}}, .bound = 0});
  ledger.add(Ranking{.ranks = {0}});
  InvariantProof::Combination combination;
  for (std::uint32_t i = 0; i < question.size; ++i) combination.terms.push_back({1, i});
  combination.terms.push_back({1, sum});
  const std::uint32_t number = ledger.add(std::move(combination));
  const auto proof = ledger.proof(number);
  ASSERT_EQ(proof->facts.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<RegionSum>(proof->facts[0]));
  ASSERT_EQ(proof->steps.size(), 2u);
  const auto& combined = std::get<InvariantProof::Combination>(proof->steps[0]);
  EXPECT_EQ(combined.terms.back().constraint, question.size) << "the sum is the first fact now";
  const auto& last = std::get<InvariantProof::Nogood>(proof->steps[1]);
  EXPECT_TRUE(last.literals.empty());
  EXPECT_EQ(last.because, std::vector<std::uint32_t>{static_cast<std::uint32_t>(question.size + 1)});
}

// Nested combinations: the needs of each are visited once, not once per path to it.
TEST(Ledger, NestedCombinationsDoNotMultiply) {
  const Network net = network("A: 0 -a-> 1");
  Question question = make_question(net, {"", Deadlock{}}, kNoLimits);
  Ledger ledger(net, question);
  std::uint32_t before = ledger.add(RegionSum{.rows = {{ComponentId(0), {0, 0}, {}}}, .bound = 0});
  std::uint32_t last = before;
  for (int i = 0; i < 200; ++i) {
    const std::uint32_t next = ledger.add(InvariantProof::Combination{.terms = {{1, before}, {1, last}}, .divisor = 1});
    before = last;
    last = next;
  }
  const auto proof = ledger.proof(last);
  EXPECT_EQ(proof->facts.size(), 1u);
  EXPECT_EQ(proof->steps.size(), 201u);
}

}   // namespace
}   // namespace parley::synchro
