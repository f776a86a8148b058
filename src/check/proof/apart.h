#pragma once

#include "check/obligation.h"
#include "evidence/invariant_proof.h"

namespace parley::proof {

// Why the components of the fact may be in its states together; nothing if they cannot. Explores the vectors
// of local states that they reach if all other components never refuse, and stops at the first vector in
// which each is in one of its states of the fact.
//
// Costs the rules that name a component of the fact, which are sorted, and the steps between the vectors that
// are found. A vector takes a few bits per component, and 8 to 16 bytes of index. Nothing is as large as the
// product of the components, of which mostly little is reached.
Objection apart_objection(const Network& network, const ApartFact& fact, const Limits& limits);

}   // namespace parley::proof
