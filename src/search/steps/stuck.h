#pragma once

#include <span>
#include <vector>

#include "net/network.h"

namespace parley {

// The stuck components of a state: its largest blocked set without those that have ended and those that no
// rule names (docs/formats/network.md; paper 004, Definition 6).
//
// A work list: whenever a rule is refused by nobody that is still in the set, its participants leave the set,
// which takes back their refusals elsewhere. Linear in the participants of all rules, a logarithm for finding
// edges apart.
class StuckComponents {
 public:
  explicit StuckComponents(const Network& network);

  // Ascending; valid until the next call. The state must be without errors.
  std::span<const ComponentId> of(std::span<const LocalState> state);

  // The largest blocked set itself: 1 or 0 for each component; valid until the next call.
  std::span<const std::uint8_t> blocked(std::span<const LocalState> state);

 private:
  bool refuses(const Participant& p, std::span<const LocalState> state) const;
  void release(RuleId rule);

  const Network& network_;
  std::vector<std::uint32_t> refusals_;   // rule -> participants in the set that refuse it
  std::vector<std::uint8_t> in_set_;      // component
  std::vector<ComponentId> leaving_;
  std::vector<ComponentId> stuck_;
};

// Whether the state is terminated: everything that can end has ended, and nothing can go on without it.
bool is_terminated(const Network& network, std::span<const LocalState> state);

}   // namespace parley
