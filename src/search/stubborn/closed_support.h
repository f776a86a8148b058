#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"
#include "search/stubborn/enabled_rules.h"

namespace parley {

// A set of components under construction, for one state, that is to become *closed*: every rule that names a
// member is refused by a member, or is enabled and names only members.
//
// close() makes it so by inserting, remove_with_dependants() keeps it so by taking out. Both cost what they
// touch, and look at the limits meanwhile. Between two clear()s all insertions come before the first removal.
class ClosedSupport {
 public:
  ClosedSupport(const EnabledRules& enabled, const Limits& limits);

  void clear();
  void insert(ComponentId component);

  // Inserts what the members need. Where a rule needs somebody who refuses it, a member will do; else the one
  // that was proposed; else the one of the least price.
  void close();
  void propose_refuser(RuleId rule, ComponentId component);
  void forget_proposals();

  // Takes out the component and all that cannot stay without it: what is left is the largest closed part
  // without it. The set must be closed. False, and the set is as it was, if a component that is kept would
  // have to go.
  bool remove_with_dependants(ComponentId component);
  void undo_removal();   // of the last call

  // Says that no later removal may take out this member, nor, then, those that it cannot stay without: they
  // are kept as well, as far as one looks at single reasons (the participants of an enabled rule, the only
  // member that refuses another one). All calls together cost what the members offer.
  void keep(ComponentId component);
  bool keeps(ComponentId component) const { return inside_[component.index()] == kKept; }
  std::uint64_t removal_work() const { return removal_work_; }   // participants that removals have looked at since clear()

  bool contains(ComponentId component) const { return inside_[component.index()] != 0; }
  // Of an enabled rule: with one participant in a closed set, all are.
  bool contains(RuleId rule) const { return contains(enabled_.network().participants(rule)[0].component); }
  std::span<const std::uint8_t> inside() const { return inside_; }   // by component
  std::span<const ComponentId> inserted() const {
    return members_;
  }                                                          // in the order of insertion; those removed since are not inside
  std::size_t num_enabled() const { return num_enabled_; }   // enabled rules inside

 private:
  static constexpr std::uint8_t kMember = 1;
  static constexpr std::uint8_t kKept = 2;

  void close_over(RuleId rule);   // that members offer, and that is not enabled
  void remove(ComponentId component);
  void keep_one(ComponentId component);
  void keep_refuser(RuleId rule);

  const EnabledRules& enabled_;
  Pulse pulse_;
  std::vector<std::uint8_t> inside_;   // 0, kMember or kKept
  std::size_t num_enabled_ = 0;
  std::vector<ComponentId> members_;
  std::size_t num_closed_ = 0;             // members whose offers were looked at
  std::vector<RuleId> refused_;            // offered by members, and not enabled: a member must refuse them
  std::vector<std::uint32_t> proposals_;   // by rule
  std::vector<RuleId> proposed_rules_;
  std::vector<ComponentId> removed_;
  std::uint64_t removal_work_ = 0;
  bool hit_kept_ = false;   // by the removal that goes on
  std::vector<ComponentId> newly_kept_;
};

}   // namespace parley
