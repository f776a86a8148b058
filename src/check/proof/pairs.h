#pragma once

#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley::proof {

// The pairs of local states that two components can reach together if all other components never refuse: a
// rule that names one of the two moves that one alone, a rule that names both moves both. A pair with an
// error state has no successors.
//
// Costs the rules of the component that has fewer, the labels of both, and the steps between the pairs that
// are found; one bit per pair.
class PairReach {
 public:
  PairReach(const Network& network, ComponentId first, ComponentId second, const Limits& limits);

  bool has(LocalState first, LocalState second) const { return is_reached_[index(first, second)]; }

 private:
  std::size_t index(LocalState first, LocalState second) const { return first.index() * num_second_ + second.index(); }

  std::size_t num_second_;
  std::vector<bool> is_reached_;
};

}   // namespace parley::proof
