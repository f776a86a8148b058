#pragma once

#include <optional>

#include "base/limits.h"
#include "evidence/invariant_proof.h"
#include "invariant/local_reach.h"

namespace parley {

// Looks for an order of the rules by which no set of components is ever blocked; this is the cyclic ordering
// of systolic arrays, found instead of given.
//
// Where each label of a component belongs to one rule, and all its ways to a state agree on how much more
// often one of its rules was performed than another, the component knows in each state which of its rules are
// behind. If in each state one of the rules that it offers is behind every rule that it refuses, then the
// rule that is furthest behind in the whole network is offered by all its participants. Rules that are
// equally far are told apart by ranks, given one after the other: a rule gets its rank as soon as for each
// state that refuses it an equal rule that is offered there has one. Linear in the states times rules of the
// components. Nothing if there is no such order.
std::optional<Ranking> find_ranking(const Network& network, const LocalReach& reach, const Limits& limits);

}   // namespace parley
