#pragma once

#include "base/limits.h"
#include "evidence/evidence.h"

namespace parley {

// A trace no longer than 'trace' that shows the same of 'property'; shortest it need not be. Deterministic.
// Throws Stopped.
//
// In turn, until nothing changes or the work is used up: what comes after the property is reached is cut off,
// then loops are (a state visited twice), then what the end does not depend on (search/shorten/slice.h) and
// the loops of single components (search/shorten/local_loops.h); then parts of falling length are left out by
// trial (delta debugging: Zeller and Hildebrandt, IEEE TSE 2002), where steps that are no longer possible go
// as well; then a breadth-first search of a few states looks for ways across (search/shorten/shortcut.h). A
// trial that comes back to the old path ends there. The work is bounded by a few hundred times the length:
// seconds for 100,000 steps.
//
// Every change is replayed before it is believed. A trace that is none of the property comes back as it is.
Trace shorten(const Network& network, const Property& property, const Trace& trace, const Limits& limits);

}   // namespace parley
