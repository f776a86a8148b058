#pragma once

#include "front/fsp/names/evaluate.h"
#include "net/network.h"
#include "property/property.h"

namespace parley::fsp {

// Questions that are understood and that no engine decides yet. What they speak of must exist in 'network'
// all the same: labels that nobody has are reported, and components that are not there. Throws Abandoned
// after an error.
Undecided bind_progress(const Check& check, const Network& network, Evaluator& evaluator);
Undecided bind_liveness_assertion(const Check& check, Index assertion, const Network& network, Evaluator& evaluator);
Undecided bind_local(const Check& check, const Network& network, Evaluator& evaluator);

}   // namespace parley::fsp
