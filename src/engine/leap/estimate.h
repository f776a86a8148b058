#pragma once

#include <cstdint>

#include "engine/leap/local_parts.h"

namespace parley::leap {

// The average number of steps of the user's network per leap, measured on one random run of leaps. At least
// 1. Throws Stopped.
double steps_per_leap(const Network& original, const LocalParts& parts, const Network& leap_network, std::uint64_t seed,
                      const Limits& limits);

// How fast a breadth-first search grows: the logarithm of the states per step of depth. The smaller it is,
// the sooner the search is expected to end.
double growth(double states, double steps);

}   // namespace parley::leap
