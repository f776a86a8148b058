#pragma once

#include <span>
#include <vector>

#include "net/network.h"

namespace parley {

// The stuck components of a state: the members of its largest blocked set that have not ended and that some
// rule names (docs/formats/network.md; Antonino, Gibson-Robinson and Roscoe, Definition 6).
//
// The algorithm keeps a work list. When no component that is still in the set refuses a rule, the
// participants of the rule leave the set, and their refusals of other rules no longer count. Linear in the
// participants of all rules, times a logarithm for finding edges.
class StuckComponents {
 public:
  explicit StuckComponents(const Network& network);

  // The stuck components, ascending; valid until the next call. The state must be without errors.
  std::span<const ComponentId> of(std::span<const LocalState> state);

  // The largest blocked set itself: 1 or 0 per component; valid until the next call.
  std::span<const std::uint8_t> blocked(std::span<const LocalState> state);

 private:
  bool refuses(const Participant& p, std::span<const LocalState> state) const;
  void release(RuleId rule);

  const Network& network_;
  std::vector<std::uint32_t> refusals_;   // per rule: participants in the set that refuse it
  std::vector<std::uint8_t> in_set_;      // per component
  std::vector<ComponentId> leaving_;
  std::vector<ComponentId> stuck_;
};

// Whether the state is terminated: every component that can end has ended, and nothing can happen without
// them.
bool is_terminated(const Network& network, std::span<const LocalState> state);

}   // namespace parley
