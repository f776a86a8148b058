#pragma once

#include <optional>

#include "front/front.h"

namespace parley {

// The assumption behind a network made by translate(): no monitor sees a second token on its place. nullopt
// if the network has no monitors. After a second token the network no longer represents the net.
std::optional<Assumption> one_safety(const Network& network);

// The formula, and that no monitor is in error. So a trace to a state that satisfies it is a trace of the
// net.
Predicate while_one_safe(const Network& network, Predicate formula);

}   // namespace parley
