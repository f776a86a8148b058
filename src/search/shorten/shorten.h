#pragma once

#include "base/limits.h"
#include "evidence/evidence.h"

namespace parley {

// A trace that shows the same about 'property' as 'trace', and is not longer. It need not be shortest.
// Deterministic. Throws Stopped.
//
// Repeats the following until nothing changes or the work is used up:
// 1. Cuts off what comes after the property is reached, and loops: parts between two visits of a state.
// 2. Removes the steps on which the end does not depend (search/shorten/slice.h).
// 3. Removes loops of single components (search/shorten/local_loops.h).
// 4. Leaves out parts of falling length by trial, with the steps that become impossible (delta debugging:
//    Zeller and Hildebrandt, IEEE TSE 2002). A trial that meets the old path again ends there.
// 5. Looks for shortcuts by small breadth-first searches (search/shorten/shortcut.h).
//
// The work is bounded by a few hundred times the length: seconds for 100,000 steps. Every change is replayed
// before it is accepted. A trace that does not show the property is returned as it is.
Trace shorten(const Network& network, const Property& property, const Trace& trace, const Limits& limits);

}   // namespace parley
