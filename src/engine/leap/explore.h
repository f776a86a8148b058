#pragma once

#include "engine/leap/settings.h"

namespace parley::leap {

// `parley explore` with leaps: counts nodes and edges of the leap graph and the nodes with deadlocks and
// local deadlocks inside. If asked for, it also says how much smaller the graph is than the full product
// (product.h). Throws Stopped.
void explore_leaps(const Network& network, const Settings& settings, Run& run);

}   // namespace parley::leap
