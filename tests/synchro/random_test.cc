#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "cross/random.h"
#include "cross/random_spec.h"
#include "engine/synchro/paper/paper_form.h"
#include "invariant/checks.h"
#include "oracle/spec_network.h"
#include "oracle/spec_text.h"
#include "solve/smt.h"
#include "synchro/naive.h"

namespace parley::synchro {
namespace {

using oracle::State;

const Limits kNoLimits;

std::vector<LocalState> to_local(const State& state) {
  std::vector<LocalState> local;
  for (int each : state) local.emplace_back(static_cast<std::size_t>(each));
  return local;
}

// All global states; empty if there are more than 'most'.
std::vector<State> all_states(const oracle::Spec& spec, std::size_t most) {
  std::size_t count = 1;
  for (int component = 0; component < spec.num_components(); ++component) {
    count *= static_cast<std::size_t>(spec.of(component).num_states());
    if (count > most) return {};
  }
  std::vector<State> states{{}};
  for (int component = 0; component < spec.num_components(); ++component) {
    std::vector<State> longer;
    for (const State& state : states)
      for (int each = 0; each < spec.of(component).num_states(); ++each) {
        longer.push_back(state);
        longer.back().push_back(each);
      }
    states = std::move(longer);
  }
  return states;
}

bool has_counts(const std::vector<Naive::Equation>& equations, std::size_t rules) {
  SmtSolver solver;
  std::vector<SmtSolver::Integer> count;
  for (std::size_t k = 0; k < rules; ++k) {
    count.push_back(solver.integer());
    const SmtSolver::Term term[] = {{-1, count.back()}};
    solver.add({solver.at_most(solver.sum(term), 0)});
  }
  for (const Naive::Equation& equation : equations) {
    std::vector<SmtSolver::Term> terms;
    for (int k : equation.plus) terms.push_back({1, count[static_cast<std::size_t>(k)]});
    for (int k : equation.minus) terms.push_back({-1, count[static_cast<std::size_t>(k)]});
    const SmtSolver::Sum sum = solver.sum(terms);
    solver.add({solver.at_most(sum, equation.value)});
    solver.add({-solver.at_most(sum, equation.value - 1)});
  }
  return solver.solve(kNoLimits);
}

bool passes(const Naive& naive, const oracle::Spec& spec, const State& state, PredicateKind kind) {
  if (kind != PredicateKind::kDifferenceComponent) return naive.passes(state, kind);
  return !naive.is_absurd(state) && has_counts(naive.component_equations(state), spec.rules.size());
}

bool is_bad(const oracle::Spec& spec, const State& state, const oracle::Question& question) {
  switch (question.ask) {
    case oracle::Ask::kDeadlock: return oracle::is_deadlock(spec, state);
    case oracle::Ask::kLocalDeadlock: return oracle::is_local_deadlock(spec, state);
    case oracle::Ask::kReach:
    case oracle::Ask::kNever: return oracle::satisfies(state, question.formula);
    case oracle::Ask::kSafety:
      return std::ranges::any_of(question.automata, [&](int automaton) {
        return spec.of(automaton).marks[static_cast<std::size_t>(state[static_cast<std::size_t>(automaton)])] ==
               oracle::Mark::kError;
      });
  }
  return false;
}

// A random network with few states.
struct SmallCase {
  std::uint64_t seed;
  cross::RandomCase drawn;
  std::vector<State> states;   // all global states, reachable or not
};
std::optional<SmallCase> small_case(std::uint64_t seed, std::size_t most) {
  SmallCase small{seed, cross::random_case(seed), {}};
  small.states = all_states(small.drawn.spec, most);
  if (small.states.empty()) return std::nullopt;
  return small;
}

TEST(Predicates, ChecksOfOneStateAgreeWithTheDefinitionsAndLetReachableStatesPass) {
  int cases = 0;
  std::array<int, kAllPredicates.size()> refuted{};
  for (std::uint64_t seed = 0; cases < 150; ++seed) {
    const auto small = small_case(seed, 200);
    if (!small) continue;
    ++cases;
    const oracle::Spec& spec = small->drawn.spec;
    const Network network = oracle::to_network(spec);
    const Naive naive(spec);
    PairCheck pair(network, kNoLimits);
    OrderCheck order(network, Grouping::kRules, kNoLimits);
    OrderCheck order_data(network, Grouping::kData, kNoLimits);
    CountCheck relation(network, CountCheck::Kind::kRelation, Grouping::kRules, kNoLimits);
    CountCheck relation_data(network, CountCheck::Kind::kRelation, Grouping::kData, kNoLimits);
    CountCheck difference(network, CountCheck::Kind::kDifference, Grouping::kRules, kNoLimits);
    CountCheck difference_data(network, CountCheck::Kind::kDifference, Grouping::kData, kNoLimits);
    const auto checked = [&](const std::vector<LocalState>& state, PredicateKind kind) {
      switch (kind) {
        case PredicateKind::kPair: return pair.passes(state);
        case PredicateKind::kOrder: return order.passes(state);
        case PredicateKind::kOrderData: return order_data.passes(state);
        case PredicateKind::kRelation: return relation.passes(state);
        case PredicateKind::kRelationData: return relation_data.passes(state);
        case PredicateKind::kDifference: return difference.passes(state);
        case PredicateKind::kDifferenceData: return difference_data.passes(state);
        case PredicateKind::kDifferenceComponent: break;
      }
      return false;
    };
    for (const State& state : small->states) {
      const bool is_reachable = std::ranges::count(small->drawn.exploration.states, state) > 0;
      for (const PredicateKind kind : kAllPredicates) {
        if (kind == PredicateKind::kDifferenceComponent) continue;
        const bool expected = naive.passes(state, kind);
        ASSERT_EQ(checked(to_local(state), kind), expected) << predicate_name(kind) << ", seed " << seed << "\n"
                                                            << oracle::to_text(spec);
        ASSERT_TRUE(expected || !is_reachable) << predicate_name(kind) << ", seed " << seed;
        if (!expected && !naive.is_absurd(state)) ++refuted[static_cast<std::size_t>(kind)];
      }
    }
  }
  for (const PredicateKind kind : kAllPredicates) {
    if (kind == PredicateKind::kDifferenceComponent) continue;
    EXPECT_GT(refuted[static_cast<std::size_t>(kind)], 50) << predicate_name(kind);
  }
}

TEST(Predicates, ComponentClassesLetReachableStatesPass) {
  int cases = 0;
  int refuted = 0;
  for (std::uint64_t seed = 1000; cases < 40; ++seed) {
    const auto small = small_case(seed, 100);
    if (!small) continue;
    ++cases;
    const Naive naive(small->drawn.spec);
    for (const State& state : small->states) {
      const bool passing = passes(naive, small->drawn.spec, state, PredicateKind::kDifferenceComponent);
      if (!passing) ++refuted;
      ASSERT_TRUE(passing || std::ranges::count(small->drawn.exploration.states, state) == 0) << "seed " << seed;
    }
  }
  EXPECT_GT(refuted, 50);
}

using Form = PaperAnswer (*)(const Network&, const Property&, PredicateSet, const Limits&);

// Each question with random sets of predicates: it is proved if and only if no state is bad and passes.
// Otherwise the candidate is such a state.
void compare_with_enumeration(Form form, const std::vector<PredicateKind>& kinds, std::uint64_t first_seed, int wanted) {
  int cases = 0;
  int proved = 0;
  int proved_by_predicates = 0;
  for (std::uint64_t seed = first_seed; cases < wanted; ++seed) {
    const auto small = small_case(seed, 120);
    if (!small) continue;
    ++cases;
    const oracle::Spec& spec = small->drawn.spec;
    const Network network = oracle::to_network(spec);
    const std::vector<Property> properties = oracle::to_properties(spec);
    const Naive naive(spec);
    cross::Random random(seed);
    for (std::size_t i = 0; i < properties.size(); ++i) {
      PredicateSet set;
      std::vector<PredicateKind> chosen;
      for (const PredicateKind kind : kinds)
        if (random.chance(random.chance(50) ? 20 : 60)) {
          set.insert(kind);
          chosen.push_back(kind);
        }
      const auto is_candidate = [&](const State& state) {
        return is_bad(spec, state, spec.questions[i]) &&
               std::ranges::all_of(chosen, [&](PredicateKind kind) { return passes(naive, spec, state, kind); });
      };
      const bool exists = std::ranges::any_of(small->states, is_candidate);
      const PaperAnswer answer = form(network, properties[i], set, kNoLimits);
      ASSERT_EQ(answer.is_proved, !exists) << "seed " << seed << ", question " << spec.questions[i].name << "\n"
                                           << oracle::to_text(spec);
      if (answer.is_proved) {
        ++proved;
        if (!answer.last.empty()) ++proved_by_predicates;
        EXPECT_TRUE(answer.candidate.empty());
        EXPECT_FALSE(oracle::answer(spec, small->drawn.exploration, spec.questions[i]).distance.has_value());
        continue;
      }
      State candidate;
      for (const LocalState local : answer.candidate) candidate.push_back(static_cast<int>(local.value));
      EXPECT_TRUE(is_candidate(candidate)) << "seed " << seed << ", question " << spec.questions[i].name;
      EXPECT_EQ(answer.solves, chosen.size() + (set.has(PredicateKind::kPair) ? 0 : 1));
    }
  }
  EXPECT_GT(proved, wanted / 2);
  EXPECT_GT(proved_by_predicates, wanted / 8);
}

TEST(SatForm, IsTheConjunctionOfItsPredicates) { compare_with_enumeration(sat_form, sat_form_predicates(), 0, 250); }

TEST(SmtForm, IsTheConjunctionOfItsPredicates) { compare_with_enumeration(smt_form, smt_form_predicates(), 500, 60); }

}   // namespace
}   // namespace parley::synchro
