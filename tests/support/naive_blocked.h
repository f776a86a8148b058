#pragma once

// Deadlocks and local deadlocks of one state, directly from the definitions in docs/formats/network.md.

#include "support/naive_states.h"

namespace parley::testing {

inline bool is_offered(const Network& network, const GlobalState& state, const Participant& participant) {
  return network.lts(participant.component).offers(state[participant.component.index()], participant.label);
}

inline bool is_terminated(const Network& network, const GlobalState& state) {
  std::set<ComponentId> ending;
  for (ComponentId component : network.components())
    if (!network.is_observer(component) && network.lts(component).has_terminal()) ending.insert(component);
  if (ending.empty()) return false;
  for (RuleId rule : network.rules())
    if (std::ranges::none_of(network.participants(rule),
                             [&](const Participant& participant) { return ending.contains(participant.component); }))
      return false;
  return std::ranges::all_of(ending,
                             [&](ComponentId component) { return network.lts(component).is_terminal(state[component.index()]); });
}

inline bool is_deadlock(const Network& network, const GlobalState& state) {
  return !has_error(network, state) && successors(network, state).empty() && !is_terminated(network, state);
}

// The largest set of processes such that every rule that names a member is refused by a member. The state is
// a local deadlock if a member is named by a rule and has not ended.
inline bool is_local_deadlock(const Network& network, const GlobalState& state) {
  if (has_error(network, state)) return false;
  std::vector<bool> blocked;
  for (ComponentId component : network.components()) blocked.push_back(!network.is_observer(component));
  for (bool changed = true; changed;) {
    changed = false;
    for (RuleId rule : network.rules()) {
      bool is_named = false;
      bool is_refused = false;
      for (const Participant& participant : network.participants(rule)) {
        if (!blocked[participant.component.index()]) continue;
        is_named = true;
        is_refused = is_refused || !is_offered(network, state, participant);
      }
      if (!is_named || is_refused) continue;
      for (const Participant& participant : network.participants(rule)) blocked[participant.component.index()] = false;
      changed = true;
    }
  }
  return std::ranges::any_of(network.components(), [&](ComponentId component) {
    return blocked[component.index()] && !network.rules(component).empty() &&
           !network.lts(component).is_terminal(state[component.index()]);
  });
}

}   // namespace parley::testing
