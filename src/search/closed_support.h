#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/enabled_rules.h"

namespace parley {

// A set of components under construction, for one state, that is to become *closed*: every rule that names a member is refused by a member, or is
// enabled and names only members.
//
// close() makes it so by inserting, remove_with_dependants() keeps it so by taking out. Both cost what they touch.
class ClosedSupport {
 public:
  explicit ClosedSupport(const EnabledRules& enabled);

  void clear();
  void insert(ComponentId component);

  // Inserts what the members need. Where a rule needs somebody who refuses it, a member will do; else the one that was proposed; else the one of
  // the least price.
  void close();
  void propose_refuser(RuleId rule, ComponentId component);
  void forget_proposals();

  // Takes out the component and all that cannot stay without it: what is left is the largest closed part without it. The set must be closed.
  void remove_with_dependants(ComponentId component);
  void undo_removal();   // of the last call

  bool contains(ComponentId component) const { return inside_[component.index()] != 0; }
  // Of an enabled rule: with one participant in a closed set, all are.
  bool contains(RuleId rule) const { return contains(enabled_.network().participants(rule)[0].component); }
  std::span<const std::uint8_t> inside() const { return inside_; }             // by component
  std::span<const ComponentId> inserted() const { return members_; }           // in the order of insertion; those removed since are not inside
  std::size_t num_enabled() const;                                             // enabled rules inside

 private:
  void close_over(RuleId rule);   // that members offer, and that is not enabled
  void remove(ComponentId component);

  const EnabledRules& enabled_;
  std::vector<std::uint8_t> inside_;
  std::vector<ComponentId> members_;
  std::size_t num_closed_ = 0;              // members whose offers were looked at
  std::vector<RuleId> refused_;             // offered by members, and not enabled: a member must refuse them
  std::vector<std::uint32_t> proposals_;    // by rule
  std::vector<RuleId> proposed_rules_;
  std::vector<ComponentId> removed_;
};

}  // namespace parley
