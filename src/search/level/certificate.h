#pragma once

#include <memory>

#include "evidence/evidence.h"
#include "search/stubborn/reduced_space.h"
#include "search/level/state_keys.h"
#include "store/compact_set.h"

namespace parley {

// No states yet, with a column for every component and room for so many. Throws Stopped where that is too much.
StateTable empty_table(const Network& network, std::uint64_t num_states, const Limits& limits);

// All states of an unreduced search, as a closed set. The table of states is used up: its memory goes back while the set grows.
std::shared_ptr<const ClosedSet> closed_set(const Network& network, StateKeys& keys, CompactSet& states, std::uint64_t num_states,
                                            const Limits& limits);

// The states of a search over stubborn sets, once it is over, in the order of their words: the same for any number of threads.
class ReducedStates {
 public:
  ReducedStates(const ReducedSpace& space, StateKeys& keys, CompactSet& states, std::uint64_t num_states, const Limits& limits);

  // Keys of states that must be made firm and expanded once more, because from there no path leads to a firm choice. If there are none, the
  // states have ranks. One such state is named for each part that cannot be left.
  std::vector<std::uint64_t> find_ranks();

  std::shared_ptr<const ReducedSet> certificate();   // once find_ranks() has answered that nothing is missing

 private:
  std::uint32_t number_of(std::uint64_t key) const;

  const ReducedSpace& space_;
  StateKeys& keys_;
  const Limits& limits_;
  ReducedSpace::Worker worker_;
  std::vector<std::uint64_t> by_number_;                            // keys, in the order of their words
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_key_;     // empty where that is the same order
  std::vector<std::uint32_t> ranks_;
};

}  // namespace parley
