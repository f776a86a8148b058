#pragma once

#include "base/limits.h"
#include "evidence/head.h"

namespace parley {

// A set of an evidence file, from behind `evidence closed-set `, `evidence reduced-set `, `evidence leap-set
// ` or `set ` up to the last row. Nothing, if the scanner has an error. Memory is what the set takes, and for
// `rows text` up to 16 bytes a row to find equal ones; packed rows are sorted, so that equal ones stand side
// by side. Time does not depend on the size of the network.
std::optional<ReducedSet> read_reduced_set(Scanner& in, const Network& network, const Limits& limits);
std::optional<LeapSet> read_leap_set(Scanner& in, const Network& network, const Limits& limits);
std::optional<ClosedSet> read_closed_set(Scanner& in, const Network& network, const Limits& limits);

}   // namespace parley
