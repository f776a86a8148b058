#include "engine/leap/covering/moves.h"

#include <algorithm>

namespace parley::leap {

Moves::Moves(const Network& network, const Limits& limits) : network_(network) {
  Pulse pulse(limits);
  for (const ComponentId component : network.components()) {
    pulse.beat();
    state_begins_.push_back(state_begins_.back() + network.lts(component).num_states());
    number_hopes(component);
    list_moves(component);
    find_only_rules(component);
  }
  for (const RuleId rule : network.rules()) {
    pulse.beat();
    if (!is_shared(rule)) continue;
    const bool is_risky = std::ranges::any_of(network.participants(rule), [&](const Participant& part) {
      if (!network.lts(part.component).has_error()) return false;
      const Range range = hopes(part);
      return std::any_of(targets_.begin() + range.first, targets_.begin() + range.end,
                         [&](LocalState to) { return network.lts(part.component).is_error(to); });
    });
    if (is_risky) risky_rules_.push_back(rule);
  }
}

RuleId Moves::first_local_rule(ComponentId component, LocalLabel label) const {
  for (const RuleId rule : network_.rules(component, label))
    if (!is_shared(rule)) return rule;
  return kNoRuleId;
}

bool Moves::label_is_shared(ComponentId component, LocalLabel label) const {
  return std::ranges::any_of(network_.rules(component, label), [&](RuleId rule) { return is_shared(rule); });
}

void Moves::number_hopes(ComponentId component) {
  const Lts& lts = network_.lts(component);
  pairs_.clear();
  for (const LocalState from : lts.states())
    for (const Edge& edge : lts.edges(from)) pairs_.emplace_back(edge.label, edge.target);
  std::ranges::sort(pairs_);
  const auto repeated = std::ranges::unique(pairs_);
  pairs_.erase(repeated.begin(), repeated.end());

  auto next = pairs_.begin();
  for (const LocalLabel label : lts.labels()) {
    label_hopes_.push_back(static_cast<std::uint32_t>(targets_.size()));
    const bool is_offered = label_is_shared(component, label);
    for (; next != pairs_.end() && next->first == label; ++next)
      if (is_offered) targets_.push_back(next->second);
  }
  label_hopes_.push_back(static_cast<std::uint32_t>(targets_.size()));   // the end of its last label, and the start of its falls
  label_begins_.push_back(label_hopes_.size());
  if (lts.has_error())
    for (const auto& [label, to] : pairs_) {
      if (!lts.is_error(to)) continue;
      const RuleId rule = first_local_rule(component, label);
      if (rule == kNoRuleId) continue;
      falls_.push_back({component, static_cast<std::uint32_t>(targets_.size()), rule});
      targets_.push_back(to);
    }
  hope_begins_.push_back(static_cast<std::uint32_t>(targets_.size()));
}

std::uint32_t Moves::hope_of(ComponentId component, const Edge& edge) const {
  const std::size_t slot = label_begins_[component.index()] + edge.label.index();
  const auto first = targets_.begin() + label_hopes_[slot];
  const auto end = targets_.begin() + label_hopes_[slot + 1];
  return static_cast<std::uint32_t>(std::lower_bound(first, end, edge.target) - targets_.begin());
}

std::uint32_t Moves::fall_of(ComponentId component, const Edge& edge) const {
  const auto key = [&](const Fall& fall) { return std::pair(network_.participants(fall.rule)[0].label, targets_[fall.hope]); };
  const auto first =
      std::ranges::lower_bound(falls_, component, {}, &Fall::component);   // the falls of the last component so far
  return std::ranges::lower_bound(first, falls_.end(), std::pair(edge.label, edge.target), {}, key)->hope;
}

void Moves::list_moves(ComponentId component) {
  const Lts& lts = network_.lts(component);
  for (const LocalState from : lts.states()) {
    const std::size_t first_offer = offers_.size();
    const std::size_t first_move = local_moves_.size();
    LocalLabel seen{kNoRule};
    bool is_offered = false;
    RuleId rule = kNoRuleId;
    for (const Edge& edge : lts.edges(from)) {
      if (edge.label != seen) {
        seen = edge.label;
        is_offered = label_is_shared(component, seen);
        rule = first_local_rule(component, seen);
      }
      if (is_offered) offers_.push_back(hope_of(component, edge));
      if (rule == kNoRuleId || edge.target == from) continue;
      if (!lts.is_error(edge.target)) local_moves_.push_back({edge.target, rule});
      else offers_.push_back(fall_of(component, edge));
    }
    std::sort(offers_.begin() + static_cast<std::ptrdiff_t>(first_offer), offers_.end());
    // One of several rules that make the same move is enough.
    const auto moves = std::ranges::subrange(local_moves_.begin() + static_cast<std::ptrdiff_t>(first_move), local_moves_.end());
    std::ranges::sort(moves, {}, [](const Local& move) { return std::pair(move.to, move.rule); });
    const auto repeated = std::ranges::unique(moves, {}, &Local::to);
    local_moves_.erase(repeated.begin(), repeated.end());
    offer_begins_.push_back(static_cast<std::uint32_t>(offers_.size()));
    local_begins_.push_back(static_cast<std::uint32_t>(local_moves_.size()));
  }
}

// Starts from what each state itself offers and propagates backward along local moves. A state's value
// changes at most twice: none, one rule, many.
void Moves::find_only_rules(ComponentId component) {
  const Lts& lts = network_.lts(component);
  const std::size_t states = lts.num_states();
  const std::size_t first = state_begins_[component.index()];
  only_rule_.resize(first + states, kNoRule);
  const auto join = [&](std::size_t state, std::uint32_t value) {
    std::uint32_t& now = only_rule_[first + state];
    if (value == kNoRule || now == kMany || now == value) return false;
    now = now == kNoRule ? value : kMany;
    return true;
  };
  for (const LocalState from : lts.states())
    for (const Edge& edge : lts.edges(from))
      for (const RuleId rule : network_.rules(component, edge.label)) {
        if (lts.is_error(edge.target)) join(from.index(), kMany);
        else if (is_shared(rule)) join(from.index(), rule.value);
        if (only_rule_[first + from.index()] == kMany) break;
      }

  back_begins_.assign(states + 1, 0);
  for (const LocalState from : lts.states())
    for (const Local& move : local(component, from)) ++back_begins_[move.to.index() + 1];
  for (std::size_t i = 0; i < states; ++i) back_begins_[i + 1] += back_begins_[i];
  back_.resize(back_begins_[states]);
  for (const LocalState from : lts.states())
    for (const Local& move : local(component, from)) back_[--back_begins_[move.to.index() + 1]] = from.value;
  // Each begin has moved down to its predecessor's: the list of state s is now [begins[s + 1], begins[s +
  // 2]).
  back_begins_.push_back(static_cast<std::uint32_t>(back_.size()));
  work_.resize(states);
  for (std::size_t i = 0; i < states; ++i) work_[i] = static_cast<std::uint32_t>(i);
  while (!work_.empty()) {
    const std::uint32_t state = work_.back();
    work_.pop_back();
    for (std::uint32_t i = back_begins_[state + 1]; i < back_begins_[state + 2]; ++i)
      if (join(back_[i], only_rule_[first + state])) work_.push_back(back_[i]);
  }
}

}   // namespace parley::leap
