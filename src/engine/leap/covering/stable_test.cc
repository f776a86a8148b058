#include "engine/leap/covering/stable.h"

#include <gtest/gtest.h>

#include <optional>

#include "support/naive_states.h"
#include "support/network_text.h"

namespace parley::leap {
namespace {

using testing::GlobalState;

const Limits kNoLimits;

Predicate at(const Network& network, std::string_view component, std::string_view state) {
  PredicateBuilder builder;
  const ComponentId id = network.find_component(component).value();
  const auto handle = builder.atom({id, network.lts(id).states_named(state)});
  return std::move(builder).build(handle);
}

std::optional<std::string> unsettled(const Network& network, const Predicate& formula) {
  const std::optional<Unsettled> found = find_unsettled(network, formula, kNoLimits);
  if (!found) return std::nullopt;
  return std::string(network.label_name(found->rule));
}

TEST(Stable, AStateThatNothingLeavesIsStable) {
  const Network network = testing::network("a: 0 -x-> 1 -y-> 2, 1 -z-> 1; b: 0 -y-> 1");
  EXPECT_EQ(unsettled(network, at(network, "a", "2")), std::nullopt);
  EXPECT_EQ(unsettled(network, at(network, "a", "1")), "y");
  EXPECT_EQ(unsettled(network, at(network, "a", "0")), "x");
}

// y makes the second atom true when it makes the first one false.
TEST(Stable, OneAtomMayTakeOverFromAnother) {
  const Network network = testing::network("a: 0 -x-> 1 -y-> 2; b: 0 -y-> 1");
  PredicateBuilder builder;
  const PredicateBuilder::Handle atoms[] = {builder.atom({ComponentId(0), {LocalState(1)}}),
                                            builder.atom({ComponentId(1), {LocalState(1)}})};
  const auto root = builder.any_of(atoms);
  const Predicate either = std::move(builder).build(root);
  EXPECT_EQ(unsettled(network, either), std::nullopt);
}

// A token is handed on: the number of its holders does not change.
TEST(Stable, ASumThatTheRulesDoNotChangeIsStable) {
  const Network network = testing::network("a: 1 -pass-> 0; b: 0 -pass-> 1 -drop-> 0; c: 0 -take-> 1");
  const auto count = [&](std::int64_t weight, std::int64_t bound) {
    PredicateBuilder builder;
    std::vector<PredicateBuilder::CountTerm> terms;
    for (std::size_t c = 0; c < 3; ++c)
      terms.push_back({weight, {ComponentId(c), network.lts(ComponentId(c)).states_named("1")}});
    const auto handle = builder.at_most(std::move(terms), bound);
    return std::move(builder).build(handle);
  };
  EXPECT_EQ(unsettled(network, count(1, 0)), "take");     // at most 0: passing the token changes nothing
  EXPECT_EQ(unsettled(network, count(-1, -1)), "drop");   // at least one
  EXPECT_EQ(unsettled(network, count(1, 3)), std::nullopt);
}

// A random formula over all components.
PredicateBuilder::Handle draw(PredicateBuilder& builder, const Network& network, testing::Random& random, int depth) {
  using testing::below;
  const auto atom = [&] {
    const ComponentId component(below(random, network.num_components()));
    std::vector<LocalState> states;
    for (const LocalState state : network.lts(component).states())
      if (below(random, 2) == 0) states.push_back(state);
    if (states.empty()) states.emplace_back(below(random, network.lts(component).num_states()));
    return Atom{component, states};
  };
  switch (depth == 0 ? 0 : below(random, 5)) {
    case 0: return builder.atom(atom());
    case 1: return builder.negate(draw(builder, network, random, depth - 1));
    case 2:
    case 3: {
      std::vector<PredicateBuilder::Handle> operands;
      for (std::size_t i = 0; i < 2 + below(random, 2); ++i) operands.push_back(draw(builder, network, random, depth - 1));
      return below(random, 2) == 0 ? builder.all_of(operands) : builder.any_of(operands);
    }
    default: {
      std::vector<PredicateBuilder::CountTerm> terms;
      for (std::size_t i = 0; i < 1 + below(random, 4); ++i)
        terms.push_back({static_cast<std::int64_t>(below(random, 5)) - 2, atom()});
      return builder.at_most(std::move(terms), static_cast<std::int64_t>(below(random, 5)) - 2);
    }
  }
}

bool holds(const Predicate& formula, const GlobalState& state) {
  PredicateEvaluator evaluate(formula);
  return evaluate([&](ComponentId component) { return state[component.index()]; });
}

// Whether the rule alone can make the formula false, from any state, with or without errors.
std::optional<RuleId> falsified_by(const Network& network, const Predicate& formula) {
  for (const RuleId rule : network.rules())
    for (const GlobalState& state : testing::all_states(network)) {
      if (!holds(formula, state)) continue;
      std::vector<GlobalState> after{state};
      for (const Participant& part : network.participants(rule)) {
        std::vector<GlobalState> moved;
        for (const GlobalState& partial : after)
          for (const Edge& edge : network.lts(part.component).edges(state[part.component.index()], part.label)) {
            moved.push_back(partial);
            moved.back()[part.component.index()] = edge.target;
          }
        after = std::move(moved);
      }
      for (const GlobalState& next : after)
        if (!holds(formula, next)) return rule;
    }
  return std::nullopt;
}

// A formula that is shown to be stable is stable. An atom, its negation, or a sum with each component once is
// judged exactly.
TEST(Stable, AgreesWithAllStatesOfRandomNetworks) {
  int stable = 0;
  int missed = 0;
  int unstable = 0;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    testing::Random random(seed);
    const Network network = testing::tiny_network(random, {.has_ends = true});
    PredicateBuilder builder;
    const auto root = draw(builder, network, random, static_cast<int>(testing::below(random, 4)));
    const Predicate formula = std::move(builder).build(root);
    const std::optional<RuleId> falsified = falsified_by(network, formula);
    const std::optional<Unsettled> found = find_unsettled(network, formula, kNoLimits);
    if (falsified) ++unstable;
    if (!falsified && !found) ++stable;
    if (!falsified && found) ++missed;
    ASSERT_TRUE(found || !falsified) << "seed " << seed << ": rule " << falsified->value;
    if (formula.nodes().size() == 1 && formula.root().kind == Predicate::Kind::kAtom) {
      EXPECT_EQ(found.has_value(), falsified.has_value()) << "seed " << seed;
      if (found && falsified) {
        EXPECT_EQ(found->rule, *falsified) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(stable, 500);
  EXPECT_GT(unstable, 500);
  EXPECT_LT(missed, stable / 4);
}

// 3 participants with 20 edges each that all differ: 8,000 choices.
TEST(Stable, ARuleWithTooManyChoicesIsNotShownToBeStable) {
  std::string text;
  for (const char* name : {"a", "b", "c"}) {
    text += std::string(name) + ": 0";
    for (int i = 0; i < 20; ++i) text += ", 0 -x-> " + std::to_string(i);
    text += "\n";
  }
  const Network network = testing::network(text);
  PredicateBuilder builder;
  std::vector<PredicateBuilder::CountTerm> terms;
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < 20; ++i) terms.push_back({-static_cast<std::int64_t>(i), {ComponentId(c), {LocalState(i)}}});
  const auto handle = builder.at_most(std::move(terms), 0);
  EXPECT_EQ(unsettled(network, std::move(builder).build(handle)), "x");
}

}   // namespace
}   // namespace parley::leap
