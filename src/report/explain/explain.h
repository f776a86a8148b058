#pragma once

#include "base/limits.h"
#include "evidence/evidence.h"
#include "report/model.h"

namespace parley {

// Why the last state of 'trace' answers 'property', for a reader who knows the model but not the theory.
//
// A deadlock: a circle of components each of which waits for the next, or else what each component waits for.
// A local deadlock: the same, and which components are stuck. A property automaton: the step that broke it,
// and what it would have allowed instead. A predicate: which of its atoms hold. Replays the trace on the
// network; the trace must be valid, which the judge has checked. Linear in the network and the trace.
Explanation explain(const Network& network, const Property& property, const Trace& trace, const Limits& limits);

// The same for a candidate, which may be unreachable; the wording does not claim that it is reached.
Explanation explain_state(const Network& network, const Property& property, std::span<const LocalState> state,
                          const Limits& limits);

}   // namespace parley
