#pragma once

#include "base/limits.h"
#include "base/progress.h"
#include "net/network.h"

namespace parley {

enum class StateNames : std::uint8_t { kNumbers, kLocalStates };   // "17", or "EATING,THINKING,HELD"

// The reachable states of the network as one Lts, numbered breadth first, its labels the network's in the order
// in which they were first performed. Terminated states are terminal, states with a component in an error state are errors. Throws Stopped.
Lts product(const Network& network, StateNames names, const Limits& limits, Progress& progress);

}  // namespace parley
