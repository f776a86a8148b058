#pragma once

#include <optional>
#include <vector>

#include "base/limits.h"
#include "front/pnml/net.h"
#include "net/network.h"
#include "property/predicate.h"

namespace parley {

// A net as a network (docs/formats/pnml.md), with what its places and transitions became.
struct PetriNetwork {
  Network network;
  std::vector<Atom> marked;   // by place: the states of its component in which it has its token
  // By transition: its rule; nullopt if some component refuses it in every state.
  std::vector<std::optional<RuleId>> rules;
  // The components with an error state, which a second token leads to. Empty if the net is known to be
  // 1-safe.
  std::vector<ComponentId> monitors;
};

// One component per unit of the net, or per state machine found in it; one rule per transition. Linear in
// places and arcs if there are units.
PetriNetwork translate(const PetriNet& net, const Limits& limits);

}   // namespace parley
