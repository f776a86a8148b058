#pragma once

#include "cross/adversarial_spec.h"

namespace parley::cross {

// Appends the components and rules of 'copy', independent of what is there. Equal templates are shared.
void append_copy(oracle::Spec& spec, const oracle::Spec& copy);

// Several copies of one small random network, with the same goal for each copy. An engine that solves equal
// parts once must recognise differences: one copy may differ in an edge or in a rule, and then often misses a
// state that the others reach. And an error in one copy stops all of them.
AimedNetwork network_of_copies(Random& random);

}   // namespace parley::cross
