#pragma once

#include "engine/engine.h"

namespace parley::leap {

// Counts the full product and records by how many per cent a graph with so many nodes and edges is smaller,
// as (Magniette, Pilard and Rozoy) do. If a limit is reached meanwhile, the counts of the graph stay. Throws
// Stopped.
void compare_with_product(const Network& network, std::uint64_t nodes, std::uint64_t edges, Run& run);

}   // namespace parley::leap
