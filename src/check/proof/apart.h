#pragma once

#include "check/obligation.h"
#include "evidence/invariant_proof.h"

namespace parley::proof {

// Why the components of the fact may be in its states together; nothing if they cannot. Explores the vectors
// of local states that they reach if all others are willing at any time, and ends at the first one that has
// them all in their states.
//
// Costs the rules that name one of them, which are sorted, and the steps between the vectors that are found.
// A vector takes a few bits for each component, and 8 to 16 bytes to be found again. Nothing is as large as
// the product of the components, of which mostly little is reached.
Objection apart_objection(const Network& network, const ApartFact& fact, const Limits& limits);

}   // namespace parley::proof
