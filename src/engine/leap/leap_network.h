#pragma once

#include "engine/leap/local_parts.h"
#include "property/predicate.h"

namespace parley::leap {

// Networks whose states are the nodes of the leap graph. Components and rules are those of the user's network, one to one; a component's states are its nodes
// (LocalParts::Kind), a rule's label is its own number. So the search core runs on them as on any other network.

struct LeapSettings {
  // A component that can always go on by itself gets a step that changes nothing, so that nobody takes it for stuck.
  bool idle_loops = false;
};

// Its steps are leaps: a shared rule moves each participant from a node to one that its label enters from somewhere in the reach.
Network leap_network(const Network& network, const LocalParts& parts, const LeapSettings& settings, const Limits& limits);

// The components of every node at rest: a node offers what all its rests offer, and changes nothing; a node without rests can go on by itself. Where a state of
// the reach of a node is a deadlock or a local deadlock, this network has one in the node. The converse is true where no node has several rests.
Network rest_network(const Network& network, const LocalParts& parts, const Limits& limits);

// A formula over the nodes that is true wherever the reach of a node has a state in which the given one is.
struct LeapFormula {
  Predicate predicate;
  bool is_exact = false;    // true nowhere else
  bool is_plain = false;    // no component occurs twice
};
LeapFormula leap_formula(const Predicate& formula, const LocalParts& parts);

}  // namespace parley::leap
