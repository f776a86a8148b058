#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"
#include "search/stubborn/enabled_rules.h"

namespace parley {

// A set of components under construction, for one state, that is to become *closed*: each rule that names a
// member is either refused by a member, or enabled with members as its only participants.
//
// close() makes it closed by inserting components; remove_with_dependants() keeps it closed while removing
// some. Both cost what they touch, and check the limits. Between two clear() calls, all insertions come
// before the first removal.
class ClosedSupport {
 public:
  ClosedSupport(const EnabledRules& enabled, const Limits& limits);

  void clear();
  void insert(ComponentId component);

  // Inserts what the members need. If a rule must be refused: a member that refuses it is enough; else the
  // component that was proposed is inserted; else the cheapest one that refuses it.
  void close();
  void propose_refuser(RuleId rule, ComponentId component);
  void forget_proposals();

  // Removes the component and all members that cannot stay without it. What is left is the largest closed
  // subset without it. The set must be closed. Returns false and changes nothing if that would remove a kept
  // component.
  bool remove_with_dependants(ComponentId component);
  void undo_removal();   // of the last call

  // Forbids later removals of this member, and of members that it cannot stay without. Only single reasons
  // are followed: the participants of an enabled rule, and the only member that refuses another rule. All
  // calls together cost what the members offer.
  void keep(ComponentId component);
  bool keeps(ComponentId component) const { return inside_[component.index()] == kKept; }
  std::uint64_t removal_work() const { return removal_work_; }   // participants that removals have read since clear()

  bool contains(ComponentId component) const { return inside_[component.index()] != 0; }
  // For an enabled rule: a closed set that contains one participant contains all.
  bool contains(RuleId rule) const { return contains(enabled_.network().participants(rule)[0].component); }
  std::span<const std::uint8_t> inside() const { return inside_; }   // per component: 0 if it is not a member
  // In the order of insertion. Those that were removed since are listed too.
  std::span<const ComponentId> inserted() const { return members_; }
  std::size_t num_enabled() const { return num_enabled_; }   // enabled rules whose participants are members

 private:
  static constexpr std::uint8_t kMember = 1;
  static constexpr std::uint8_t kKept = 2;

  void close_over(RuleId rule);   // for a rule that members offer and that is not enabled
  void remove(ComponentId component);
  void keep_one(ComponentId component);
  void keep_refuser(RuleId rule);

  const EnabledRules& enabled_;
  Pulse pulse_;
  std::vector<std::uint8_t> inside_;   // 0, kMember or kKept
  std::size_t num_enabled_ = 0;
  std::vector<ComponentId> members_;
  std::size_t num_closed_ = 0;             // members whose offers were read
  std::vector<RuleId> refused_;            // offered by members, not enabled: a member must refuse each
  std::vector<std::uint32_t> proposals_;   // per rule: the component that should refuse it
  std::vector<RuleId> proposed_rules_;
  std::vector<ComponentId> removed_;
  std::uint64_t removal_work_ = 0;
  bool hit_kept_ = false;   // the current removal has reached a kept component
  std::vector<ComponentId> newly_kept_;
};

}   // namespace parley
