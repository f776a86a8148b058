#pragma once

#include <span>

#include "front/fsp/elaborate/compose.h"

namespace parley::fsp {

// Whether the composition becomes one component: its modifiers or its priority are defined on automata only.
bool is_collapsed(const Composite& composite);

// The automaton of a composition: the product of its components, then priority, hiding, 'deterministic',
// 'minimal' and 'property', in this order. It can be as large as the product. 'nesting' is the context in
// which it is used.
Template collapse(Index composite, std::span<const Value> arguments, Evaluator& evaluator, const ElaborateOptions& options,
                  const Nesting& nesting);

// The template of an explicit or imported automaton.
Template automaton_template(Index automaton, Evaluator& evaluator);

}   // namespace parley::fsp
