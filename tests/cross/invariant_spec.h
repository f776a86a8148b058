#pragma once

#include "cross/adversarial_spec.h"

namespace parley::cross {

// A network of a family that is built against engines which prove by invariants (from Family::kConserved on),
// without questions: what is always so follows from sums, traps, remainders or orders, and a random detail
// decides whether it is so at all.
AimedNetwork invariant_network(Random& random, Family family);

}   // namespace parley::cross
