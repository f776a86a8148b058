#include "engine/leap/formula_model.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "solve/sat.h"
#include "solve/smt.h"

namespace parley::leap {

namespace {

bool is_inner(const Predicate::Node& node) {
  return node.kind == Predicate::Kind::kNot || node.kind == Predicate::Kind::kAnd || node.kind == Predicate::Kind::kOr;
}

bool holds(const Atom& atom, LocalState state) { return std::ranges::binary_search(atom.states, state); }

// Calls 'visit' with the states that are in both lists, ascending. O(m log n) for m in the shorter list:
// atoms name few states of components that may have very many.
template <class Visit>
void for_each_common(std::span<const LocalState> a, std::span<const LocalState> b, const Visit& visit) {
  if (a.size() > b.size()) std::swap(a, b);
  for (LocalState state : a)
    if (std::ranges::binary_search(b, state)) visit(state);
}

// The distinct sets of atoms that hold in an allowed state, each with the first such state.
std::map<std::vector<std::uint32_t>, LocalState> values_of(const Predicate& formula, std::span<const LocalState> allowed,
                                                           std::span<const std::uint32_t> atoms, Pulse& pulse) {
  std::vector<std::pair<LocalState, std::uint32_t>> holding;
  for (std::uint32_t atom : atoms)
    for_each_common(allowed, formula.atoms()[atom].states, [&](LocalState state) {
      pulse.beat();
      holding.emplace_back(state, atom);
    });
  std::ranges::sort(holding);
  std::map<std::vector<std::uint32_t>, LocalState> values;
  std::size_t next = 0;
  for (LocalState state : allowed) {
    pulse.beat();
    std::vector<std::uint32_t> own;
    for (; next < holding.size() && holding[next].first == state; ++next) own.push_back(holding[next].second);
    values.try_emplace(std::move(own), state);
  }
  return values;
}

// The two solvers below differ in how they encode that a component has exactly one value, and what a sum is.
// By atom: the values in which it holds.
using Values = std::span<const std::vector<int>>;

// SAT: a sum is a free literal. Clauses that are added later exclude models in which it is wrong.
class FreeSumSolver : public SatSolver {
 public:
  void add_exactly_one(std::span<const SatLiteral> literals) {
    add(literals);
    add_at_most_one(*this, literals);
  }
  SatLiteral at_most(std::span<const Predicate::Term>, Values, std::int64_t) { return fresh(); }
};

// SMT: both are equations over the same integers. With clauses alone the solver would count by trial.
class IntegerSumSolver : public SmtSolver {
 public:
  void add_exactly_one(std::span<const SmtLiteral> literals) {
    std::vector<Term> terms;
    for (SmtLiteral literal : literals) terms.push_back({1, integers_.try_emplace(literal, indicator(literal)).first->second});
    add({equals(sum(terms), 1)});
  }
  SmtLiteral at_most(std::span<const Predicate::Term> terms, Values values, std::int64_t bound) {
    std::vector<Term> weights;
    for (const Predicate::Term& term : terms)
      for (SmtLiteral value : values[term.atom]) weights.push_back({term.weight, integers_.at(value)});
    return SmtSolver::at_most(sum(weights), bound);
  }

 private:
  std::map<SmtLiteral, Integer> integers_;   // by literal of a value
};

// Encodes the formula for a solver, which must make it true.
template <class Solver>
class FormulaEncoding {
 public:
  using Literal = int;

  // 'component_of' has the component number of each atom, 'allowed' the states of each component.
  FormulaEncoding(const Predicate& formula, std::span<const std::uint32_t> component_of,
                  std::span<const std::span<const LocalState>> allowed, const Limits& limits)
      : formula_(formula),
        pulse_(limits),
        yes_(solver.fresh()),
        values_(allowed.size()),
        atoms_(component_of.size()),
        where_true_(component_of.size()),
        nodes_(formula.nodes().size()) {
    solver.add({yes_});
    std::vector<std::vector<std::uint32_t>> atoms_of(allowed.size());
    for (std::uint32_t atom = 0; atom < component_of.size(); ++atom) atoms_of[component_of[atom]].push_back(atom);
    for (std::size_t component = 0; component < allowed.size(); ++component)
      add_component(component, allowed[component], atoms_of[component]);
    for (std::size_t node = 0; node < nodes_.size(); ++node) add_node(node);
    solver.add({nodes_.back()});
  }

  // After a model was found: writes the states of the components.
  void choose(std::vector<LocalState>& chosen) const {
    for (std::size_t component = 0; component < values_.size(); ++component)
      for (const Value& value : values_[component])
        if (solver.value(value.literal)) chosen[component] = value.state;
  }
  Literal atom(std::uint32_t atom) const { return atoms_[atom]; }
  Literal node(std::size_t node) const { return nodes_[node]; }

