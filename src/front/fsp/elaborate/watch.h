#pragma once

#include <vector>

#include "front/fsp/elaborate/process.h"

namespace parley::fsp {

// The automata that watch a safe assertion: properties, of which one is in error as soon as the moments so
// far violate its part of the assertion. Their states are called after the fluents that are true, "NONE"
// where none is, "HOLDS" where nothing can go wrong any more.
//
// One automaton for a thousand processes that have nothing to do with each other would have a state for each
// combination of what they do. So the assertion is taken apart at its conjunctions; parts that share labels
// stay together as long as their automaton stays small. A part that does not notice the actions of the others
// does not take part in them. Reports an assertion that is not safe; throws Abandoned.
std::vector<Template> watch_assertion(Index assertion, Evaluator& evaluator);

}   // namespace parley::fsp
