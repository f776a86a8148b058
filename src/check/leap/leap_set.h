#pragma once

#include "check/leap/network.h"
#include "check/obligation.h"

namespace parley::leap_set {

// What makes a leap set one of this network, whatever it is given for.
Objection ill_formed(const Claim& asked, const LeapSet& set);

inline const LeapSet& set_of(const Claim& asked) { return *std::get<LeapSetRef>(asked.evidence); }
inline const StateTable& nodes_of(const Claim& asked) { return set_of(asked).nodes.states; }
// How the components of the network count, by the set.
inline Shapes shapes_of(const Claim& asked) { return {asked.network, set_of(asked).steppers, asked.limits}; }
std::string node_text(const Claim& asked, std::span<const LocalState> node);

// No state that a node of a set that is not reduced stands for, and none that a step from there into an error
// leads to, is bad.
Objection excludes_bad_plain(const Claim& asked);

// What a reduced leap set shows, it shows of a leap network, as a reduced set, about a question that is asked
// of nodes. First, that this is enough: no component may come to rest where it refuses what it offers on the
// way there, and no component may stand twice in a formula.
Objection is_settled(const Claim& asked);
// The obligation of reduced sets with this name, of that network, set and question.
Objection as_reduced(const Claim& asked, std::string_view obligation);

}   // namespace parley::leap_set
