#include "search/stubborn/smallest_part.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace parley {

namespace {
constexpr std::uint32_t kUnchosen = std::numeric_limits<std::uint32_t>::max();
}   // namespace

SmallestPart::SmallestPart(const EnabledRules& enabled, const Limits& limits)
    : enabled_(enabled),
      pulse_(limits, 4096),
      marks_(enabled.network().num_components(), Mark::kNew),
      order_(enabled.network().num_components()),
      low_(enabled.network().num_components()),
      wanted_(enabled.network().num_components()),
      refusers_(enabled.network().num_rules(), kUnchosen) {}

bool SmallestPart::insert_into(ClosedSupport& support, std::span<const std::uint8_t> wanted) {
  const Network& network = enabled_.network();
  const std::span<const RuleId> rules = enabled_.all();
  assert(support.num_enabled() == 0);
  assert(wanted.empty() || wanted.size() == rules.size());
  wants_any_ = wanted.empty();
  for (std::size_t i = 0; i < wanted.size(); ++i) wanted_[network.participants(rules[i])[0].component.index()] += wanted[i];
  // What is inside already costs nothing.
  for (ComponentId component : support.inserted()) {
    marks_[component.index()] = Mark::kFree;
    entered_.push_back(component);
  }
  best_rules_ = 0;
  for (RuleId rule : rules) {
    if (best_rules_ == 1) break;
    const ComponentId seed = network.participants(rule)[0].component;
    if (marks_[seed.index()] == Mark::kNew) visit_from(seed);
  }
  if (best_rules_ > 0) {
    for (RuleId rule : refused_rules_) support.propose_refuser(rule, ComponentId(refusers_[rule.index()]));
    support.insert(best_);
    support.close();
    support.forget_proposals();
  }

  for (ComponentId component : entered_) marks_[component.index()] = Mark::kNew;
  for (RuleId rule : refused_rules_) refusers_[rule.index()] = kUnchosen;
  for (std::size_t i = 0; i < wanted.size(); ++i) wanted_[network.participants(rules[i])[0].component.index()] = 0;
  entered_.clear();
  refused_rules_.clear();
  open_.clear();
  frames_.clear();
  return best_rules_ > 0;
}

void SmallestPart::visit_from(ComponentId seed) {
  enter(seed);
  while (!frames_.empty() && best_rules_ != 1)
    if (!descend()) complete();
}

void SmallestPart::enter(ComponentId component) {
  pulse_.beat();
  marks_[component.index()] = Mark::kOpen;
  order_[component.index()] = low_[component.index()] = static_cast<std::uint32_t>(entered_.size());
  entered_.push_back(component);
  open_.push_back(component);
  frames_.push_back({component.value, 0, 0});
}

bool SmallestPart::need(ComponentId component) {
  switch (marks_[component.index()]) {
    case Mark::kNew: enter(component); return true;
    case Mark::kOpen: {
      std::uint32_t& low = low_[frames_.back().component];
      low = std::min(low, order_[component.index()]);
      return false;
    }
    case Mark::kFree: return false;
    case Mark::kDone: give_up(); return true;
  }
  return false;
}

bool SmallestPart::descend() {
  Frame& frame = frames_.back();
  const std::span<const RuleId> rules = enabled_.offered(ComponentId(frame.component));
  while (frame.rule < rules.size()) {
    const RuleId rule = rules[frame.rule];
    if (!enabled_.contains(rule)) {
      ++frame.rule;
      if (need(refuser(rule))) return true;
      continue;
    }
    const std::span<const Participant> participants = enabled_.network().participants(rule);
    while (frame.participant < participants.size())
      if (need(participants[frame.participant++].component)) return true;
    frame.participant = 0;
    ++frame.rule;
  }
  return false;
}

ComponentId SmallestPart::refuser(RuleId rule) {
  std::uint32_t& chosen = refusers_[rule.index()];
  if (chosen != kUnchosen && marks_[chosen] == Mark::kFree) return ComponentId(chosen);
  const bool is_first = chosen == kUnchosen;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const Participant& p : enabled_.network().participants(rule)) {
    if (!enabled_.refuses(p)) continue;
    const Mark mark = marks_[p.component.index()];
    if (mark == Mark::kFree) {
      chosen = p.component.value;
      break;
    }
    // A choice is final, so that all components that need this rule refused need the same refuser. The
    // exception is a refuser that costs nothing.
    if (!is_first) continue;
    // Open components are not preferred to new ones. On philosophers who take both forks at once, that would
    // lose nearly the whole reduction.
    const std::uint64_t price = (mark == Mark::kDone ? std::uint64_t{1} << 32 : 0) + enabled_.price(p.component);
    if (price >= least) continue;
    least = price;
    chosen = p.component.value;
  }
  if (is_first) refused_rules_.push_back(rule);
  return ComponentId(chosen);
}

void SmallestPart::complete() {
  const std::uint32_t component = frames_.back().component;
  frames_.pop_back();
  if (low_[component] != order_[component]) {
    std::uint32_t& low = low_[frames_.back().component];
    low = std::min(low, low_[component]);
    return;
  }
  std::size_t rules = 0;
  std::optional<ComponentId> leader;   // the first participant of a wanted rule
  std::size_t first = open_.size();
  do {
    const ComponentId member = open_[--first];
    rules += enabled_.led_by(member);
    if (wants_any_ ? enabled_.led_by(member) > 0 : wanted_[member.index()] > 0) leader = member;
  } while (open_[first].value != component);
  for (std::size_t i = first; i < open_.size(); ++i) marks_[open_[i].index()] = rules > 0 ? Mark::kDone : Mark::kFree;
  open_.resize(first);
  if (rules == 0) return;
  // The closure of the leader lies within the part and what costs nothing. It may be smaller than that, and
  // it contains the leader's rule.
  if (leader && (best_rules_ == 0 || rules < best_rules_)) {
    best_rules_ = rules;
    best_ = *leader;
  }
  give_up();
}

void SmallestPart::give_up() {
  // Every open component leads to the last frame, which needs a part that is done. That part adds at least
  // one rule.
  for (ComponentId component : open_) marks_[component.index()] = Mark::kDone;
  open_.clear();
  frames_.clear();
}

}   // namespace parley
