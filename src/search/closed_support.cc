#include "search/closed_support.h"

#include <algorithm>
#include <limits>

namespace parley {

namespace {
constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();
}  // namespace

ClosedSupport::ClosedSupport(const EnabledRules& enabled)
    : enabled_(enabled), inside_(enabled.network().num_components()), proposals_(enabled.network().num_rules(), kNobody) {}

void ClosedSupport::clear() {
  for (ComponentId component : members_) inside_[component.index()] = 0;
  members_.clear();
  num_closed_ = 0;
}

void ClosedSupport::insert(ComponentId component) {
  if (contains(component)) return;
  inside_[component.index()] = 1;
  members_.push_back(component);
}

void ClosedSupport::close() {
  // Rules that are not enabled come last: by then somebody who refuses them may be inside for another reason.
  for (;;) {
    if (num_closed_ < members_.size()) {
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
    if (best == kNobody || (proposals_[rule.index()] == kNobody && enabled_.price(p.component) < enabled_.price(ComponentId(best))))
      best = p.component.value;
  }
  insert(ComponentId(best));
}

void ClosedSupport::propose_refuser(RuleId rule, ComponentId component) {
  if (proposals_[rule.index()] == kNobody) proposed_rules_.push_back(rule);
  proposals_[rule.index()] = component.value;
}

void ClosedSupport::forget_proposals() {
  for (RuleId rule : proposed_rules_) proposals_[rule.index()] = kNobody;
  proposed_rules_.clear();
}

std::size_t ClosedSupport::num_enabled() const {
  std::size_t rules = 0;
  for (ComponentId component : members_)
    if (contains(component)) rules += enabled_.led_by(component);
  return rules;
}

void ClosedSupport::remove(ComponentId component) {
  if (!contains(component)) return;
  inside_[component.index()] = 0;
  removed_.push_back(component);
}

void ClosedSupport::remove_with_dependants(ComponentId component) {
  const Network& network = enabled_.network();
  removed_.clear();
  remove(component);
  std::size_t next = 0;
  while (next < removed_.size()) {   // which grows meanwhile
    const ComponentId gone = removed_[next++];
    for (RuleId rule : network.rules(gone)) {
      // An enabled rule is inside with all its participants or with none; another one that it refused must still be refused
      // inside, or nobody inside may offer it.
      const std::span<const Participant> participants = network.participants(rule);
      const bool is_settled = !enabled_.contains(rule) && std::ranges::any_of(participants, [&](const Participant& p) {
        return contains(p.component) && enabled_.refuses(p);
      });
      if (is_settled) continue;
      for (const Participant& p : participants) remove(p.component);
    }
  }
}

void ClosedSupport::undo_removal() {
  for (ComponentId component : removed_) inside_[component.index()] = 1;
  removed_.clear();
}

}  // namespace parley
