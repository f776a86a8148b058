#pragma once

#include "claim.h"
#include "tiny_network.h"

namespace parley::evidence_ring {

// A reduced set for the property, made naively: from the initial state on, each state gets a support that is
// grown by chance until it may be one, and fires the rules inside it. Every other set puts off what the
// property asks about: there a support may begin with any enabled rule, and ranks count the quiet steps to a
// state that decides. It is right evidence if the property holds (for reach: does not), and a lie that must
// be rejected if not.
//
// kAny counts steps that are not quiet as well: what the evidence then lacks is nothing but that.
enum class PutOffBy { kInvisibleSteps, kAny };
OwnedClaim reduce(Dice& dice, const Network& network, const Property& property, PutOffBy steps = PutOffBy::kInvisibleSteps);

}   // namespace parley::evidence_ring
