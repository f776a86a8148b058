#pragma once

#include "cross/adversarial_spec.h"

namespace parley::cross {

// A network of a family against engines that prove by invariants (from Family::kConserved on), without
// questions. Its invariants are sums, traps, remainders or orders, and a random detail decides whether they
// hold.
AimedNetwork invariant_network(Random& random, Family family);

}   // namespace parley::cross
