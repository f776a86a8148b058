#pragma once

#include "cross/random.h"
#include "oracle/spec.h"

namespace parley::leap {

// A network made against covering steps, which the families of tests/cross hardly trouble: few components
// that mostly walk about alone, in circles and on several ways, and now and then meet. So hopes live long,
// come to places that are known, and meet late. Some have error or terminal states, or labels that are used
// both alone and with others.
oracle::Spec random_walkers(cross::Random& random);

}   // namespace parley::leap
