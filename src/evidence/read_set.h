#pragma once

#include "base/limits.h"
#include "evidence/head.h"

namespace parley {

// Reads a set of an evidence file, from after `evidence closed-set `, `evidence reduced-set `, `evidence
// leap-set ` or `set ` to the last row. Nothing if the scanner has an error. Takes the memory of the set, and
// for `rows text` up to 16 bytes per row to find duplicates; packed rows are sorted, so that duplicates are
// adjacent. The time does not depend on the size of the network.
std::optional<ReducedSet> read_reduced_set(Scanner& in, const Network& network, const Limits& limits);
std::optional<LeapSet> read_leap_set(Scanner& in, const Network& network, const Limits& limits);
std::optional<ClosedSet> read_closed_set(Scanner& in, const Network& network, const Limits& limits);

}   // namespace parley
