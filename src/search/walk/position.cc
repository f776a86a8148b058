#include "search/walk/position.h"

#include <algorithm>
#include <cassert>

namespace parley {

Position::Position(const Network& network)
    : network_(network), place_(network.num_rules()), lane_of_(network.num_rules()), first_refusals_(network.num_rules()) {
  first_state_.reserve(network.num_components());
  for (ComponentId component : network.components()) {
    const Lts& lts = network.lts(component);
    first_state_.push_back(lts.initial());
    first_hash_ ^= hash_of(component, lts.initial());
    if (lts.is_error(lts.initial())) ++first_errors_;
  }
  for (RuleId rule : network.rules()) {
    for (const Participant& p : network.participants(rule))
      if (!network.lts(p.component).offers(first_state_[p.component.index()], p.label)) ++first_refusals_[rule.index()];
    if (first_refusals_[rule.index()] == 0) first_enabled_.push_back(rule);
  }
  reset();
}

void Position::reset(std::span<const std::uint8_t> lane_of) {
  assert(lane_of.empty() || lane_of.size() == lane_of_.size());
  state_ = first_state_;
  refusals_ = first_refusals_;
  if (lane_of.empty()) std::ranges::fill(lane_of_, std::uint8_t{0});
  else std::ranges::copy(lane_of, lane_of_.begin());
  for (std::vector<RuleId>& lane : lanes_) lane.clear();
  filled_ = 0;
  num_enabled_ = 0;
  for (RuleId rule : first_enabled_) enable(rule);
  errors_ = first_errors_;
  hash_ = first_hash_;
}

void Position::enable(RuleId rule) {
  const std::uint8_t number = lane_of_[rule.index()];
  assert(number < kLanes);
  std::vector<RuleId>& lane = lanes_[number];
  place_[rule.index()] = static_cast<std::uint32_t>(lane.size());
  lane.push_back(rule);
  filled_ |= std::uint64_t{1} << number;
  ++num_enabled_;
}

void Position::disable(RuleId rule) {
  const std::uint8_t number = lane_of_[rule.index()];
  std::vector<RuleId>& lane = lanes_[number];
  const std::uint32_t hole = place_[rule.index()];
  lane[hole] = lane.back();
  place_[lane[hole].index()] = hole;
  lane.pop_back();
  if (lane.empty()) filled_ &= ~(std::uint64_t{1} << number);
  --num_enabled_;
}

void Position::offer(ComponentId component, LocalLabel label) {
  for (RuleId rule : network_.rules(component, label)) {
    assert(refusals_[rule.index()] > 0);
    if (--refusals_[rule.index()] == 0) enable(rule);
  }
}

void Position::refuse(ComponentId component, LocalLabel label) {
  for (RuleId rule : network_.rules(component, label))
    if (refusals_[rule.index()]++ == 0) disable(rule);
}

void Position::move(ComponentId component, LocalState to) {
  const LocalState from = at(component);
  if (from == to) return;
  const Lts& lts = network_.lts(component);
  state_[component.index()] = to;
  hash_ ^= hash_of(component, from) ^ hash_of(component, to);
  if (lts.has_error()) errors_ = errors_ + (lts.is_error(to) ? 1 : 0) - (lts.is_error(from) ? 1 : 0);

  // Both ranges are sorted by label: a label that occurs in one of them only has changed.
  const std::span<const Edge> before = lts.edges(from);
  const std::span<const Edge> after = lts.edges(to);
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < before.size() || j < after.size()) {
    const bool in_before = i < before.size() && (j == after.size() || before[i].label <= after[j].label);
    const bool in_after = j < after.size() && (i == before.size() || after[j].label <= before[i].label);
    const LocalLabel label = in_before ? before[i].label : after[j].label;
    if (!in_after) refuse(component, label);
    else if (!in_before) offer(component, label);
    while (i < before.size() && before[i].label == label) ++i;
    while (j < after.size() && after[j].label == label) ++j;
  }
}

}   // namespace parley
