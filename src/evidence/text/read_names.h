#pragma once

#include "evidence/text/scan.h"
#include "net/network.h"

namespace parley {

// The words of an evidence file that name parts of the network.
bool read_component(Scanner& in, const Network& network, ComponentId& into);
// A name that stands for one state only, or '#' and a state's number.
bool read_state(Scanner& in, const Lts& lts, LocalState& into);

}   // namespace parley
