#pragma once

#include <cstdint>

#include "engine/leap/local_parts.h"

namespace parley::leap {

// How many steps of the user's network a leap is on average: a run of leaps at random, lifted. At least 1.
// Throws Stopped.
double steps_per_leap(const Network& original, const LocalParts& parts, const Network& leap_network, std::uint64_t seed,
                      const Limits& limits);

// How fast a breadth-first search grows: by which power a step multiplies what was found. The smaller, the
// sooner it has seen everything.
double growth(double states, double steps);

}   // namespace parley::leap
