#pragma once

#include "base/limits.h"
#include "front/pnml/formula.h"
#include "front/pnml/net.h"
#include "property/predicate.h"

namespace parley {

// The formula, or its negation, as a predicate over the network of the net. 'marked' says for each place in
// which states of which component it has its token. Formula and predicate are equal in every state of the
// network.
//
// The predicate is simplified. Only atoms are negated. No connective is a direct operand of the same
// connective. Atoms about one component are merged, and equal parts are one node. A comparison becomes one
// inequality, or connectives if these are no longer: this is so if few components or single tokens decide it.
// Constants are removed, unless the whole predicate is constant. The cost is about linear in the formula and
// the presets of the transitions that it names.
enum class Truth : std::uint8_t { kFormula, kNegation };
Predicate to_predicate(const Formula& formula, Truth truth, const PetriNet& net, const Network& network,
                       const std::vector<Atom>& marked, const Limits& limits);

}   // namespace parley
