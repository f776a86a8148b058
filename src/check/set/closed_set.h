#pragma once

#include "check/obligation.h"
#include "check/support.h"

namespace parley {

// A closed set by itself, whatever it is given for: alone, or as one of the sets of a case split.
struct SetCase {
  const Network& network;
  const ClosedSet& set;
  const Limits& limits;
  Progress& progress;
  SupportSpace& space;
};

// What docs/formats/evidence/closed-set.md demands of it, but for what depends on the question. Each is
// linear in what it looks at: the set, the rules that name a component of its support; never in the network.
Objection has_initial_state(const SetCase& asked);
Objection is_closed(const SetCase& asked);
Objection stays_self_contained(const SetCase& asked);   // where it is claimed

}   // namespace parley
