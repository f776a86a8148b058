#pragma once

#include "base/limits.h"
#include "evidence/evidence.h"
#include "evidence/text/scan.h"

namespace parley {

// Reads a proof from invariants, from after `evidence invariants ` to its last step. The values of a variable
// depend on the kind of property. The judge checks the numbers of variables and constraints.
bool read_proof(Scanner& in, const Network& network, PropertyKind asked, const Limits& limits, InvariantProof& into);

}   // namespace parley