  Solver solver;

 private:
  // States of a component in which the same atoms hold share one value.
  struct Value {
    LocalState state;
    Literal literal = 0;
  };

  void add_component(std::size_t component, std::span<const LocalState> allowed, std::span<const std::uint32_t> atoms) {
    std::vector<Literal> all;
    for (const auto& [true_atoms, state] : values_of(formula_, allowed, atoms, pulse_)) {
      all.push_back(solver.fresh());
      values_[component].push_back({state, all.back()});
      for (std::uint32_t atom : true_atoms) where_true_[atom].push_back(all.back());
    }
    solver.add_exactly_one(all);
    for (std::uint32_t atom : atoms) {
      pulse_.beat();
      const std::vector<Literal>& values = where_true_[atom];
      if (values.size() == 1) {
        atoms_[atom] = values[0];
        continue;
      }
      atoms_[atom] = solver.fresh();
      std::vector<Literal> clause{-atoms_[atom]};
      for (Literal value : values) {
        solver.add({-value, atoms_[atom]});
        clause.push_back(value);
      }
      solver.add(clause);
    }
  }

  void add_node(std::size_t number) {
    pulse_.beat();
    const Predicate::Node& node = formula_.nodes()[number];
    switch (node.kind) {
      case Predicate::Kind::kConstant: nodes_[number] = node.value ? yes_ : -yes_; break;
      case Predicate::Kind::kAtom: nodes_[number] = atoms_[node.first]; break;
      case Predicate::Kind::kNot: nodes_[number] = -nodes_[formula_.children(node)[0]]; break;
      case Predicate::Kind::kAnd:
      case Predicate::Kind::kOr: {
        const int sign = node.kind == Predicate::Kind::kAnd ? 1 : -1;
        const Literal all = solver.fresh();   // true if every part has the value
        std::vector<Literal> clause{all};
        for (std::uint32_t child : formula_.children(node)) {
          solver.add({-all, sign * nodes_[child]});
          clause.push_back(-sign * nodes_[child]);
        }
        solver.add(clause);
        nodes_[number] = sign * all;
        break;
      }
      case Predicate::Kind::kAtMost: nodes_[number] = solver.at_most(formula_.terms(node), where_true_, node.bound); break;
    }
  }

  const Predicate& formula_;
  Pulse pulse_;
  Literal yes_;
  std::vector<std::vector<Value>> values_;   // by component
  std::vector<Literal> atoms_;
  std::vector<std::vector<Literal>> where_true_;   // by atom: the values in which it holds
  std::vector<Literal> nodes_;
};

}   // namespace

FormulaModel::FormulaModel(const Predicate& formula)
    : formula_(formula),
      components_(formula.components()),
      may_(formula.nodes().size()),
      chosen_(components_.size()),
      evaluate_(formula) {
  const auto number = [&](ComponentId component) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(components_, component) - components_.begin());
  };
  atom_component_.reserve(formula.atoms().size());
  for (const Atom& atom : formula.atoms()) atom_component_.push_back(number(atom.component));
  for (const Predicate::Node& node : formula.nodes()) {
    use_begins_.push_back(static_cast<std::uint32_t>(uses_.size()));
    if (node.kind != Predicate::Kind::kAtMost) continue;
    const std::size_t first = terms_.size();
    terms_.insert(terms_.end(), formula.terms(node).begin(), formula.terms(node).end());
    const auto component_of = [&](const Predicate::Term& term) { return atom_component_[term.atom]; };
    std::ranges::stable_sort(std::span(terms_).subspan(first), {}, component_of);
    for (std::size_t i = first; i < terms_.size(); ++i) {
      if (i == first || component_of(terms_[i]) != component_of(terms_[i - 1]))
        uses_.push_back({.component = component_of(terms_[i]), .first = static_cast<std::uint32_t>(i)});
      ++uses_.back().count;
    }
  }
  use_begins_.push_back(static_cast<std::uint32_t>(uses_.size()));

  // A part may be used several times, so count the ways from the root, up to 2.
  std::vector<std::uint8_t> ways(formula.nodes().size());
  std::vector<std::uint8_t> occurs(components_.size());
  is_independent_ = true;
  const auto meet = [&](std::uint32_t component, std::uint8_t times) {
    is_independent_ = is_independent_ && occurs[component] + times <= 1;
    occurs[component] = 1;
  };
  ways.back() = 1;
  for (std::size_t i = ways.size(); i-- > 0;) {
    const Predicate::Node& node = formula.nodes()[i];
    if (ways[i] == 0) continue;
    if (node.kind == Predicate::Kind::kAtom) meet(atom_component_[node.first], ways[i]);
    for (std::uint32_t use = use_begins_[i]; use < use_begins_[i + 1]; ++use) meet(uses_[use].component, ways[i]);
    if (is_inner(node))
      for (std::uint32_t child : formula.children(node))
        ways[child] = static_cast<std::uint8_t>(std::min(2, ways[child] + ways[i]));
  }
}

