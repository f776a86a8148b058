#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.h"

namespace parley::automata {

// A directed graph in CSR form: the targets of node n are targets[begins[n]] .. targets[begins[n + 1] - 1].
struct Graph {
  std::vector<std::uint32_t> begins;
  std::vector<std::uint32_t> targets;
  std::size_t size() const { return begins.size() - 1; }
};

struct Components {
  std::vector<std::uint32_t> of;   // the component of each node; an edge never leads to a component with a higher number
  std::vector<bool> has_cycle;     // per component: it has two nodes, or one with an edge to itself
  std::size_t count() const { return has_cycle.size(); }
};

// The strongly connected components, sinks first.
//
// Tarjan's algorithm (SIAM J. Computing 1972) with an explicit stack, so a chain of a million nodes does not
// overflow the call stack. Linear time.
Components strong_components(const Graph& graph, const Limits& limits);

}   // namespace parley::automata
