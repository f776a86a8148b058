#pragma once

#include "engine/leap/local_parts.h"
#include "property/predicate.h"

namespace parley::leap {

// A formula over the nodes that is true wherever the reach of a node has a state in which the given one is.
struct LeapFormula {
  Predicate predicate;
  bool is_exact = false;   // true nowhere else
  bool is_plain =
      false;   // no component occurs twice in the given one, and each of them occurs in this one: it is what a judge makes of it
};
// Costs what the atoms say and the nodes that they concern. Throws Stopped.
LeapFormula leap_formula(const Network& network, const Predicate& formula, const LocalParts& parts, const Limits& limits);

}   // namespace parley::leap
