#pragma once

#include "engine/engine.h"

namespace parley::leap {

// Counts the full product, and says by how many per cent a graph with so many nodes and edges is smaller, as
// paper 002 prints it. If a limit comes on the way, the counts of the graph stand. Throws Stopped.
void compare_with_product(const Network& network, std::uint64_t nodes, std::uint64_t edges, Run& run);

}   // namespace parley::leap
