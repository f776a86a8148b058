#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "front/pnml/net.h"

namespace parley {

// A set of places that becomes one component. No reachable marking has a token on two of them.
struct Part {
  std::string name;
  std::vector<std::uint32_t> places;   // not empty
  bool is_monitored = false;           // a single place that is not known to be 1-safe
};

// The parts of a net; each place is in exactly one of them. They are the units of the net, if it has any.
// Otherwise they are the state machines that StateMachines finds, and one monitored part per place that
// remains.
std::vector<Part> decompose(const PetriNet& net, const Limits& limits);

}   // namespace parley
