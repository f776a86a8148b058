#include "engine/synchro/prove/question.h"

#include <gtest/gtest.h>

#include "property/parse.h"
#include "support/naive_blocked.h"
#include "support/network_text.h"

namespace parley::synchro {
namespace {

using testing::below;
using testing::GlobalState;
using testing::network;
using testing::Random;

const Limits kNoLimits;

Predicate predicate(const Network& net, const std::string& text) { return *parse_predicate(SourceText("test", text), net); }

// Whether some values of the sets and the helpers meet all constraints while the components are in 'state'.
// All values are tried.
bool can_be_met(const Network& net, const Question& question, const GlobalState& state) {
  const Constraints& constraints = question.constraints;
  std::vector<std::uint32_t> values;
  std::vector<std::pair<std::size_t, std::uint32_t>> open;   // variable, and what its second value adds
  for (ComponentId component : net.components()) {
    values.push_back(state[component.index()].value);
    const auto states = static_cast<std::uint32_t>(net.lts(component).num_states());
    if (constraints.num_values(component.value) > states) open.emplace_back(component.index(), states);
  }
  for (std::size_t helper = net.num_components(); helper < constraints.num_variables(); ++helper) {
    open.emplace_back(helper, 1);
    values.push_back(0);
  }
  for (std::size_t choice = 0; choice < std::size_t{1} << open.size(); ++choice) {
    std::vector<std::uint32_t> chosen = values;
    for (std::size_t i = 0; i < open.size(); ++i)
      if ((choice >> i & 1) != 0) chosen[open[i].first] += open[i].second;
    bool is_met = true;
    for (std::uint32_t constraint = 0; constraint < constraints.size() && is_met; ++constraint)
      is_met = !constraints.is_broken(constraint, chosen);
    if (is_met) return true;
  }
  return false;
}

template <class IsBad>
std::size_t compare(const Network& net, const Property& property, const IsBad& is_bad, const std::string& message) {
  const Question question = make_question(net, property, kNoLimits);
  EXPECT_EQ(question.size, question.constraints.size());
  std::size_t bad = 0;
  for (const GlobalState& state : testing::all_states(net)) {
    const bool expected = is_bad(state);
    bad += expected ? 1 : 0;
    EXPECT_EQ(can_be_met(net, question, state), expected) << testing::to_text(state) << message << "\n" << testing::to_text(net);
    for (ComponentId component : net.components())
      EXPECT_EQ(state_of(net, component, state[component.index()].value), state[component.index()]);
  }
  return bad;
}

Network drawn(std::uint64_t seed) {
  Random random(seed);
  return seed % 2 == 0 ? testing::random_network(random) : testing::tiny_network(random, {.has_ends = seed % 4 == 1});
}

TEST(Question, OfDeadlockIsMetByDeadlocks) {
  std::size_t bad = 0;
  for (std::uint64_t seed = 0; seed < 1500 && !::testing::Test::HasFailure(); ++seed) {
    const Network net = drawn(seed);
    bad += compare(
        net, {"", Deadlock{}}, [&](const GlobalState& state) { return testing::is_deadlock(net, state); },
        "seed " + std::to_string(seed));
  }
  EXPECT_GT(bad, 1000u);
}

TEST(Question, OfLocalDeadlockIsMetByLocalDeadlocks) {
  std::size_t bad = 0;
  for (std::uint64_t seed = 0; seed < 1500 && !::testing::Test::HasFailure(); ++seed) {
    const Network net = drawn(seed);
    bad += compare(
        net, {"", LocalDeadlock{}}, [&](const GlobalState& state) { return testing::is_local_deadlock(net, state); },
        "seed " + std::to_string(seed));
  }
  EXPECT_GT(bad, 1000u);
}

TEST(Question, OfSafetyIsMetByErrorsOfThoseAskedAbout) {
  std::size_t bad = 0;
  for (std::uint64_t seed = 0; seed < 1000 && !::testing::Test::HasFailure(); ++seed) {
    const Network net = drawn(seed);
    Random random(seed);
    Safety safety;
    for (std::size_t i = 0; i < 1 + below(random, 3); ++i)
      safety.automata.emplace_back(below(random, net.num_components()));   // in any order, sometimes twice
    bad += compare(
        net, {"", safety},
        [&](const GlobalState& state) {
          return std::ranges::any_of(
              safety.automata, [&](ComponentId component) { return net.lts(component).is_error(state[component.index()]); });
        },
        "seed " + std::to_string(seed));
  }
  EXPECT_GT(bad, 500u);
}

Atom random_atom(Random& random, const Network& net) {
  const ComponentId component(below(random, net.num_components()));
  Atom atom{.component = component, .states = {}};
  for (LocalState state : net.lts(component).states())
    if (below(random, 2) == 0) atom.states.push_back(state);
  if (atom.states.empty()) atom.states.emplace_back(below(random, net.lts(component).num_states()));
  return atom;
}

// 'helpers' bounds the number of parts that need a helper: each one doubles the cost of the comparison.
PredicateBuilder::Handle random_formula(Random& random, const Network& net, PredicateBuilder& builder, int depth, int& helpers) {
  const std::size_t kind = depth == 0 || helpers == 0 ? below(random, 4) : below(random, 12);
  if (kind == 0 && below(random, 3) == 0) return builder.constant(below(random, 2) == 0);
  if (kind < 3) return builder.atom(random_atom(random, net));
  if (kind == 3)
    return builder.negate(depth == 0 ? builder.atom(random_atom(random, net))
                                     : random_formula(random, net, builder, depth - 1, helpers));
  --helpers;
  if (kind < 7) {
    std::vector<PredicateBuilder::CountTerm> terms;
    for (std::size_t i = 0; i < 1 + below(random, 4); ++i)
      terms.push_back({static_cast<std::int64_t>(below(random, 7)) - 3, random_atom(random, net)});
    return builder.at_most(std::move(terms), static_cast<std::int64_t>(below(random, 9)) - 4);
  }
  std::vector<PredicateBuilder::Handle> operands;
  const std::size_t count = below(random, 4);
  for (std::size_t i = 0; i < count; ++i) operands.push_back(random_formula(random, net, builder, depth - 1, helpers));
  return kind < 10 ? builder.all_of(operands) : builder.any_of(operands);
}

TEST(Question, OfAFormulaIsMetWhereItIsTrue) {
  std::size_t bad = 0;
  std::size_t good = 0;
  std::size_t deep = 0;
  for (std::uint64_t seed = 0; seed < 4000 && !::testing::Test::HasFailure(); ++seed) {
    const Network net = drawn(seed);
    Random random(seed);
    PredicateBuilder builder;
    int helpers = 6;
    const auto root = random_formula(random, net, builder, 4, helpers);
    const Predicate formula = std::move(builder).build(root);
    PredicateEvaluator evaluator(formula);
    const auto is_true = [&](const GlobalState& state) {
      return evaluator([&](ComponentId component) { return state[component.index()]; });
    };
    const std::size_t found = compare(net, {"", Never{formula}}, is_true, "seed " + std::to_string(seed));
    compare(net, {"", Reach{formula}}, is_true, "seed " + std::to_string(seed));
    bad += found;
    good += testing::all_states(net).size() - found;
    if (make_question(net, {"", Never{formula}}, kNoLimits).constraints.num_variables() > net.num_components() + 3) ++deep;
  }
  EXPECT_GT(bad, 5000u);
  EXPECT_GT(good, 5000u);
  EXPECT_GT(deep, 200u) << "formulas with many parts";
}

TEST(Question, HelpersAreNumberedInPreorder) {
  const Network net = network("A: 0 -a-> 1; B: 0 -b-> 1");
  // or(and(A@0, B@0), not(and(A@1, B@1))): the disjunction, the first conjunction, the second.
  const Question question = make_question(net, {"", Never{predicate(net, "(A@0 && B@0) || !(A@1 && B@1)")}}, kNoLimits);
  ASSERT_EQ(question.constraints.num_variables(), 5u);
  ASSERT_EQ(question.constraints.size(), 5u) << "the whole, the disjunction, two of the conjunction, one of the negated one";
  const auto variables = [&](std::uint32_t constraint) {
    std::vector<std::uint32_t> result;
    for (const Constraints::Row& row : question.constraints.rows(constraint)) result.push_back(row.variable);
    return result;
  };
  using Variables = std::vector<std::uint32_t>;
  EXPECT_EQ(variables(0), Variables{2});
  EXPECT_EQ(variables(1), (Variables{2, 3, 4}));
  EXPECT_EQ(variables(2), (Variables{0, 3}));
  EXPECT_EQ(variables(3), (Variables{1, 3}));
  EXPECT_EQ(variables(4), (Variables{0, 1, 4}));
}

TEST(Question, DeepFormulasDoNotOverflowTheStack) {
  const Network net = network("A: 0 -a-> 1; B: 0 -b-> 1");
  PredicateBuilder builder;
  auto handle = builder.atom({ComponentId(0), {LocalState(0)}});
  for (int i = 0; i < 200'000; ++i) {
    const std::vector<PredicateBuilder::Handle> operands{handle, builder.atom({ComponentId(1), {LocalState(1)}})};
    handle = builder.negate(i % 2 == 0 ? builder.all_of(operands) : builder.any_of(operands));
  }
  const Question question = make_question(net, {"", Never{std::move(builder).build(handle)}}, kNoLimits);
  EXPECT_EQ(question.constraints.num_variables(), 200'002u);
}

TEST(Spread, RepeatsWeightsForTheSecondHalf) {
  const Network net = network("A: 0 -a-> 1; ?P: 0 -a-> 0");
  const Question local = make_question(net, {"", LocalDeadlock{}}, kNoLimits);
  EXPECT_EQ(spread(local, net, ComponentId(0), {4, 5}), (Weights{4, 5, 4, 5}));
  EXPECT_EQ(spread(local, net, ComponentId(1), {4}), (Weights{4})) << "an observer is in no set";
  const Question whole = make_question(net, {"", Deadlock{}}, kNoLimits);
  EXPECT_EQ(spread(whole, net, ComponentId(0), {4, 5}), (Weights{4, 5}));
}

}   // namespace
}   // namespace parley::synchro
