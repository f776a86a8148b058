#pragma once

#include "front/fsp/elaborate/process.h"

// The effect of the modifiers 'deterministic', 'minimal' and 'property' on an automaton.
namespace parley::fsp {

// Applies 'deterministic', then 'minimal'. Hidden labels are the silent ones; those that are no longer
// performed are removed. The states are the reachable ones, with their names and aliases. The first can be
// exponential, the second is O(m log n).
void reduce(Template& shape, const Modifiers& modifiers, const Limits& limits);

// Applies 'property': in each state, missing labels lead to ERROR. The automaton must be deterministic and
// must not hide labels; otherwise an error is reported and Abandoned is thrown. A property watches for ever,
// so END is an ordinary state of it. O(states * labels), which is the size of the result.
void complete_property(Template& shape, Evaluator& evaluator);

}   // namespace parley::fsp
