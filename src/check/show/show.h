#pragma once

#include <iosfwd>

#include "evidence/evidence.h"

namespace parley {

// Prints accepted evidence for a person to follow. A trace is printed step by step: which component moves
// from where to where, and why the final state is what the property speaks of. For a set: its size and its
// support, or the sizes of the supports of a reduced set, or the numbers of cases and sets. Lists of
// components are cut; steps are not. Not trusted: the judge does not use it.
void show(std::ostream& out, const Network& network, const Property& property, const Evidence& evidence);

// "trace of 12 steps", "closed set of 40 states over 3 of 10 components", "reduced set of 40 states over 10
// components", "split into 5 cases, with 2 closed sets".
std::string summary(const Network& network, const Evidence& evidence);

}   // namespace parley
