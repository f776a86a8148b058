#include "search/stubborn/invisible_steps.h"

#include <algorithm>

namespace parley {

InvisibleSteps::InvisibleSteps(const Network& network, std::span<const Property> properties) : network_(network) {
  std::vector<std::vector<Part>> parts(network.num_components());
  for (const Property& property : properties) {
    if (const auto* reach = std::get_if<Reach>(&property.ask)) collect(reach->goal, parts);
    if (const auto* never = std::get_if<Never>(&property.ask)) collect(never->bad, parts);
    if (const auto* safety = std::get_if<Safety>(&property.ask))
      for (ComponentId automaton : safety->automata) {
        // A sum that has a different value in each state of the automaton.
        for (LocalState state : network.lts(automaton).states())
          parts[automaton.index()].push_back({num_sums_, state.value, {state}});
        ++num_sums_;
      }
  }
  tables_.reserve(parts.size());
  for (ComponentId component : network.components())
    tables_.push_back(table_of(parts[component.index()], network.lts(component).num_states()));
  changes_.resize(num_sums_);
}

void InvisibleSteps::collect(const Predicate& formula, std::vector<std::vector<Part>>& parts) {
  const auto add = [&](const Atom& atom, std::uint64_t weight) {
    parts[atom.component.index()].push_back({num_sums_, weight, atom.states});
  };
  // The same atom may occur in many places, for example in each pair of a mutual exclusion: it is counted
  // once.
  std::vector<std::uint8_t> is_known(formula.atoms().size());
  for (const Predicate::Node& node : formula.nodes()) {
    if (node.kind == Predicate::Kind::kAtom && is_known[node.first] == 0) {
      is_known[node.first] = 1;
      add(formula.atoms()[node.first], 1);
      ++num_sums_;
    }
    if (node.kind == Predicate::Kind::kAtMost) {
      for (const Predicate::Term& term : formula.terms(node))
        add(formula.atoms()[term.atom], static_cast<std::uint64_t>(term.weight));
      ++num_sums_;
    }
  }
}

InvisibleSteps::Table InvisibleSteps::table_of(const std::vector<Part>& parts, std::size_t num_states) {
  Table table;
  for (const Part& part : parts)
    if (table.sums.empty() || table.sums.back() != part.sum) table.sums.push_back(part.sum);   // parts are grouped by sum
  table.values.resize(table.sums.size() * num_states);
  std::size_t column = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && parts[i].sum != parts[i - 1].sum) ++column;
    for (LocalState state : parts[i].states) table.values[state.index() * table.sums.size() + column] += parts[i].weight;
  }
  return table;
}

bool InvisibleSteps::is_unchanged(ComponentId component, LocalState from, LocalState to) const {
  const Table& table = tables_[component.index()];
  const std::size_t width = table.sums.size();
  const std::span<const std::uint64_t> values(table.values);
  return std::ranges::equal(values.subspan(from.index() * width, width), values.subspan(to.index() * width, width));
}

void InvisibleSteps::add_change(ComponentId component, LocalState from, LocalState to) {
  const Table& table = tables_[component.index()];
  const std::size_t width = table.sums.size();
  for (std::size_t i = 0; i < width; ++i) {
    const std::uint64_t change = table.values[to.index() * width + i] - table.values[from.index() * width + i];
    if (change == 0) continue;
    changes_[table.sums[i]] += change;
    changed_.push_back(table.sums[i]);
  }
}

bool InvisibleSteps::nothing_changed() {
  bool is_same = true;
  for (std::uint32_t sum : changed_) is_same = is_same && changes_[sum] == 0;
  for (std::uint32_t sum : changed_) changes_[sum] = 0;
  changed_.clear();
  return is_same;
}

bool InvisibleSteps::is_invisible(RuleId rule, std::span<const LocalState> from, std::span<const LocalState> to) {
  const std::span<const Participant> participants = network_.participants(rule);
  for (const Participant& p : participants)
    if (network_.lts(p.component).is_error(to[p.component.index()])) return false;
  for (const Participant& p : participants) add_change(p.component, from[p.component.index()], to[p.component.index()]);
  return nothing_changed();
}

bool InvisibleSteps::has_invisible_step(RuleId rule, std::span<const LocalState> state) {
  bool may_be = true;
  for (const Participant& p : network_.participants(rule)) {
    const Lts& lts = network_.lts(p.component);
    const LocalState from = state[p.component.index()];
    const std::span<const Edge> edges = lts.edges(from, p.label);
    if (edges.size() == 1) {
      may_be = may_be && !lts.is_error(edges[0].target);
      add_change(p.component, from, edges[0].target);
    } else {
      may_be = may_be && std::ranges::any_of(edges, [&](const Edge& edge) {
                 return !lts.is_error(edge.target) && is_unchanged(p.component, from, edge.target);
               });
    }
  }
  return nothing_changed() && may_be;
}

}   // namespace parley
