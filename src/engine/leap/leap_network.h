#pragma once

#include "engine/leap/local_parts.h"

namespace parley::leap {

// Networks whose states are the nodes of the leap graph. Components and rules correspond one to one to those
// of the user's network. A component's states are its nodes (LocalParts::Kind), and a rule's label is the
// rule's number. So the search core runs on them as on any other network.

struct LeapSettings {
  // A component that can always go on by local rules gets a self-loop, so that it does not count as blocked.
  bool idle_loops = false;
};

// The network whose steps are leaps: a shared rule moves each participant from a node to a node that its
// label enters from some state of the reach.
Network leap_network(const Network& network, const LocalParts& parts, const LeapSettings& settings, const Limits& limits);

}   // namespace parley::leap
