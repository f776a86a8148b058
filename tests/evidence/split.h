#pragma once

#include "claim.h"
#include "tiny_network.h"

namespace parley::evidence_ring {

// A split into cases for the property, made naively: sets over some of the components, by chance with
// invariants, and last all reachable states; and a tree that splits where none of them rules a case out. It
// is right evidence if the property holds (for reach: does not), and a lie that must be rejected if not. For
// `reach`, `never` and `property`.
OwnedClaim split(Dice& dice, const Network& network, const Property& property);

// Invariants that hold, found by guessing; perhaps none.
std::vector<LinearInvariant> guess_invariants(Dice& dice, const Network& network);
// One that starts at its bound and may not hold.
LinearInvariant any_invariant(Dice& dice, const Network& network);

// A closed set over some of the components.
PlainSet some_closure(Dice& dice, const Network& network, std::vector<LinearInvariant> invariants);

// Claims to be self-contained wherever that is true, for half of the evidence.
void claim_what_is_true(Dice& dice, const Network& network, OwnedClaim& claim);

}   // namespace parley::evidence_ring
