#pragma once

#include "evidence/invariant_proof.h"
#include "tiny_network.h"

namespace parley::evidence_ring {

// A network of which a ranking may be true, and a ranking: rules take place in a fixed order, each process
// goes round through its own ones. Then mostly something is spoilt: a process has its rules in another order,
// or does one twice, may choose, goes elsewhere by a label that nobody uses, ends, breaks, has an observer;
// rules get a label that others have; ranks are mixed up.
struct Scheduled {
  Network network;
  Ranking ranking;
};
Scheduled scheduled_network(Dice& dice);

}   // namespace parley::evidence_ring
