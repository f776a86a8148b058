#pragma once

#include "cross/random.h"
#include "oracle/spec.h"

namespace parley::cross {

// Small changes to a network that leave its states where they are, so that formulas about it stay formulas
// about it; verdicts may change.

// One edge, one wire or one initial state is other than before: the component gets a template of its own
// where it shares one.
void deviate(Random& random, oracle::Spec& spec);
// The same, in one of the components 'first' to 'end' or in a rule that names one of them.
void deviate_within(Random& random, oracle::Spec& spec, int first, int end);
// One of the rules is other, or there is one more or less: all templates stay as they are.
void rewire(Random& random, oracle::Spec& spec);

// A state ERROR for one of the processes, with a way into it.
void add_way_into_error(Random& random, oracle::Spec& spec);
// An observer of some of the rules with an error state; its index.
int add_watcher(Random& random, oracle::Spec& spec);
// A process that offers each of its labels in every state and joins some of the rules; its index.
int add_willing_one(Random& random, oracle::Spec& spec);

}   // namespace parley::cross
