#pragma once

#include "base/limits.h"
#include "front/pnml/formula.h"
#include "front/pnml/net.h"
#include "property/predicate.h"

namespace parley {

// The formula, or its negation, as a predicate over the network of the net, where 'marked' says for each
// place in which states of which component it has its token. Equal in every state of the network.
//
// Negations stand at atoms only, connectives do not stand within the same connective, what two atoms say
// about one component is one atom, and equal parts are one node. A comparison becomes one inequality, or,
// where that is no longer, connectives: what few components or single tokens decide. Constants are gone,
// unless there is nothing else. About linear in the formula and the presets of the transitions that it names.
enum class Truth : std::uint8_t { kFormula, kNegation };
Predicate to_predicate(const Formula& formula, Truth truth, const PetriNet& net, const Network& network,
                       const std::vector<Atom>& marked, const Limits& limits);

}   // namespace parley
