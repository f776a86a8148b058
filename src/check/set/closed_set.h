#pragma once

#include "check/obligation.h"
#include "check/support.h"

namespace parley {

// A closed set by itself, independently of its use: alone, or as one of the sets of a case split.
struct SetCase {
  const Network& network;
  const ClosedSet& set;
  const Limits& limits;
  Progress& progress;
  SupportSpace& space;
};

// The demands of docs/formats/evidence/closed-set.md that do not depend on the question. Each is linear in
// what it reads: the set, and the rules that name a component of its support; never in the network.
Objection has_initial_state(const SetCase& asked);
Objection is_closed(const SetCase& asked);
Objection stays_self_contained(const SetCase& asked);   // where it is claimed

}   // namespace parley
