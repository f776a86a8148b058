#pragma once

#include "evidence/text/scan.h"
#include "net/network.h"

namespace parley {

// Read the words of an evidence file that name parts of the network.
bool read_component(Scanner& in, const Network& network, ComponentId& into);
// A name that only one state has, or '#' and the number of a state.
bool read_state(Scanner& in, const Lts& lts, LocalState& into);

}   // namespace parley
