#pragma once

#include <optional>

#include "front/front.h"

namespace parley {

// What a network that translate() made takes for granted: that none of its monitors sees a second token on
// its place. Nothing where it has none. Beyond such a state the network knows nothing of what the net does.
std::optional<Assumption> one_safety(const Network& network);

// The formula, and no monitor sees a second token: so that a trace to it is one of the net.
Predicate while_one_safe(const Network& network, Predicate formula);

}   // namespace parley