std::optional<std::vector<FormulaModel::Choice>> FormulaModel::search(const Limits& limits) {
  for (std::size_t i = 0; i < may_.size(); ++i) may_[i] = may(i);
  if (!may_.back().be_true) return std::nullopt;
  for (std::size_t i = 0; i < chosen_.size(); ++i) chosen_[i] = allowed_[i][0];
  choose(may_.size() - 1);
  // A choice for one part may falsify another part.
  if (!is_independent_ && !is_true() && !choose_by_sat(limits)) return std::nullopt;
  std::vector<Choice> choices;
  choices.reserve(components_.size());
  for (std::size_t i = 0; i < components_.size(); ++i) choices.push_back({components_[i], chosen_[i]});
  return choices;
}

bool FormulaModel::is_true() {
  return evaluate_([&](ComponentId component) {
    return chosen_[static_cast<std::size_t>(std::ranges::lower_bound(components_, component) - components_.begin())];
  });
}

FormulaModel::May FormulaModel::may(std::size_t node) {
  const Predicate::Node& at = formula_.nodes()[node];
  switch (at.kind) {
    case Predicate::Kind::kConstant: return {at.value, !at.value};
    case Predicate::Kind::kAtom: {
      const States allowed = allowed_[atom_component_[at.first]];
      std::size_t holds_in = 0;
      for_each_common(allowed, formula_.atoms()[at.first].states, [&](LocalState) { ++holds_in; });
      return {holds_in != 0, holds_in != allowed.size()};
    }
    case Predicate::Kind::kNot: {
      const May& child = may_[formula_.children(at)[0]];
      return {child.be_false, child.be_true};
    }
    case Predicate::Kind::kAnd: {
      May result{true, false};
      for (std::uint32_t child : formula_.children(at)) {
        result.be_true = result.be_true && may_[child].be_true;
        result.be_false = result.be_false || may_[child].be_false;
      }
      return result;
    }
    case Predicate::Kind::kOr: {
      May result{false, true};
      for (std::uint32_t child : formula_.children(at)) {
        result.be_true = result.be_true || may_[child].be_true;
        result.be_false = result.be_false && may_[child].be_false;
      }
      return result;
    }
    case Predicate::Kind::kAtMost: {
      std::int64_t least = 0;
      std::int64_t most = 0;
      for (std::uint32_t use = use_begins_[node]; use < use_begins_[node + 1]; ++use) {
        least += best(uses_[use], true).weight;
        most += best(uses_[use], false).weight;
      }
      return {least <= at.bound, most > at.bound};
    }
  }
  return {};
}

// The first of the states with the least contribution, or with the largest.
FormulaModel::Best FormulaModel::best(const Use& use, bool least) {
  const States allowed = allowed_[use.component];
  weights_.clear();
  for (const Predicate::Term& term : std::span(terms_).subspan(use.first, use.count))
    for_each_common(allowed, formula_.atoms()[term.atom].states, [&](LocalState state) {
      weights_.push_back({state, term.weight});
    });
  std::ranges::sort(weights_, {}, &Best::state);
  std::optional<Best> chosen;
  const auto consider = [&](const Best& other) {
    if (!chosen || (least ? other.weight < chosen->weight : other.weight > chosen->weight) ||
        (other.weight == chosen->weight && other.state < chosen->state))
      chosen = other;
  };
  std::size_t named = 0;   // how many states have a term so far; the first state without one contributes 0
  bool has_unnamed = false;
  for (std::size_t i = 0; i < weights_.size(); ++named) {
    Best sum{weights_[i].state, 0};
    for (; i < weights_.size() && weights_[i].state == sum.state; ++i) sum.weight += weights_[i].weight;
    if (!has_unnamed && allowed[named] != sum.state) {
      consider({allowed[named], 0});
      has_unnamed = true;
    }
    consider(sum);
  }
  if (!has_unnamed && named < allowed.size()) consider({allowed[named], 0});
  return *chosen;
}

// Which parts of an inner node must have which value, so that the node has 'value'.
std::vector<std::pair<std::size_t, bool>> FormulaModel::wanted_parts(std::size_t node, bool value) const {
  const Predicate::Node& at = formula_.nodes()[node];
  const std::span<const std::uint32_t> children = formula_.children(at);
  if (at.kind == Predicate::Kind::kNot) return {{children[0], !value}};
  std::vector<std::pair<std::size_t, bool>> parts;
  const bool all = (at.kind == Predicate::Kind::kAnd) == value;
  for (std::uint32_t child : children) {
    if (!all && !(value ? may_[child].be_true : may_[child].be_false)) continue;
    parts.emplace_back(child, value);
    if (!all) break;
  }
  return parts;
}

