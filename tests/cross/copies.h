#pragma once

#include "cross/adversarial_spec.h"

namespace parley::cross {

// The components and rules of 'copy' once more, beside what is there and apart from it. Equal templates are
// one.
void append_copy(oracle::Spec& spec, const oracle::Spec& copy);

// One small random network several times, with a goal that says the same of each copy. Whoever solves alike
// parts once must notice what alike means: one copy may differ in an edge, or in a wire alone, and then often
// misses a state that the others reach; and an error in one stops all of them.
AimedNetwork network_of_copies(Random& random);

}   // namespace parley::cross
