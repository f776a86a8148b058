#pragma once

#include "engine/leap/local_parts.h"

namespace parley::leap {

// The network in which every component is at rest. A node offers what all its rests offer, and its steps
// change nothing. A node without rests has an idle loop. If a state in the reach of a node is a deadlock or a
// local deadlock, then this network has one in the node. The converse holds where no node has several rests.
//
// A node has several rests, for example, after a choice of data to send. So there are *joint* rules for
// several rules with the same participants. The choosing component takes part if each of its rests offers one
// of them, its partners if they offer all of them. Then one of the rules is enabled whichever rest the
// component is in, with the same participants. Joint rules are limited in proportion to the network, so the
// result has the size of the given network.
Network rest_network(const Network& network, const LocalParts& parts, const Limits& limits);

}   // namespace parley::leap
