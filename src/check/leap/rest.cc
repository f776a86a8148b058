#include "check/leap/rest.h"

#include <algorithm>

namespace parley::leap_set {

RestSearch::RestSearch(const Network& network, RestingStates& resting, const Limits& limits)
    : network_(network),
      resting_(resting),
      pulse_(limits),
      tables_(network, all_components(network)),
      ending_(termination(network)),
      now_(network.num_components(), nullptr),
      begins_(network.num_components() + 1, 0),
      may_join_(network.num_components(), 0),
      has_joined_(network.num_components(), 0),
      is_active_(network.num_rules(), 0) {}

void RestSearch::begin(std::span<const LocalState> node) {
  for (ComponentId component : network_.components()) {
    pulse_.beat();
    now_[component.index()] = &resting_.of(component, node[component.index()]);
    begins_[component.index() + 1] = begins_[component.index()] + now_[component.index()]->size();
  }
  alive_.assign(begins_.back(), 1);
  std::fill(may_join_.begin(), may_join_.end(), 0);
  std::fill(has_joined_.begin(), has_joined_.end(), 0);
  std::fill(is_active_.begin(), is_active_.end(), 0);
  removed_.clear();
  joined_.clear();
  active_.clear();
  to_look_at_.clear();
  choices_.clear();
}

bool RestSearch::has_alive(ComponentId component, bool has_ended) const {
  const std::vector<LocalState>& states = *now_[component.index()];
  for (std::size_t i = 0; i < states.size(); ++i)
    if (alive_[begins_[component.index()] + i] != 0 && network_.lts(component).is_terminal(states[i]) == has_ended) return true;
  return false;
}

void RestSearch::activate(RuleId rule) {
  if (is_active_[rule.index()] != 0) return;
  is_active_[rule.index()] = 1;
  active_.push_back(rule);
  to_look_at_.push_back(rule);
}

void RestSearch::join(ComponentId component) {
  if (has_joined_[component.index()] != 0) return;
  has_joined_[component.index()] = 1;
  joined_.push_back(component);
  for (RuleId rule : network_.rules(component)) {
    pulse_.beat();
    if (is_active_[rule.index()] != 0) to_look_at_.push_back(rule);
    activate(rule);
  }
}

void RestSearch::remove(ComponentId component, std::size_t candidate) {
  alive(component)[candidate] = 0;
  removed_.push_back({component, candidate});
}

bool RestSearch::may_refuse(const Participant& participant) const {
  if (may_join_[participant.component.index()] == 0) return false;
  const std::size_t begin = begins_[participant.component.index()];
  for (std::size_t i = 0; begin + i < begins_[participant.component.index() + 1]; ++i)
    if (alive_[begin + i] != 0 && !offers(participant.component, i, participant.label)) return true;
  return false;
}

bool RestSearch::refuses(const Participant& participant) const {
  if (has_joined_[participant.component.index()] == 0) return false;
  const std::size_t begin = begins_[participant.component.index()];
  for (std::size_t i = 0; begin + i < begins_[participant.component.index() + 1]; ++i)
    if (alive_[begin + i] != 0 && offers(participant.component, i, participant.label)) return false;
  return true;
}

bool RestSearch::is_refused(RuleId rule) const {
  const std::span<const Participant> participants = network_.participants(rule);
  return std::any_of(participants.begin(), participants.end(),
                     [&](const Participant& participant) { return refuses(participant); });
}

// It has a state left that does not offer the label.
void RestSearch::let_refuse(const Participant& participant) {
  join(participant.component);
  const std::span<std::uint8_t> states = alive(participant.component);
  bool is_changed = false;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i] == 0 || !offers(participant.component, i, participant.label)) continue;
    remove(participant.component, i);
    is_changed = true;
  }
  if (!is_changed) return;
  for (RuleId rule : network_.rules(participant.component))
    if (is_active_[rule.index()] != 0) to_look_at_.push_back(rule);
}

bool RestSearch::propagate() {
  while (!to_look_at_.empty()) {
    pulse_.beat();
    const RuleId rule = to_look_at_.back();
    to_look_at_.pop_back();
    if (is_refused(rule)) continue;
    const Participant* only = nullptr;
    std::size_t refusers = 0;
    for (const Participant& participant : network_.participants(rule)) {
      if (!may_refuse(participant)) continue;
      only = &participant;
      if (++refusers == 2) break;
    }
    if (refusers == 1) let_refuse(*only);
    if (refusers != 0) continue;
    to_look_at_.clear();
    return false;
  }
  return true;
}

