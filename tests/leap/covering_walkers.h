#pragma once

#include "cross/random.h"
#include "oracle/spec.h"

namespace parley::leap {

// A network that is hard for covering steps; the families of tests/cross are mostly easy. It has a few
// components that mostly move alone, in cycles and on several paths, and sometimes meet. So hopes live long,
// reach known places, and meet late. Some components have error or terminal states, or labels that are used
// both alone and with others.
oracle::Spec random_walkers(cross::Random& random);

}   // namespace parley::leap
