#include "engine/leap/formula_model.h"

#include <algorithm>
#include <map>

#include "solve/sat.h"

namespace parley::leap {

namespace {

bool is_inner(const Predicate::Node& node) {
  return node.kind == Predicate::Kind::kNot || node.kind == Predicate::Kind::kAnd || node.kind == Predicate::Kind::kOr;
}

bool holds(const Atom& atom, LocalState state) { return std::ranges::binary_search(atom.states, state); }

}  // namespace

FormulaModel::FormulaModel(const Predicate& formula)
    : formula_(formula), components_(formula.components()), may_(formula.nodes().size()), chosen_(components_.size()), evaluate_(formula) {
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

  // A part may be used several times.
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
      for (std::uint32_t child : formula.children(node)) ways[child] = static_cast<std::uint8_t>(std::min(2, ways[child] + ways[i]));
  }
}

std::optional<std::vector<FormulaModel::Choice>> FormulaModel::search(const Limits& limits) {
  for (std::size_t i = 0; i < may_.size(); ++i) may_[i] = may(i);
  if (!may_.back().be_true) return std::nullopt;
  for (std::size_t i = 0; i < chosen_.size(); ++i) chosen_[i] = allowed_[i][0];
  choose(may_.size() - 1);
  // What was chosen for one part may not suit another one.
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
      May result;
      for (LocalState state : allowed_[atom_component_[at.first]]) {
        if (holds(formula_.atoms()[at.first], state)) result.be_true = true;
        else result.be_false = true;
      }
      return result;
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
        least += extreme(uses_[use], true);
        most += extreme(uses_[use], false);
      }
      return {least <= at.bound, most > at.bound};
    }
  }
  return {};
}

std::int64_t FormulaModel::weight(const Use& use, LocalState state) const {
  std::int64_t sum = 0;
  for (const Predicate::Term& term : std::span(terms_).subspan(use.first, use.count))
    if (holds(formula_.atoms()[term.atom], state)) sum += term.weight;
  return sum;
}

LocalState FormulaModel::best(const Use& use, bool least) const {
  const States states = allowed_[use.component];
  LocalState chosen = states[0];
  std::int64_t value = weight(use, chosen);
  for (LocalState state : states.subspan(1)) {
    const std::int64_t own = weight(use, state);
    if (least ? own < value : own > value) {
      chosen = state;
      value = own;
    }
  }
  return chosen;
}

std::int64_t FormulaModel::extreme(const Use& use, bool least) const { return weight(use, best(use, least)); }

// The parts of an inner node that must have which value, so that it has 'value'.
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
  // Parents stand after their parts, so each part is looked at once, however many ways lead to it.
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
  for (std::uint32_t use = use_begins_[node]; use < use_begins_[node + 1]; ++use) chosen_[uses_[use].component] = best(uses_[use], value);
}

bool FormulaModel::choose_by_sat(const Limits& limits) {
  SatSolver solver;
  const SatLiteral yes = solver.fresh();
  solver.add({yes});

  // States of a component in which the same atoms hold are one value.
  std::vector<std::vector<std::uint32_t>> atoms_of(components_.size());
  for (std::uint32_t atom = 0; atom < atom_component_.size(); ++atom) atoms_of[atom_component_[atom]].push_back(atom);
  struct Value {
    LocalState state;
    SatLiteral literal;
  };
  std::vector<std::vector<Value>> values(components_.size());
  std::vector<SatLiteral> atom_literal(atom_component_.size());
  std::vector<SatLiteral> clause;
  for (std::size_t c = 0; c < components_.size(); ++c) {
    std::map<std::vector<bool>, LocalState> by_truth;
    for (LocalState state : allowed_[c]) {
      std::vector<bool> truth;
      truth.reserve(atoms_of[c].size());
      for (std::uint32_t atom : atoms_of[c]) truth.push_back(holds(formula_.atoms()[atom], state));
      by_truth.try_emplace(std::move(truth), state);
    }
    clause.clear();
    for (const auto& [truth, state] : by_truth) {
      const SatLiteral literal = by_truth.size() == 1 ? yes : solver.fresh();
      for (const Value& other : values[c]) solver.add({-literal, -other.literal});
      values[c].push_back({state, literal});
      clause.push_back(literal);
    }
    solver.add(clause);
    for (std::uint32_t atom : atoms_of[c]) {
      const SatLiteral meaning = solver.fresh();
      atom_literal[atom] = meaning;
      for (const Value& value : values[c]) solver.add({-value.literal, holds(formula_.atoms()[atom], value.state) ? meaning : -meaning});
    }
  }

  std::vector<SatLiteral> literal(formula_.nodes().size());
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const Predicate::Node& node = formula_.nodes()[i];
    switch (node.kind) {
      case Predicate::Kind::kConstant: literal[i] = node.value ? yes : -yes; break;
      case Predicate::Kind::kAtom: literal[i] = atom_literal[node.first]; break;
      case Predicate::Kind::kNot: literal[i] = -literal[formula_.children(node)[0]]; break;
      case Predicate::Kind::kAnd:
      case Predicate::Kind::kOr: {
        const int sign = node.kind == Predicate::Kind::kAnd ? 1 : -1;
        const SatLiteral all = solver.fresh();   // every part has the value
        clause.assign(1, all);
        for (std::uint32_t child : formula_.children(node)) {
          solver.add({-all, sign * literal[child]});
          clause.push_back(-sign * literal[child]);
        }
        solver.add(clause);
        literal[i] = sign * all;
        break;
      }
      case Predicate::Kind::kAtMost: literal[i] = solver.fresh(); break;
    }
  }
  solver.add({literal.back()});

  const auto contribution = [&](const Predicate::Term& term) {
    const LocalState state = chosen_[atom_component_[term.atom]];
    return holds(formula_.atoms()[term.atom], state) ? term.weight : 0;
  };
  while (solver.solve(limits)) {
    for (std::size_t c = 0; c < components_.size(); ++c)
      for (const Value& value : values[c])
        if (solver.value(value.literal)) chosen_[c] = value.state;
    if (is_true()) return true;
    // Some sum is not what the solver takes it for. The clause names the terms that make it so.
    std::vector<bool> taken_for(literal.size());
    for (std::size_t i = 0; i < literal.size(); ++i) taken_for[i] = solver.value(literal[i]);
    for (std::size_t i = 0; i < literal.size(); ++i) {
      const Predicate::Node& node = formula_.nodes()[i];
      if (node.kind != Predicate::Kind::kAtMost) continue;
      std::int64_t sum = 0;
      std::int64_t bound = 0;   // what the terms not named might make of it at most, against the clause
      const bool is_small = [&] {
        for (const Predicate::Term& term : formula_.terms(node)) sum += contribution(term);
        return sum <= node.bound;
      }();
      if (is_small == taken_for[i]) continue;
      clause.assign(1, is_small ? literal[i] : -literal[i]);
      bound = sum;
      for (const Predicate::Term& term : formula_.terms(node)) {
        const std::int64_t now = contribution(term);
        const std::int64_t worst = is_small ? std::max<std::int64_t>(term.weight, 0) : std::min<std::int64_t>(term.weight, 0);
        if (is_small ? bound - now + worst <= node.bound : bound - now + worst > node.bound) {
          bound += worst - now;
          continue;
        }
        const SatLiteral own = atom_literal[term.atom];
        clause.push_back(now == term.weight && term.weight != 0 ? -own : own);
      }
      solver.add(clause);
    }
  }
  return false;
}

}  // namespace parley::leap
