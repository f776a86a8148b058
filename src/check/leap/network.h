#pragma once

#include <optional>

#include "check/leap/shapes.h"
#include "property/property.h"

namespace parley::leap_set {

// Which edges to build. The new network has the components, states and rules (with their participants) of the
// given one, and other edges. All ids and the names of components, labels and states are the same; only the
// local labels differ. States that are not needed have no edges, except in shapes without local steps. Each
// component begins in the representative of its initial state.
//
// Linear to build in the network, the cost of an Explorer for each needed state, and the resulting edges.
enum class Edges : std::uint8_t {
  // The leap network for a formula or for automata. A shared rule leads to the tops, and to the error states
  // that are entered from the reach. A local rule leads only to error states: the node represents its other
  // targets already.
  kLeaps,
  // The leap network for deadlocks and local deadlocks. A local rule is a self-loop if the component need not
  // come to rest by its local steps, and has no edge otherwise: an error state would hide that the component
  // may rest. A state is terminal if the component may come to rest, and has then ended.
  kRestingLeaps,
  // What each component offers in all its resting states: a self-loop for each label that all resting states
  // offer, or for every label if the component need not come to rest. Terminal states as in kRestingLeaps.
  kRest,
};
Network leap_network(const Network& network, const Shapes& shapes, const std::vector<std::vector<bool>>& needed, Edges edges,
                     const Limits& limits);

// The states in the reach of 'from' in which the component rests. A resting state is left out if it offers
// all shared labels that another one offers, unless it has not ended and the other one has: in any deadlock
// or local deadlock it can be replaced by the other one.
std::vector<LocalState> resting_states(Explorer& explorer, LocalState from);

// A shared label that some state of the reach offers and some resting state refuses. If there is none, the
// state is settled.
struct Unsettled {
  LocalState resting;
  LocalLabel label;
};
std::optional<Unsettled> unsettled(Explorer& explorer, LocalState from);

// A formula that is true of a node exactly if the given formula is true of some state that the node
// represents, provided that no component occurs in it twice and none has error states.
Predicate translated(const Shapes& shapes, const Predicate& formula, const Limits& limits);
// The components that occur more than once in the formula written out as a tree, ascending.
std::vector<ComponentId> repeated(const Network& network, const Predicate& formula);

}   // namespace parley::leap_set
