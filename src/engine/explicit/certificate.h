#pragma once

#include <memory>

#include "evidence/evidence.h"
#include "search/reduced_space.h"
#include "search/state_keys.h"
#include "store/compact_set.h"

namespace parley::explicit_engine {

// All states of an unreduced search, as a closed set. The table of states is used up: its memory goes back while the set grows.
std::shared_ptr<const ClosedSet> closed_set(const Network& network, StateKeys& keys, CompactSet& states, std::uint64_t num_states,
                                            const Limits& limits);

// All states of a search over stubborn sets with the support of each, found once more, and ranks where the properties need them.
std::shared_ptr<const ReducedSet> reduced_set(const Network& network, const ReducedSpace& space, StateKeys& keys, CompactSet& states,
                                              std::uint64_t num_states, std::uint64_t depth, const Limits& limits);

}  // namespace parley::explicit_engine