std::optional<RuleId> RestSearch::undecided() const {
  for (std::size_t i = active_.size(); i-- > 0;)
    if (!is_refused(active_[i])) return active_[i];
  return std::nullopt;
}

void RestSearch::undo(const Choice& choice) {
  for (; removed_.size() > choice.removed; removed_.pop_back()) alive(removed_.back().component)[removed_.back().candidate] = 1;
  for (; joined_.size() > choice.joined; joined_.pop_back()) has_joined_[joined_.back().index()] = 0;
  for (; active_.size() > choice.active; active_.pop_back()) is_active_[active_.back().index()] = 0;
}

// Whether all active rules can be refused so that 'is_goal' holds. Then any choice among the states still
// alive is a solution.
template <class IsGoal>
bool RestSearch::solve(const IsGoal& is_goal) {
  bool is_possible = propagate();
  while (true) {
    pulse_.beat();
    if (is_possible) {
      const std::optional<RuleId> rule = undecided();
      if (rule)
        choices_.push_back(
            {.rule = *rule, .next = 0, .removed = removed_.size(), .joined = joined_.size(), .active = active_.size()});
      else if (is_goal()) return true;
    }
    is_possible = false;
    while (!choices_.empty() && !is_possible) {
      Choice& choice = choices_.back();
      undo(choice);
      const std::span<const Participant> participants = network_.participants(choice.rule);
      while (choice.next < participants.size() && !may_refuse(participants[choice.next])) ++choice.next;
      if (choice.next == participants.size()) {
        choices_.pop_back();
        continue;
      }
      let_refuse(participants[choice.next++]);
      is_possible = propagate();
    }
    if (!is_possible) return false;
  }
}

std::optional<std::vector<LocalState>> RestSearch::deadlock(std::span<const LocalState> node) {
  begin(node);
  for (ComponentId component : network_.components()) {
    if (now_[component.index()]->empty()) return std::nullopt;
    may_join_[component.index()] = has_joined_[component.index()] = 1;
  }
  for (RuleId rule : network_.rules()) activate(rule);
  const bool is_found = solve([&] {
    return !ending_.possible || std::any_of(ending_.processes.begin(), ending_.processes.end(),
                                            [&](ComponentId process) { return has_alive(process, false); });
  });
  if (!is_found) return std::nullopt;
  std::vector<LocalState> state;
  for (ComponentId component : network_.components()) {
    const std::vector<LocalState>& states = *now_[component.index()];
    std::size_t chosen = states.size();
    for (std::size_t i = 0; i < states.size(); ++i)   // one that has not ended, if possible
      if (alive(component)[i] != 0 && (chosen == states.size() || !network_.lts(component).is_terminal(states[i]))) chosen = i;
    state.push_back(states[chosen]);
  }
  return state;
}

std::optional<RestSearch::Stuck> RestSearch::stuck(std::span<const LocalState> node, std::span<const ComponentId> roots,
                                                   std::span<const ComponentId> members) {
  begin(node);
  for (ComponentId member : members) may_join_[member.index()] = now_[member.index()]->empty() ? 0 : 1;
  for (ComponentId root : roots) {
    if (may_join_[root.index()] == 0 || !has_alive(root, false)) continue;
    const Choice before{.removed = removed_.size(), .joined = joined_.size(), .active = active_.size()};
    const auto remove_if_ended = [&](bool has_ended) {
      for (std::size_t i = 0; i < now_[root.index()]->size(); ++i)
        if (alive(root)[i] != 0 && network_.lts(root).is_terminal((*now_[root.index()])[i]) == has_ended) remove(root, i);
    };
    remove_if_ended(true);
    join(root);
    choices_.clear();
    if (solve([] { return true; })) {
      const std::span<const std::uint8_t> states = alive(root);
      const auto first = static_cast<std::size_t>(std::find(states.begin(), states.end(), 1) - states.begin());
      return Stuck{root, (*now_[root.index()])[first]};
    }
    undo(before);
    remove_if_ended(false);   // no blocked set has the root in these states
    if (std::none_of(alive(root).begin(), alive(root).end(), [](std::uint8_t state) { return state != 0; }))
      may_join_[root.index()] = 0;
  }
  return std::nullopt;
}

}   // namespace parley::leap_set
