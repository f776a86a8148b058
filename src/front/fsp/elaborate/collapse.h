#pragma once

#include <span>

#include "front/fsp/elaborate/compose.h"

namespace parley::fsp {

// Whether the composition becomes one component: what its words and its priority ask for can only be done to
// an automaton.
bool is_collapsed(const Composite& composite);

// The automaton of a composition: everything in it composed, then priority, hiding, 'deterministic',
// 'minimal' and 'property' in this order. It can be as large as the product of its components. 'nesting' is
// that of the place where it is used.
Template collapse(Index composite, std::span<const Value> arguments, Evaluator& evaluator, const ElaborateOptions& options,
                  const Nesting& nesting);

// An automaton that was written out or imported.
Template automaton_template(Index automaton, Evaluator& evaluator);

}   // namespace parley::fsp
