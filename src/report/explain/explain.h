#pragma once

#include "base/limits.h"
#include "evidence/evidence.h"
#include "report/model.h"

namespace parley {

// Why the state that 'trace' leads to answers 'property', for someone who knows the model but not the theory.
//
// A deadlock: a circle of components each of which waits for the next, or else what everybody waits for. A
// local deadlock: the same, and who is stuck. A property automaton: the step that broke it and what it would
// have allowed instead. A predicate: which of its atoms hold. Replays the trace on the network. The trace is
// right: the judge has seen it. Linear in the network and the trace.
Explanation explain(const Network& network, const Property& property, const Trace& trace, const Limits& limits);

// The same for a state that nobody has reached, by words that do not say so.
Explanation explain_state(const Network& network, const Property& property, std::span<const LocalState> state,
                          const Limits& limits);

}   // namespace parley
