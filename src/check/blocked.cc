#include "check/blocked.h"

#include <algorithm>

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
    : network_(network),
      tables_(network, all_components(network)),
      is_process_(network.num_components()),
      inside_(network.num_components()),
      waiting_(network.num_components(), kNone),
      next_(network.num_rules()),
      looked_to_(network.num_rules()),
      seen_(network.num_rules()) {
  for (ComponentId component : network.components()) is_process_[component.index()] = network.is_observer(component) ? 0 : 1;
}

// The rule waits for the first participant that refuses it. If no participant does, all of them leave S.
void StuckFinder::look_at(RuleId rule, std::span<const LocalState> state) {
  const std::span<const Participant> participants = network_.participants(rule);
  std::uint32_t& at = looked_to_[rule.index()];
  for (; at < participants.size(); ++at) {
    const auto [component, label] = participants[at];
    if (inside_[component.index()] == 0 || tables_.of(component).offers(state[component.index()], label)) continue;
    next_[rule.index()] = waiting_[component.index()];
    waiting_[component.index()] = rule.value;
    return;
  }
  for (const Participant& participant : participants) {
    if (inside_[participant.component.index()] == 0) continue;
    inside_[participant.component.index()] = 0;
    left_.push_back(participant.component);
  }
}

// A rule whose label the component does not offer is refused by the component itself while it is in S. All
// other rules of the component are examined, unless it leaves S before that.
void StuckFinder::try_to_free(ComponentId component, std::span<const LocalState> state) {
  const std::span<const Edge> edges = network_.lts(component).edges(state[component.index()]);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (e > 0 && edges[e - 1].label == edges[e].label) continue;   // edges are sorted by label
    for (RuleId rule : network_.rules(component, edges[e].label)) {
      if (seen_[rule.index()] == now_) continue;
      seen_[rule.index()] = now_;
      looked_to_[rule.index()] = 0;
      look_at(rule, state);
      if (inside_[component.index()] == 0) return;
    }
  }
}

// From S = all processes down to the largest blocked set.
void StuckFinder::shrink(std::span<const LocalState> state) {
  ++now_;
  inside_ = is_process_;
  std::fill(waiting_.begin(), waiting_.end(), kNone);
  left_.clear();
  for (ComponentId component : network_.components()) {
    if (inside_[component.index()] != 0) try_to_free(component, state);
    while (!left_.empty()) {
      const ComponentId gone = left_.back();
      left_.pop_back();
      std::uint32_t rule = waiting_[gone.index()];
      waiting_[gone.index()] = kNone;
      while (rule != kNone) {
        const std::uint32_t following = next_[rule];
        look_at(RuleId(rule), state);
        rule = following;
      }
    }
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

std::vector<ComponentId> StuckFinder::largest_blocked(std::span<const LocalState> state) {
  shrink(state);
  std::vector<ComponentId> blocked;
  for (ComponentId component : network_.components())
    if (inside_[component.index()] != 0) blocked.push_back(component);
  return blocked;
}

}   // namespace parley
