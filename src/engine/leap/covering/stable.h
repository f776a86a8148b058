#pragma once

#include <optional>

#include "base/limits.h"
#include "property/predicate.h"

namespace parley::leap {

// A rule that may make the formula false, judged by the rule alone.
struct Unsettled {
  RuleId rule;
};

// Whether a formula is stable: once true, it is true in all successors. Nothing if that is shown; otherwise a
// rule that may break it.
//
// Examines each rule by itself, for every choice of edges of its participants, with all other components in
// any state, error states included. From the atoms up, it computes for each part of the formula which pairs
// (true before, true after) are possible; for a sum it keeps the range that the other components add. So
// "stable" is certain, even if an error state did not stop the network. "Not stable" may be wrong, if it
// takes reachability or a relation between two parts of the formula to see it. A rule with more than 4,096
// choices that differ for the formula counts as one that may make it false.
//
// A choice costs O(n log n) for the n nodes above the atoms about its participants. Throws Stopped.
std::optional<Unsettled> find_unsettled(const Network& network, const Predicate& formula, const Limits& limits);

}   // namespace parley::leap
