#pragma once

#include "tiny_network.h"

namespace parley::evidence_ring {

// Two to four processes and sometimes an observer, that move on their own between what they do with others,
// and begin anywhere. Unlike those of tiny_network(), whose rules are mostly local, they have leap graphs of
// many nodes, states that are alike, several tops, and several states to rest in. Sometimes without error
// states, sometimes with a component that begins in one.
Network leaping_network(Dice& dice);

}   // namespace parley::evidence_ring
