#pragma once

#include "base/limits.h"
#include "evidence/evidence.h"
#include "evidence/text/scan.h"

namespace parley {

// A proof from invariants, from behind `evidence invariants ` up to its last step. The values of a variable
// depend on the kind of property; how many variables and constraints there are is for the judge to find out.
bool read_proof(Scanner& in, const Network& network, PropertyKind asked, const Limits& limits, InvariantProof& into);

}   // namespace parley
