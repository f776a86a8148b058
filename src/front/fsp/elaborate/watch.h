#pragma once

#include <vector>

#include "front/fsp/elaborate/process.h"

namespace parley::fsp {

// The automata that watch a safe assertion. They are properties; one of them is in its error state as soon as
// the moments so far violate its part of the assertion. A state is named after the fluents that are true;
// "NONE" if none is true; "HOLDS" if no violation is possible any more.
//
// One automaton for a thousand independent processes would need a state per combination of their states. So
// the assertion is split at its conjunctions. Parts that share labels stay together as long as their
// automaton is small. A part that does not depend on the actions of the others does not take part in them.
// Reports an assertion that is not safe and throws Abandoned.
std::vector<Template> watch_assertion(Index assertion, Evaluator& evaluator);

}   // namespace parley::fsp
