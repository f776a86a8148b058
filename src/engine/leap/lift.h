#pragma once

#include "engine/leap/inside.h"
#include "evidence/evidence.h"

namespace parley::leap {

// A run of the user's network that takes the same shared steps as 'leaps', a run of its leap network: before
// each of them, every participant goes by itself to where it can take part. At the end everybody goes to the
// state of the finding, and the step that it asks for is taken; without one, it ends with the last leap.
// Throws Stopped.
Trace lift(const Network& network, const LocalParts& parts, const Trace& leaps, const Finding* finding, const Limits& limits);

}   // namespace parley::leap
