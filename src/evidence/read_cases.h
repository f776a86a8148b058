#pragma once

#include "base/limits.h"
#include "evidence/evidence.h"
#include "evidence/text/scan.h"

namespace parley {

// An invariant, from its line `invariant ...` on.
bool read_invariant(Scanner& in, const Network& network, Pulse& pulse, LinearInvariant& into);

// A split into cases, from behind `evidence case-split ` up to the end of its tree.
bool read_cases(Scanner& in, const Network& network, const Limits& limits, CaseSplit& into);

}   // namespace parley
