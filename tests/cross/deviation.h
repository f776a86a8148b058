#pragma once

#include "cross/random.h"
#include "oracle/spec.h"

namespace parley::cross {

// Small changes to a network that keep its local states, so that formulas about it stay valid. Verdicts may
// change.

// Changes one edge, one participant of a rule, or one initial state. A component that shares its template
// gets its own.
void deviate(Random& random, oracle::Spec& spec);
// The same, in one of the components 'first' to 'end' or in a rule that names one of them.
void deviate_within(Random& random, oracle::Spec& spec, int first, int end);
// Changes, adds or removes one rule. All templates stay as they are.
void rewire(Random& random, oracle::Spec& spec);

// Adds a state ERROR to one of the processes, with an edge into it.
void add_way_into_error(Random& random, oracle::Spec& spec);
// Adds an observer of some of the rules, with an error state; returns its index.
int add_watcher(Random& random, oracle::Spec& spec);
// Adds a process that offers each of its labels in every state and takes part in some of the rules; returns
// its index.
int add_total_process(Random& random, oracle::Spec& spec);

}   // namespace parley::cross
