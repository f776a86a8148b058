#pragma once

#include "check/leap/network.h"
#include "check/obligation.h"

namespace parley::leap_set {

// What is wrong with the leap set as a set of this network, independently of the property.
Objection ill_formed(const Claim& asked, const LeapSet& set);

inline const LeapSet& set_of(const Claim& asked) { return *std::get<LeapSetRef>(asked.evidence); }
inline const StateTable& nodes_of(const Claim& asked) { return set_of(asked).nodes.states; }
// The shapes of the components, with the steppers of the set.
inline Shapes shapes_of(const Claim& asked) { return {asked.network, set_of(asked).steppers, asked.limits}; }
std::string node_text(const Claim& asked, std::span<const LocalState> node);

// No bad state is represented by a node of a set that is not reduced, and no step into an error leads from
// such a state to a bad one.
Objection excludes_bad_plain(const Claim& asked);

// A reduced leap set is judged as a reduced set of the leap network, about a question that is translated to
// nodes. This obligation shows that the translation is sound: no component may come to rest in a state that
// refuses what it offers on the way there, and no component may occur twice in a formula.
Objection is_settled(const Claim& asked);
// The obligation of reduced sets with this name, about the leap network, the set of nodes and the translated
// question.
Objection as_reduced(const Claim& asked, std::string_view obligation);

}   // namespace parley::leap_set
