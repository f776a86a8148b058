#pragma once

#include "engine/leap/settings.h"

namespace parley::leap {

// `parley explore` with leaps: nodes and edges of the leap graph, how many nodes have deadlocks and local
// deadlocks inside, and, if asked for, how much smaller the graph is than the full product (product.h).
// Throws Stopped.
void explore_leaps(const Network& network, const Settings& settings, Run& run);

}   // namespace parley::leap
