#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/lazy/fragment.h"
#include "engine/lazy/state_sets.h"
#include "evidence/evidence.h"

namespace parley::lazy {

// Linear invariants of the network, from the task or from constant_sums(). A state of a group that breaks one
// wherever the other components are is unreachable, and is not visited.
class Pruning {
 public:
  Pruning(const Network& network, std::span<const LinearInvariant> invariants);

  const Network& network() const { return network_; }
  std::span<const LinearInvariant> invariants() const { return invariants_; }
  std::int64_t least(std::size_t invariant) const { return least_[invariant]; }   // the least weight of all components together
  // The components of a few local goals that no reachable state satisfies together, because an invariant
  // would be broken; ascending, empty if none are found.
  std::vector<ComponentId> against(const StateSets& sets, std::span<const LocalGoal> local_goals) const;

 private:
  const Network& network_;
  std::span<const LinearInvariant> invariants_;
  std::vector<std::int64_t> least_;
};

// The invariants, restricted to the members of one group.
class PruningView {
 public:
  PruningView(const Pruning* pruning, const Fragment& fragment, std::span<const LocalComponent> members);

  bool is_empty() const { return sums_.empty(); }
  // Whether no reachable state of the network has the members in these states.
  bool rules_out(std::span<const LocalState> members) const;

 private:
  struct Sum {
    std::int64_t room = 0;                                                     // the largest weight that the members may have
    std::vector<std::pair<std::uint32_t, const LinearInvariant::Row*>> rows;   // by column
  };
  std::vector<Sum> sums_;   // invariants with a row for a member
};

}   // namespace parley::lazy
