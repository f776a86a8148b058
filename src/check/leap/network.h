#pragma once

#include <optional>

#include "check/leap/shapes.h"
#include "property/property.h"

namespace parley::leap_set {

// A network whose components have the states of another one, that network's rules, with the same
// participants, and other edges. All ids, names of components, labels and states are the same, only the local
// labels are not. States that are not needed have no edges, but for those of shapes that do nothing alone;
// each component begins in the representative of its initial state.
//
// Linear to build in the network, what an Explorer costs for each needed state, and the edges that there are
// in the end.
enum class Edges : std::uint8_t {
  // The leap network of a formula or of automata. A shared rule leads to the tops, and to the error states
  // that are entered from the reach; a local rule to such error states only: everywhere else the node leads
  // already.
  kLeaps,
  // The leap network of deadlocks and local deadlocks. A local rule leads to where it is, if the component
  // need not come to rest on its own, and else nowhere: an error state would hide that it may rest. A state
  // is terminal if the component may come to rest, and then has ended.
  kRestingLeaps,
  // Who is offered what whatever happens: an edge to where the component is for each label that all states
  // offer in which it may come to rest; for every label, if it need not come to rest. Terminal states as
  // before.
  kRest,
};
Network leap_network(const Network& network, const Shapes& shapes, const std::vector<std::vector<bool>>& needed, Edges edges,
                     const Limits& limits);

// The states of the reach of 'from' in which the component rests. Left out is who offers all shared labels
// that another one offers, unless it has not ended and the other one has: wherever it is part of a deadlock,
// or of a local one, the other one is as well.
std::vector<LocalState> resting_states(Explorer& explorer, LocalState from);

// A label of a shared rule that some state of the reach offers, and one in which the component rests refuses;
// nothing, if there is none, and the state is settled.
struct Unsettled {
  LocalState resting;
  LocalLabel label;
};
std::optional<Unsettled> unsettled(Explorer& explorer, LocalState from);

// The formula that is true of a node exactly if the formula is true of a state that the node stands for,
// provided that no component occurs in it twice and none has error states.
Predicate translated(const Shapes& shapes, const Predicate& formula, const Limits& limits);
// The components that occur twice, ascending, each time counted that a text would spell it out.
std::vector<ComponentId> repeated(const Network& network, const Predicate& formula);

}   // namespace parley::leap_set
