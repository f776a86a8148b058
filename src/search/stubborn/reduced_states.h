#pragma once

#include <memory>
#include <vector>

#include "evidence/evidence.h"
#include "search/level/state_keys.h"
#include "search/stubborn/reduced_space.h"
#include "store/compact_set.h"

namespace parley {

// The states of a search over stubborn sets, once it is over, in the order of their words: the same for any
// number of threads.
class ReducedStates {
 public:
  ReducedStates(const ReducedSpace& space, StateKeys& keys, CompactSet& states, std::uint64_t num_states, const Limits& limits);

  // Keys of states that must be made firm and expanded once more, because from there no path leads to a firm
  // choice. If there are none, the states have ranks. One such state is named for each part that cannot be
  // left.
  std::vector<std::uint64_t> find_ranks();

  ReducedSetRef certificate();   // once find_ranks() has answered that nothing is missing

 private:
  std::uint32_t number_of(std::uint64_t key) const;

  const ReducedSpace& space_;
  StateKeys& keys_;
  const Limits& limits_;
  ReducedSpace::Worker worker_;
  std::vector<std::uint64_t> by_number_;                          // keys, in the order of their words
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_key_;   // empty where that is the same order
  std::vector<std::uint32_t> ranks_;
};

}   // namespace parley
