#pragma once

#include <optional>

#include "base/limits.h"
#include "evidence/invariant_proof.h"
#include "invariant/local_reach.h"

namespace parley {

// Searches for an order of the rules by which no set of components is ever blocked. This is the cyclic
// ordering of systolic arrays, found instead of given.
//
// The conditions: each label of a component belongs to one rule, and all its paths to a state agree on how
// much more often one of its rules was performed than another. Then the state of a component tells which of
// its rules are behind, that is, were performed less often. If in each state some offered rule is behind
// every refused rule, then the rule that is furthest behind in the whole network is offered by all its
// participants.
//
// Rules that are equally far behind are ordered by ranks, which are assigned one after the other: a rule gets
// its rank as soon as, for each state that refuses it, an equal rule that is offered there has one. Linear in
// the states times rules of the components. Nothing if there is no such order.
std::optional<Ranking> find_ranking(const Network& network, const LocalReach& reach, const Limits& limits);

}   // namespace parley
