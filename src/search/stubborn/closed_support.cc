#include "search/stubborn/closed_support.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace parley {

namespace {
constexpr std::uint32_t kNoComponent = std::numeric_limits<std::uint32_t>::max();
}   // namespace

ClosedSupport::ClosedSupport(const EnabledRules& enabled, const Limits& limits)
    : enabled_(enabled),
      pulse_(limits, 4096),
      inside_(enabled.network().num_components()),
      proposals_(enabled.network().num_rules(), kNoComponent) {}

void ClosedSupport::clear() {
  for (ComponentId component : members_) inside_[component.index()] = 0;
  members_.clear();
  num_enabled_ = 0;
  num_closed_ = 0;
  removal_work_ = 0;
}

void ClosedSupport::insert(ComponentId component) {
  if (contains(component)) return;
  assert(removal_work_ == 0);   // insertions come before removals
  inside_[component.index()] = kMember;
  members_.push_back(component);
  num_enabled_ += enabled_.led_by(component);
}

void ClosedSupport::close() {
  // Rules that are not enabled come last: by then, a component that refuses them may be inside for another
  // reason.
  for (;;) {
    if (num_closed_ < members_.size()) {
      pulse_.beat();
      for (RuleId rule : enabled_.offered(members_[num_closed_++])) {
        if (!enabled_.contains(rule)) {
          refused_.push_back(rule);
          continue;
        }
        for (const Participant& p : enabled_.network().participants(rule)) insert(p.component);
      }
    } else if (!refused_.empty()) {
      const RuleId rule = refused_.back();
      refused_.pop_back();
      close_over(rule);
    } else {
      return;
    }
  }
}

void ClosedSupport::close_over(RuleId rule) {
  std::uint32_t best = proposals_[rule.index()];
  for (const Participant& p : enabled_.network().participants(rule)) {
    if (!enabled_.refuses(p)) continue;
    if (contains(p.component)) return;
    if (best == kNoComponent ||
        (proposals_[rule.index()] == kNoComponent && enabled_.price(p.component) < enabled_.price(ComponentId(best))))
      best = p.component.value;
  }
  assert(best != kNoComponent);   // the rule is not enabled, so a participant refuses it
  insert(ComponentId(best));
}

void ClosedSupport::propose_refuser(RuleId rule, ComponentId component) {
  if (proposals_[rule.index()] == kNoComponent) proposed_rules_.push_back(rule);
  proposals_[rule.index()] = component.value;
}

void ClosedSupport::forget_proposals() {
  for (RuleId rule : proposed_rules_) proposals_[rule.index()] = kNoComponent;
  proposed_rules_.clear();
}

void ClosedSupport::remove(ComponentId component) {
  if (!contains(component)) return;
  if (keeps(component)) {
    hit_kept_ = true;
    return;
  }
  inside_[component.index()] = 0;
  num_enabled_ -= enabled_.led_by(component);
  removed_.push_back(component);
}

bool ClosedSupport::remove_with_dependants(ComponentId component) {
  const Network& network = enabled_.network();
  removed_.clear();
  hit_kept_ = false;
  remove(component);
  std::size_t next = 0;
  while (next < removed_.size() && !hit_kept_) {   // removed_ grows in the loop
    pulse_.beat();
    const ComponentId gone = removed_[next++];
    for (RuleId rule : network.rules(gone)) {
      // An enabled rule is inside with all its participants or with none. A rule that is not enabled must
      // still be refused by a member, or no member may offer it.
      const std::span<const Participant> participants = network.participants(rule);
      removal_work_ += participants.size();
      const bool is_settled = !enabled_.contains(rule) && std::ranges::any_of(participants, [&](const Participant& p) {
        return contains(p.component) && enabled_.refuses(p);
      });
      if (is_settled) continue;
      for (const Participant& p : participants) remove(p.component);
    }
  }
  if (hit_kept_) undo_removal();
  return !hit_kept_;
}

void ClosedSupport::undo_removal() {
  for (ComponentId component : removed_) {
    inside_[component.index()] = kMember;
    num_enabled_ += enabled_.led_by(component);
  }
  removed_.clear();
}

void ClosedSupport::keep_one(ComponentId component) {
  assert(contains(component));
  if (keeps(component)) return;
  inside_[component.index()] = kKept;
  newly_kept_.push_back(component);
}

void ClosedSupport::keep_refuser(RuleId rule) {
  const Participant* only = nullptr;
  for (const Participant& p : enabled_.network().participants(rule)) {
    if (!contains(p.component) || !enabled_.refuses(p)) continue;
    if (only != nullptr || keeps(p.component)) return;
    only = &p;
  }
  if (only != nullptr) keep_one(only->component);
}

void ClosedSupport::keep(ComponentId component) {
  keep_one(component);
  while (!newly_kept_.empty()) {
    pulse_.beat();
    const ComponentId kept = newly_kept_.back();
    newly_kept_.pop_back();
    for (RuleId rule : enabled_.offered(kept)) {
      if (!enabled_.contains(rule)) {
        keep_refuser(rule);
        continue;
      }
      for (const Participant& p : enabled_.network().participants(rule)) keep_one(p.component);
    }
  }
}

}   // namespace parley
