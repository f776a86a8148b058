#pragma once

#include <memory>
#include <vector>

#include "evidence/evidence.h"
#include "search/level/state_keys.h"
#include "search/stubborn/reduced_space.h"
#include "store/compact_set.h"

namespace parley {

// The states of a search over stubborn sets, after it has ended, sorted by their words. So the order is the
// same for any number of threads.
class ReducedStates {
 public:
  ReducedStates(const ReducedSpace& space, StateKeys& keys, CompactSet& states, std::uint64_t num_states, const Limits& limits);

  // Keys of states that must be made firm and expanded once more, because no path leads from them to a firm
  // choice. One state is named per strongly connected part without exit. If there are none, all states have
  // ranks.
  std::vector<std::uint64_t> find_ranks();

  ReducedSetRef certificate();   // REQUIRES: find_ranks() has answered that nothing is missing

 private:
  std::uint32_t number_of(std::uint64_t key) const;

  const ReducedSpace& space_;
  StateKeys& keys_;
  const Limits& limits_;
  ReducedSpace::Worker worker_;
  std::vector<std::uint64_t> by_number_;                          // keys, sorted by the words of their states
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_key_;   // empty if sorting by key gives the same order
  std::vector<std::uint32_t> ranks_;
};

}   // namespace parley
