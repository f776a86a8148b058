#pragma once

#include <vector>

#include "cross/family.h"
#include "cross/random.h"
#include "oracle/spec.h"

namespace parley::cross {

// A network and the aim of its family: a state with all these atoms. Deviations decide whether one is
// reachable.
struct AimedNetwork {
  oracle::Spec spec;
  std::vector<oracle::Atom> aim;
};

// A network of an adversarial family, without questions: 3 to 13 components of 2 to 8 states, rules of 1 to 7
// participants. It is regular up to a few random deviations. Sometimes it has an observer, an error state or
// a component that never refuses.
AimedNetwork adversarial_network(Random& random, Family family);

}   // namespace parley::cross
