#pragma once

#include <optional>
#include <vector>

#include "base/limits.h"
#include "front/pnml/net.h"
#include "net/network.h"
#include "property/predicate.h"

namespace parley {

// A net as a network (docs/formats/pnml.md), and what its places and transitions have become.
struct PetriNetwork {
  Network network;
  std::vector<Atom> marked;   // place -> the states of its component in which it has its token
  std::vector<std::optional<RuleId>>
      rules;   // transition -> its rule; nothing where the component of some places refuses it in every state
  std::vector<ComponentId>
      monitors;   // those with an error state, which a second token on a place leads to; none if the net is known to be 1-safe
};

// One component for each unit of the net, or for each state machine found in it; one rule for each
// transition. Linear in places and arcs where there are units.
PetriNetwork translate(const PetriNet& net, const Limits& limits);

}   // namespace parley
