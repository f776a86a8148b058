#pragma once

#include "engine/leap/local_parts.h"

namespace parley::leap {

// Networks whose states are the nodes of the leap graph. Components and rules are those of the user's
// network, one to one; a component's states are its nodes (LocalParts::Kind), a rule's label is its own
// number. So the search core runs on them as on any other network.

struct LeapSettings {
  // A component that can always go on by itself gets a step that changes nothing, so that nobody takes it for
  // stuck.
  bool idle_loops = false;
};

// Its steps are leaps: a shared rule moves each participant from a node to one that its label enters from
// somewhere in the reach.
Network leap_network(const Network& network, const LocalParts& parts, const LeapSettings& settings, const Limits& limits);

}   // namespace parley::leap
