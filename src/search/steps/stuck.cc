#include "search/steps/stuck.h"

namespace parley {

StuckComponents::StuckComponents(const Network& network)
    : network_(network), refusals_(network.num_rules()), in_set_(network.num_components()) {}

bool StuckComponents::refuses(const Participant& p, std::span<const LocalState> state) const {
  return !network_.lts(p.component).offers(state[p.component.index()], p.label);
}

void StuckComponents::release(RuleId rule) {
  for (const Participant& p : network_.participants(rule)) {
    if (in_set_[p.component.index()] == 0) continue;
    in_set_[p.component.index()] = 0;
    leaving_.push_back(p.component);
  }
}

std::span<const std::uint8_t> StuckComponents::blocked(std::span<const LocalState> state) {
  for (ComponentId component : network_.components()) in_set_[component.index()] = network_.is_observer(component) ? 0 : 1;
  for (RuleId rule : network_.rules()) {
    std::uint32_t refusals = 0;
    for (const Participant& p : network_.participants(rule))
      if (!network_.is_observer(p.component) && refuses(p, state)) ++refusals;
    refusals_[rule.index()] = refusals;
  }
  // Refusals were counted with all components in the set, so the first release must come after all counting.
  leaving_.clear();
  for (RuleId rule : network_.rules())
    if (refusals_[rule.index()] == 0) release(rule);
  while (!leaving_.empty()) {
    const ComponentId component = leaving_.back();
    leaving_.pop_back();
    for (LocalLabel label : network_.lts(component).labels()) {
      if (!refuses({component, label}, state)) continue;
      for (RuleId rule : network_.rules(component, label))
        if (--refusals_[rule.index()] == 0) release(rule);
    }
  }
  return in_set_;
}

std::span<const ComponentId> StuckComponents::of(std::span<const LocalState> state) {
  blocked(state);
  stuck_.clear();
  for (ComponentId component : network_.components()) {
    if (in_set_[component.index()] == 0) continue;
    if (network_.lts(component).is_terminal(state[component.index()])) continue;
    if (!network_.rules(component).empty()) stuck_.push_back(component);
  }
  return stuck_;
}

bool is_terminated(const Network& network, std::span<const LocalState> state) {
  if (!network.can_terminate()) return false;
  for (ComponentId component : network.components()) {
    const Lts& lts = network.lts(component);
    if (!network.is_observer(component) && lts.has_terminal() && !lts.is_terminal(state[component.index()])) return false;
  }
  return true;
}

}   // namespace parley
