#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "front/pnml/net.h"

namespace parley {

// Places that become one component: in no reachable marking do two of them have tokens.
struct Part {
  std::string name;
  std::vector<std::uint32_t> places;   // not empty
  bool is_monitored = false;           // one place, of which it is not known that it never gets a second token
};

// The parts of a net, which have each place once: its units, where it has some; else what state machines it
// is found to be made of.
std::vector<Part> decompose(const PetriNet& net, const Limits& limits);

}   // namespace parley
