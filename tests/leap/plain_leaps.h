#pragma once

#include <vector>

#include "leap/plain.h"

namespace parley::cover {

// The leap graph as its definition has it, from the plain data alone: every state of a component is a node of
// its own, and every target of a shared rule is entered. Nothing is merged and nothing left out, so whoever
// does either is held against this. The local rules of 'steppers' (a bit a component) count as shared.
class PlainLeaps {
 public:
  explicit PlainLeaps(const PlainNetwork& network, std::uint64_t steppers = 0);

  // The states that a component comes to from 'state' by local rules, without errors; of an error state:
  // none.
  Set reach(int component, int state) const {
    return reach_[static_cast<std::size_t>(component)][static_cast<std::size_t>(state)];
  }
  bool is_local(int component, int label) const { return has(local_[static_cast<std::size_t>(component)], label); }
  bool is_shared(int component, int label) const { return has(shared_[static_cast<std::size_t>(component)], label); }

  // Whose steps are the leaps: shared rules only, each component a template of its own.
  const PlainNetwork& network() const { return leaps_; }

 private:
  std::vector<std::uint64_t> local_;   // by component: a bit a label
  std::vector<std::uint64_t> shared_;
  std::vector<std::vector<Set>> reach_;   // by component and state
  PlainNetwork leaps_;
};

}   // namespace parley::cover
