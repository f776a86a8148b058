#include "check/blocked.h"

namespace parley {

bool in_error(const Network& network, ComponentId component, LocalState state) { return network.lts(component).is_error(state); }

std::optional<ComponentId> first_in_error(const Network& network, std::span<const LocalState> state) {
  for (ComponentId component : network.components())
    if (in_error(network, component, state[component.index()])) return component;
  return std::nullopt;
}

Termination termination(const Network& network) {
  Termination result;
  std::vector<bool> can_end(network.num_components());
  for (ComponentId component : network.components()) {
    const Lts& lts = network.lts(component);
    if (network.is_observer(component) || !lts.has_terminal()) continue;
    can_end[component.index()] = true;
    result.processes.push_back(component);
  }
  result.possible = !result.processes.empty();
  for (RuleId rule : network.rules()) {
    bool names_one = false;
    for (const Participant& p : network.participants(rule)) names_one = names_one || can_end[p.component.index()];
    result.possible = result.possible && names_one;
  }
  return result;
}

bool is_terminated(const Network& network, const Termination& termination, std::span<const LocalState> state) {
  if (!termination.possible) return false;
  for (ComponentId component : termination.processes)
    if (!network.lts(component).is_terminal(state[component.index()])) return false;
  return true;
}

std::optional<RuleId> first_enabled(const Network& network, std::span<const LocalState> state) {
  for (RuleId rule : network.rules()) {
    bool enabled = true;
    for (const Participant& participant : network.participants(rule)) {
      enabled = network.lts(participant.component).offers(state[participant.component.index()], participant.label);
      if (!enabled) break;
    }
    if (enabled) return rule;
  }
  return std::nullopt;
}

bool is_deadlock(const Network& network, std::span<const LocalState> state) {
  return !first_in_error(network, state) && !first_enabled(network, state) &&
         !is_terminated(network, termination(network), state);
}

StuckFinder::StuckFinder(const Network& network)
    : network_(network), inside_(network.num_components()), refusals_(network.num_rules()) {}

void StuckFinder::remove(ComponentId component, LocalState state) {
  inside_[component.index()] = 0;
  const Lts& lts = network_.lts(component);
  for (LocalLabel label : lts.labels()) {
    const std::span<const RuleId> rules = network_.rules(component, label);
    if (rules.empty() || lts.offers(state, label)) continue;
    for (RuleId rule : rules)
      if (--refusals_[rule.index()] == 0) free_.push_back(rule);
  }
}

// From S = all processes down to the largest blocked set. Each participant is looked at twice, however long the chain of removals.
void StuckFinder::shrink(std::span<const LocalState> state) {
  for (ComponentId component : network_.components()) inside_[component.index()] = network_.is_observer(component) ? 0 : 1;
  free_.clear();
  for (RuleId rule : network_.rules()) {
    std::uint32_t refusals = 0;
    for (const Participant& participant : network_.participants(rule)) {
      const std::size_t at = participant.component.index();
      if (inside_[at] != 0 && !network_.lts(participant.component).offers(state[at], participant.label)) ++refusals;
    }
    refusals_[rule.index()] = refusals;
    if (refusals == 0) free_.push_back(rule);
  }
  while (!free_.empty()) {
    const RuleId rule = free_.back();
    free_.pop_back();
    for (const Participant& participant : network_.participants(rule))
      if (inside_[participant.component.index()] != 0) remove(participant.component, state[participant.component.index()]);
  }
}

bool StuckFinder::is_stuck(ComponentId component, LocalState state) const {
  return inside_[component.index()] != 0 && !network_.lts(component).is_terminal(state) && !network_.rules(component).empty();
}

std::optional<ComponentId> StuckFinder::first_stuck(std::span<const LocalState> state) {
  shrink(state);
  for (ComponentId component : network_.components())
    if (is_stuck(component, state[component.index()])) return component;
  return std::nullopt;
}

std::vector<ComponentId> StuckFinder::all_stuck(std::span<const LocalState> state) {
  shrink(state);
  std::vector<ComponentId> stuck;
  for (ComponentId component : network_.components())
    if (is_stuck(component, state[component.index()])) stuck.push_back(component);
  return stuck;
}

}  // namespace parley
