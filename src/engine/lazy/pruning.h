#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/lazy/fragment.h"
#include "engine/lazy/state_sets.h"
#include "evidence/evidence.h"

namespace parley::lazy {

// Linear invariants of the network that were handed in: states of a group that break one wherever the other
// components are need not be visited.
class Pruning {
 public:
  Pruning(const Network& network, std::span<const LinearInvariant> invariants);

  const Network& network() const { return network_; }
  std::span<const LinearInvariant> invariants() const { return invariants_; }
  std::int64_t least(std::size_t invariant) const { return least_[invariant]; }   // that all components together can weigh
  // Wishes that no reachable state fulfils together, because one of the invariants would be broken: few of
  // them, by component; none if there are no such.
  std::vector<ComponentId> against(const StateSets& sets, std::span<const Wish> wishes) const;

 private:
  const Network& network_;
  std::span<const LinearInvariant> invariants_;
  std::vector<std::int64_t> least_;
};

// The same seen from the members of one group.
class PruningView {
 public:
  PruningView(const Pruning* pruning, const Fragment& fragment, std::span<const Party> members);

  bool is_empty() const { return sums_.empty(); }
  // Whether no reachable state of the network has the members in these states.
  bool rules_out(std::span<const LocalState> members) const;

 private:
  struct Sum {
    std::int64_t room = 0;                                                     // what the members may weigh at most
    std::vector<std::pair<std::uint32_t, const LinearInvariant::Row*>> rows;   // by column
  };
  std::vector<Sum> sums_;   // those that weigh a member
};

}   // namespace parley::lazy
