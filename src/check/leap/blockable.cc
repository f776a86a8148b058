#include "check/leap/blockable.h"

#include <algorithm>

namespace parley::leap_set {

const std::vector<LocalState>& RestingStates::of(ComponentId component, LocalState state) {
  const std::uint32_t shape = shapes_.index_of(component);
  auto& known = known_[shape];
  if (known.empty()) known.resize(shapes_[shape].lts().num_states());
  if (!known[state.index()]) {
    Explorer explorer(shapes_[shape], limits_);
    known[state.index()] = resting_states(explorer, state);
  }
  return *known[state.index()];
}

Blockable::Blockable(const Network& network, const Network& rest, RestingStates& resting)
    : network_(network),
      rest_(rest),
      resting_(resting),
      tables_(network, all_components(network)),
      always_(rest, all_components(rest)),
      is_process_(network.num_components()),
      inside_(network.num_components()),
      states_(network.num_components(), nullptr),
      kept_(network.num_components()),
      begins_(network.num_components()),
      waiting_(network.num_components(), kNone),
      next_(2 * network.num_rules(), kNone),
      holder_(2 * network.num_rules(), kNone),
      looked_to_(network.num_rules()),
      seen_(network.num_rules()) {
  for (ComponentId component : network.components()) is_process_[component.index()] = network.is_observer(component) ? 0 : 1;
}

void Blockable::begin(std::span<const LocalState> node) {
  ++now_;
  std::fill(waiting_.begin(), waiting_.end(), kNone);
  left_.clear();
  freed_.clear();
  for (ComponentId component : network_.components()) {
    const std::size_t c = component.index();
    inside_[c] = is_process_[c];
    if (inside_[c] == 0) continue;
    states_[c] = &resting_.of(component, node[c]);
    kept_[c] = static_cast<std::uint32_t>(states_[c]->size());
    if (kept_[c] == 0) inside_[c] = 0;   // it can always move alone
    if (kept_[c] < 2) continue;
    begins_[c] = freed_.size();
    freed_.resize(freed_.size() + kept_[c], 0);
  }
}

void Blockable::leave(ComponentId component) {
  if (inside_[component.index()] == 0) return;
  inside_[component.index()] = 0;
  left_.push_back(component);
}

void Blockable::leave_all(RuleId rule) {
  for (const Participant& participant : network_.participants(rule)) leave(participant.component);
}

void Blockable::wait(std::uint32_t ticket, std::uint32_t component) {
  holder_[ticket] = component;
  next_[ticket] = waiting_[component];
  waiting_[component] = ticket;
}

// No other component refuses the rule, so the component is in a blocked set only in the resting states in
// which it refuses the rule itself.
void Blockable::free_where_offered(ComponentId component, RuleId rule) {
  const std::size_t c = component.index();
  const std::vector<LocalState>& states = *states_[c];
  const std::span<const Participant> participants = network_.participants(rule);
  const LocalLabel label = std::find_if(participants.begin(), participants.end(), [&](const Participant& each) {
                             return each.component == component;
                           })->label;
  for (std::size_t i = 0; i < states.size(); ++i) {
    std::uint8_t& is_freed = freed_[begins_[c] + i];
    if (is_freed != 0 || !tables_.of(component).offers(states[i], label)) continue;
    is_freed = 1;
    if (--kept_[c] == 0) leave(component);
  }
}

// The next participant that may refuse the rule, or kNone.
std::uint32_t Blockable::next_refuser(RuleId rule, std::span<const LocalState> node) {
  const std::span<const Participant> participants = rest_.participants(rule);
  for (std::uint32_t& at = looked_to_[rule.index()]; at < participants.size();) {
    const auto [component, label] = participants[at++];
    if (inside_[component.index()] != 0 && !always_.of(component).offers(node[component.index()], label)) return component.value;
  }
  return kNone;
}

void Blockable::look_at(RuleId rule, std::span<const LocalState> node) {
  looked_to_[rule.index()] = 0;
  const std::uint32_t ticket = 2 * rule.value;
  holder_[ticket] = holder_[ticket + 1] = kNone;
  const std::uint32_t first = next_refuser(rule, node);
  if (first == kNone) return leave_all(rule);
  wait_alone(ticket, first, node);
}

// The rule waits for this component only. A component with one resting state refuses the rule there, so it
// does not matter whether another participant refuses it too.
void Blockable::wait_alone(std::uint32_t ticket, std::uint32_t component, std::span<const LocalState> node) {
  wait(ticket, component);
  if (states_[component]->size() == 1) return;
  const RuleId rule(ticket / 2);
  const std::uint32_t second = next_refuser(rule, node);
  if (second != kNone) wait(ticket ^ 1, second);
  else free_where_offered(ComponentId(component), rule);
}

// The component that the ticket waited for has left S.
void Blockable::look_on(std::uint32_t ticket, std::span<const LocalState> node) {
  const RuleId rule(ticket / 2);
  holder_[ticket] = kNone;
  const std::uint32_t other = holder_[ticket ^ 1];
  const std::uint32_t found = next_refuser(rule, node);
  if (other == kNone) return found == kNone ? leave_all(rule) : wait_alone(ticket, found, node);
  if (found != kNone) return wait(ticket, found);
  if (inside_[other] != 0 && states_[other]->size() > 1)
    free_where_offered(ComponentId(other), rule);   // if it has left S, its own ticket will be examined
}

// A rule that the component offers in no resting state is refused by the component itself while it is in S.
// All other rules are examined, unless it leaves S before that.
void Blockable::try_to_free(ComponentId component, std::span<const LocalState> node) {
  for (LocalState state : *states_[component.index()]) {
    const std::span<const Edge> edges = network_.lts(component).edges(state);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if (e > 0 && edges[e - 1].label == edges[e].label) continue;   // edges are sorted by label
      for (RuleId rule : network_.rules(component, edges[e].label)) {
        if (seen_[rule.index()] == now_) continue;
        seen_[rule.index()] = now_;
        look_at(rule, node);
        if (inside_[component.index()] == 0) return;
      }
    }
  }
}

void Blockable::shrink(std::span<const LocalState> node) {
  begin(node);
  for (ComponentId component : network_.components()) {
    if (inside_[component.index()] != 0) try_to_free(component, node);
    while (!left_.empty()) {
      const ComponentId gone = left_.back();
      left_.pop_back();
      std::uint32_t ticket = waiting_[gone.index()];
      waiting_[gone.index()] = kNone;
      while (ticket != kNone) {
        const std::uint32_t following = next_[ticket];
        look_on(ticket, node);
        ticket = following;
      }
    }
  }
}

bool Blockable::is_stuck(ComponentId component, LocalState state) const {
  return inside_[component.index()] != 0 && !rest_.lts(component).is_terminal(state) && !network_.rules(component).empty();
}

bool Blockable::can_be_stuck(std::span<const LocalState> node) {
  shrink(node);
  return std::ranges::any_of(network_.components(),
                             [&](ComponentId component) { return is_stuck(component, node[component.index()]); });
}

std::vector<ComponentId> Blockable::stuck(std::span<const LocalState> node) const {
  std::vector<ComponentId> stuck;
  for (ComponentId component : network_.components())
    if (is_stuck(component, node[component.index()])) stuck.push_back(component);
  return stuck;
}

std::vector<ComponentId> Blockable::members() const {
  std::vector<ComponentId> members;
  for (ComponentId component : network_.components())
    if (inside_[component.index()] != 0) members.push_back(component);
  return members;
}

}   // namespace parley::leap_set
