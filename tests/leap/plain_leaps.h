#pragma once

#include <vector>

#include "leap/plain.h"

namespace parley::cover {

// The leap graph by its definition, from the plain data alone. Every state of a component is a node, and
// every target of a shared rule is entered. Nothing is merged or left out; the library, which does both, is
// compared with this. The local rules of 'steppers' (one bit per component) count as shared.
class PlainLeaps {
 public:
  explicit PlainLeaps(const PlainNetwork& network, std::uint64_t steppers = 0);

  // The states that local rules lead to from 'state', without error states. Empty for an error state.
  Set reach(int component, int state) const {
    return reach_[static_cast<std::size_t>(component)][static_cast<std::size_t>(state)];
  }
  bool is_local(int component, int label) const { return has(local_[static_cast<std::size_t>(component)], label); }
  bool is_shared(int component, int label) const { return has(shared_[static_cast<std::size_t>(component)], label); }

  // The network whose steps are the leaps: only shared rules, and each component has its own template.
  const PlainNetwork& network() const { return leaps_; }

 private:
  std::vector<std::uint64_t> local_;   // by component: one bit per label
  std::vector<std::uint64_t> shared_;
  std::vector<std::vector<Set>> reach_;   // by component and state
  PlainNetwork leaps_;
};

}   // namespace parley::cover
