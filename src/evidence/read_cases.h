#pragma once

#include "base/limits.h"
#include "evidence/evidence.h"
#include "evidence/text/scan.h"

namespace parley {

// Reads an invariant, beginning with its line `invariant ...`.
bool read_invariant(Scanner& in, const Network& network, Pulse& pulse, LinearInvariant& into);

// Reads a case split, from after `evidence case-split ` to the end of its tree.
bool read_cases(Scanner& in, const Network& network, const Limits& limits, CaseSplit& into);

}   // namespace parley
