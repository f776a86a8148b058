#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/limits.h"
#include "base/statistics.h"
#include "evidence/evidence.h"

namespace parley::synchro {

// Concretises a candidate: searches for a run to it, or to any other state that the property asks about. A
// candidate has one local state per component. It may be empty; then the search has only the property as its
// goal.
//
// The stages, in order: a breadth-first search of few states, so that small systems get shortest traces;
// walks (search/walk/witness.h); a longer breadth-first search; a search over stubborn sets, where the
// property allows it; walks again. The walks have several goals: the property, the states of those components
// that make the candidate bad, and the whole candidate. If nothing is found, nothing is proved.
//
// The budget is counted work, not time: steps of walks, and states searched, each weighed by the width of the
// network. So the answer is a function of the network, the property, the candidate, the budget and the seed.
// The trace is shortened unless it is known to be shortest. Adds to the statistics of states and transitions.
// Throws Stopped.
std::optional<Trace> concretise(const Network& network, const Property& property, std::span<const LocalState> candidate,
                                std::uint64_t budget, std::uint64_t seed, const Limits& limits, Statistics& statistics);

}   // namespace parley::synchro
