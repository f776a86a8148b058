#pragma once

#include "base/limits.h"
#include "evidence/evidence.h"
#include "evidence/text/buffer.h"
#include "evidence/text/state_words.h"

namespace parley {

// A set of an evidence file, from behind `evidence closed-set `, `evidence reduced-set `, `evidence leap-set
// ` or `set ` up to its last row. Rows come sorted by their numbers in the dictionaries, so that the text
// does not depend on the order in memory; a state that is there twice is written once. Small sets are `rows
// text`, for people; the others `rows packed`. Costs a sort: 16 bytes a row beside the set, for rows of more
// than 60 bits their bits once more.
void write_set(Buffer& out, const Network& network, StateWords& words, const ClosedSet& set, const Limits& limits);
void write_set(Buffer& out, const Network& network, StateWords& words, const ReducedSet& set, const Limits& limits);
void write_set(Buffer& out, const Network& network, StateWords& words, const LeapSet& set, const Limits& limits);

}   // namespace parley
