#pragma once

#include "front/fsp/names/evaluate.h"
#include "net/network.h"
#include "property/property.h"

namespace parley::fsp {

// Binds checks that are parsed and resolved but that no engine decides yet. The labels and components that
// they name must still exist in 'network': missing ones are reported. Throws Abandoned after an error.
Undecided bind_progress(const Check& check, const Network& network, Evaluator& evaluator);
Undecided bind_liveness_assertion(const Check& check, Index assertion, const Network& network, Evaluator& evaluator);
Undecided bind_local(const Check& check, const Network& network, Evaluator& evaluator);

}   // namespace parley::fsp