void FormulaModel::choose(std::size_t root) {
  // Parents come after their parts, so each part is visited once, however many paths lead to it.
  constexpr std::uint8_t kToBeFalse = 1;
  constexpr std::uint8_t kToBeTrue = 2;
  wanted_.assign(may_.size(), 0);
  wanted_[root] = kToBeTrue;
  for (std::size_t node = root + 1; node-- > 0;)
    for (bool value : {true, false}) {
      if ((wanted_[node] & (value ? kToBeTrue : kToBeFalse)) == 0) continue;
      const Predicate::Node& at = formula_.nodes()[node];
      if (is_inner(at)) {
        for (const auto& [part, part_value] : wanted_parts(node, value)) wanted_[part] |= part_value ? kToBeTrue : kToBeFalse;
      } else if (at.kind == Predicate::Kind::kAtom) {
        choose_atom(node, value);
      } else if (at.kind == Predicate::Kind::kAtMost) {
        choose_sum(node, value);
      }
    }
}

void FormulaModel::choose_atom(std::size_t node, bool value) {
  const std::uint32_t atom = formula_.nodes()[node].first;
  const std::uint32_t component = atom_component_[atom];
  for (LocalState state : allowed_[component])
    if (holds(formula_.atoms()[atom], state) == value) {
      chosen_[component] = state;
      return;
    }
}

void FormulaModel::choose_sum(std::size_t node, bool value) {
  for (std::uint32_t use = use_begins_[node]; use < use_begins_[node + 1]; ++use)
    chosen_[uses_[use].component] = best(uses_[use], value).state;
}

bool FormulaModel::choose_by_sat(const Limits& limits) {
  constexpr int kMostRounds = 100;
  FormulaEncoding<FreeSumSolver> encoding(formula_, atom_component_, allowed_, limits);
  for (int round = 0; round < kMostRounds; ++round) {
    limits.check();
    if (!encoding.solver.solve(limits)) return false;
    encoding.choose(chosen_);
    if (is_true()) return true;
    // The value of some sum differs from the solver's literal. Exclude the reason.
    std::vector<std::pair<std::size_t, bool>> assumed;
    for (std::size_t node = 0; node < formula_.nodes().size(); ++node)
      if (formula_.nodes()[node].kind == Predicate::Kind::kAtMost)
        assumed.emplace_back(node, encoding.solver.value(encoding.node(node)));
    for (const auto& [node, is_small] : assumed) {
      if (is_at_most(formula_.nodes()[node]) == is_small) continue;
      std::vector<SatLiteral> clause{is_small ? -encoding.node(node) : encoding.node(node)};
      for (const auto& [atom, value] : why_not(formula_.nodes()[node], is_small))
        clause.push_back(value ? -encoding.atom(atom) : encoding.atom(atom));
      encoding.solver.add(clause);
    }
  }
  // Sums that only count components would be excluded one combination at a time.
  FormulaEncoding<IntegerSumSolver> with_integers(formula_, atom_component_, allowed_, limits);
  if (!with_integers.solver.solve(limits)) return false;
  with_integers.choose(chosen_);
  if (!is_true()) throw std::logic_error("a model of a formula is none");
  return true;
}

std::int64_t FormulaModel::contribution(const Predicate::Term& term) const {
  return holds(formula_.atoms()[term.atom], chosen_[atom_component_[term.atom]]) ? term.weight : 0;
}

bool FormulaModel::is_at_most(const Predicate::Node& node) const {
  std::int64_t sum = 0;
  for (const Predicate::Term& term : formula_.terms(node)) sum += contribution(term);
  return sum <= node.bound;
}

// The literal says 'is_small', but the sum is not at most its bound, or the other way round. Returns atoms
// with their values that suffice for the contradiction.
std::vector<std::pair<std::uint32_t, bool>> FormulaModel::why_not(const Predicate::Node& node, bool is_small) const {
  std::vector<std::pair<std::uint32_t, bool>> reason;
  std::int64_t sum = 0;   // of the named terms, plus the worst case of the others
  for (const Predicate::Term& term : formula_.terms(node)) sum += contribution(term);
  for (const Predicate::Term& term : formula_.terms(node)) {
    const std::int64_t now = contribution(term);
    const std::int64_t worst = is_small ? std::min<std::int64_t>(term.weight, 0) : std::max<std::int64_t>(term.weight, 0);
    if (((sum - now + worst) <= node.bound) != is_small) {
      sum += worst - now;
      continue;
    }
    reason.emplace_back(term.atom, now == term.weight && term.weight != 0);
  }
  return reason;
}

}   // namespace parley::leap
