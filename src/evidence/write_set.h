#pragma once

#include "base/limits.h"
#include "evidence/evidence.h"
#include "evidence/text/buffer.h"
#include "evidence/text/state_words.h"

namespace parley {

// Writes a set of an evidence file, from after `evidence closed-set `, `evidence reduced-set `, `evidence
// leap-set ` or `set ` to its last row. Rows are sorted by their numbers in the dictionaries, so that the
// text does not depend on the order in memory. Duplicate states are written once. Small sets are written as
// `rows text`, for people; the others as `rows packed`. Costs a sort: 16 bytes per row besides the set, and
// for rows of more than 60 bits their bits once more.
void write_set(Buffer& out, const Network& network, StateWords& words, const ClosedSet& set, const Limits& limits);
void write_set(Buffer& out, const Network& network, StateWords& words, const ReducedSet& set, const Limits& limits);
void write_set(Buffer& out, const Network& network, StateWords& words, const LeapSet& set, const Limits& limits);

}   // namespace parley
