#pragma once

#include "engine/leap/local_parts.h"
#include "property/predicate.h"

namespace parley::leap {

// A formula over nodes. It is true in a node if the reach of the node has a state in which the given formula
// is true.
struct LeapFormula {
  Predicate predicate;
  bool is_exact = false;   // it is true in no other node
  // No component occurs twice in the given formula, and each of them occurs in this one: the judge builds the
  // same.
  bool is_plain = false;
};
// Linear in the atoms' states and the nodes that they concern. Throws Stopped.
LeapFormula leap_formula(const Network& network, const Predicate& formula, const LocalParts& parts, const Limits& limits);

}   // namespace parley::leap
