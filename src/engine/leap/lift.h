#pragma once

#include "engine/leap/inside.h"
#include "evidence/evidence.h"

namespace parley::leap {

// Turns 'leaps', a run of the leap network, into a run of the user's network with the same shared steps.
// Before each of them, every participant goes by local rules to a state where it can take part. At the end
// every component goes to its state in the finding, and the finding's last step is taken. Without a finding,
// the run ends with the last leap. Throws Stopped.
Trace lift(const Network& network, const LocalParts& parts, const Trace& leaps, const Finding* finding, const Limits& limits);

}   // namespace parley::leap
