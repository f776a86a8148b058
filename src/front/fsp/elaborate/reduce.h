#pragma once

#include "front/fsp/elaborate/process.h"

// What the words in front of a definition do to its automaton.
namespace parley::fsp {

// 'deterministic', then 'minimal': hidden labels are the silent ones, and those that are no longer performed
// go. The states are those that can be reached, with their names and aliases. The first can be exponential,
// the second is O(m log n).
void reduce(Template& shape, const Modifiers& modifiers, const Limits& limits);

// 'property': whatever the automaton does not allow leads to ERROR. It has to be deterministic and to hide
// nothing, or that is refused. A property watches for ever, so for it END is a state like any other. O(states
// * labels), which is the size of the result.
void complete_property(Template& shape, Evaluator& evaluator);

}   // namespace parley::fsp
