#pragma once

#include <optional>

#include "base/limits.h"
#include "property/predicate.h"

namespace parley::leap {

// A rule that may make the formula false, as far as looking at the rule alone can tell.
struct Unsettled {
  RuleId rule;
};

// Whether a formula is stable: once true, it is true in all successors. Nothing if it is shown to be;
// otherwise a rule for which it is not.
//
// Each rule by itself, with every choice of edges of its participants, and everybody else anywhere, in an
// error state too: for each part of the formula the pairs (true before, true after) that are possible, from
// the atoms up; a sum keeps what the others add to it. So "yes" is certain, and stays so where an error state
// does not stop the network; "no" may be wrong, where only reachable states would tell, or a relation between
// two parts of the formula. A rule with more than 4,096 choices that differ to the formula counts as one that
// may make it false.
//
// A choice costs the nodes above the atoms that speak of the participants, a logarithm apart. Throws Stopped.
std::optional<Unsettled> find_unsettled(const Network& network, const Predicate& formula, const Limits& limits);

}   // namespace parley::leap
