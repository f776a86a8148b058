#pragma once

#include "front/fsp/names/evaluate.h"
#include "net/network.h"
#include "property/predicate.h"

namespace parley::fsp {

// The predicate 'root' over the components and states of 'network', with quantifiers expanded and names
// resolved. Reports names that do not exist, with a hint, and throws Abandoned. Linear in the expanded
// formula.
Predicate bind_predicate(Index root, const Network& network, Evaluator& evaluator);

// The dotted text of a path like phil[i+1] or EATING[2]/left.take.
std::string path_text(Span parts, Scope scope, Evaluator& evaluator);

}   // namespace parley::fsp
