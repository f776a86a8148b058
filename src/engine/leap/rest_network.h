#pragma once

#include "engine/leap/local_parts.h"

namespace parley::leap {

// The components of every node at rest: a node offers what all its rests offer, and changes nothing; a node
// without rests can go on by itself. Where a state in the reach of a node is a deadlock or a local deadlock,
// this network has one in the node. The converse is true where no node has several rests.
//
// Where it has, as after a choice of data to send, there are more rules, for several ones with the same
// participants: a component takes part if each of its rests offers one of them, its partners if they offer
// them all. Then something can happen whichever rest it is in, and with whom is the same. There are no more
// of these than are in proportion to the network, so that it is of the same size as the given one.
Network rest_network(const Network& network, const LocalParts& parts, const Limits& limits);

}   // namespace parley::leap
