// The search for a smallest part: Tarjan's algorithm over components, an edge from each to those that it needs inside.

#include "search/stubborn.h"

#include <algorithm>
#include <limits>

namespace parley {

namespace {
constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();
}  // namespace

void StubbornSets::find_part() {
  // What is inside already is closed and has no enabled rule: everybody may need it.
  for (ComponentId component : members_) {
    marks_[component.index()] = Mark::kFree;
    entered_.push_back(component);
  }
  best_rules_ = 0;
  for (RuleId rule : enabled_) {
    if (best_rules_ == 1) break;
    const ComponentId seed = network_.participants(rule)[0].component;
    if (marks_[seed.index()] == Mark::kNew) visit_from(seed);
  }
  insert(best_);
  close();

  for (ComponentId component : entered_) marks_[component.index()] = Mark::kNew;
  for (RuleId rule : chosen_rules_) chosen_[rule.index()] = kNobody;
  entered_.clear();
  chosen_rules_.clear();
  open_.clear();
  frames_.clear();
}

void StubbornSets::visit_from(ComponentId seed) {
  enter(seed);
  while (!frames_.empty() && best_rules_ != 1) {
    Frame& frame = frames_.back();
    const std::optional<ComponentId> need = next_need(frame);
    if (!need) {
      const Frame finished = frame;
      complete(finished);
      continue;
    }
    switch (marks_[need->index()]) {
      case Mark::kNew: enter(*need); break;
      case Mark::kOpen: low_[frame.component] = std::min(low_[frame.component], order_[need->index()]); break;
      case Mark::kFree: break;
      case Mark::kDone: frame.is_tainted = true; break;
    }
  }
}

void StubbornSets::enter(ComponentId component) {
  marks_[component.index()] = Mark::kOpen;
  order_[component.index()] = low_[component.index()] = static_cast<std::uint32_t>(entered_.size());
  entered_.push_back(component);
  open_.push_back(component);
  frames_.push_back({component.value, 0, 0, false});
}

std::optional<ComponentId> StubbornSets::next_need(Frame& frame) {
  const std::span<const RuleId> rules = offered(ComponentId(frame.component));
  while (frame.rule < rules.size()) {
    const RuleId rule = rules[frame.rule];
    if (!is_enabled(rule)) {
      ++frame.rule;
      return refuser(rule);
    }
    const std::span<const Participant> participants = network_.participants(rule);
    if (frame.participant < participants.size()) return participants[frame.participant++].component;
    frame.participant = 0;
    ++frame.rule;
  }
  return std::nullopt;
}

ComponentId StubbornSets::refuser(RuleId rule) {
  std::uint32_t& chosen = chosen_[rule.index()];
  if (chosen != kNobody && marks_[chosen] == Mark::kFree) return ComponentId(chosen);
  if (chosen == kNobody) chosen_rules_.push_back(rule);
  std::uint32_t best = kNobody;
  std::uint64_t best_price = 0;
  for (const Participant& p : network_.participants(rule)) {
    if (!refuses(p)) continue;
    const std::size_t at = p.component.index();
    // Those that come for free, those that are here anyway, those that may bring more in, those that certainly do.
    std::uint64_t rank = 0;
    switch (marks_[at]) {
      case Mark::kFree: rank = 0; break;
      case Mark::kOpen: rank = 1; break;
      case Mark::kNew: rank = 2; break;
      case Mark::kDone: rank = 3; break;
    }
    const std::uint64_t price_here = rank << 32 | price(p.component);
    if (best == kNobody || price_here < best_price) {
      best = p.component.value;
      best_price = price_here;
    }
  }
  // A choice once made stands, so that all who need this rule refused need the same component, unless one comes for free.
  if (chosen == kNobody || marks_[best] == Mark::kFree) chosen = best;
  return ComponentId(chosen);
}

void StubbornSets::complete(const Frame& frame) {
  frames_.pop_back();
  const std::uint32_t low = low_[frame.component];
  bool is_done = frame.is_tainted;
  if (low == order_[frame.component]) {
    std::size_t rules = 0;
    std::size_t first = open_.size();
    do rules += own_[open_[--first].index()];
    while (open_[first].value != frame.component);
    if (rules > 0 && !frame.is_tainted && (best_rules_ == 0 || rules < best_rules_)) {
      best_rules_ = rules;
      best_ = ComponentId(frame.component);
    }
    is_done = is_done || rules > 0;
    for (std::size_t i = first; i < open_.size(); ++i) marks_[open_[i].index()] = is_done ? Mark::kDone : Mark::kFree;
    open_.resize(first);
  }
  if (frames_.empty()) return;
  Frame& parent = frames_.back();
  low_[parent.component] = std::min(low_[parent.component], low);
  parent.is_tainted = parent.is_tainted || is_done;
}

}  // namespace parley
