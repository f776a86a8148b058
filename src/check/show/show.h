#pragma once

#include <iosfwd>

#include "evidence/evidence.h"

namespace parley {

// Evidence that the judge accepted, for a person to follow: a trace step by step, who moves from where to
// where, and why its final state is what the property speaks of; of a set its size and its support, or how
// large the supports of a reduced set are, or how many cases and sets there are. Lists of components are cut;
// steps are not.
void show(std::ostream& out, const Network& network, const Property& property, const Evidence& evidence);

// "trace of 12 steps", "closed set of 40 states over 3 of 10 components", "reduced set of 40 states over 10
// components", "split into 5 cases, with 2 closed sets".
std::string summary(const Network& network, const Evidence& evidence);

}   // namespace parley
