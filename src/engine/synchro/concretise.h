#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/limits.h"
#include "base/statistics.h"
#include "evidence/evidence.h"

namespace parley::synchro {

// Looks for a run to the candidate, or to any other state that is what the property asks about. A candidate
// has one local state for each component; it may be empty, then only the property itself is sought.
//
// In turn: a breadth-first search of few states, so that small systems get shortest traces; walks
// (search/walk/witness.h) that seek the property, and beside it the states of those components of the
// candidate that make it bad, and all of the candidate; a longer breadth-first search; one over stubborn sets
// where the property allows it; walks again. Nothing found proves nothing.
//
// The budget is counted work, not time: steps of walks, and states searched, each weighed by the network's
// width. So the answer is a function of the network, the property, the candidate, the budget and the seed.
// The trace is shortened unless it is known to be shortest. Counts states and transitions. Throws Stopped.
std::optional<Trace> concretise(const Network& network, const Property& property, std::span<const LocalState> candidate,
                                std::uint64_t budget, std::uint64_t seed, const Limits& limits, Statistics& statistics);

}   // namespace parley::synchro
