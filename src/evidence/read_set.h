#pragma once

#include "base/limits.h"
#include "evidence/head.h"

namespace parley {

// The body of an evidence file that is a set, from behind `evidence closed-set ` or `evidence reduced-set ` up to the last row. A closed
// set has no supports and no ranks. Nothing, if the scanner has an error. Memory is what the set takes, and for `rows text` up to
// 16 bytes a row to find equal ones; packed rows are sorted, so that equal ones stand side by side.
std::optional<ReducedSet> read_set(Scanner& in, const Head& head, const Network& network, const Limits& limits);

}  // namespace parley
