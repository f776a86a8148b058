#pragma once

#include "automata/automata.h"
#include "automata/components.h"

namespace parley::automata {

// The graph of the silent edges of 'lts' for which 'keep(from, to)' holds.
template <class Keep>
Graph silent_graph(const Lts& lts, const Silent& silent, const Keep& keep) {
  Graph graph;
  graph.begins.reserve(lts.num_states() + 1);
  graph.begins.push_back(0);
  for (LocalState from : lts.states()) {
    for (const Edge& edge : lts.edges(from))
      if (silent[edge.label.index()] && keep(from, edge.target)) graph.targets.push_back(edge.target.value);
    graph.begins.push_back(static_cast<std::uint32_t>(graph.targets.size()));
  }
  return graph;
}

inline Graph silent_graph(const Lts& lts, const Silent& silent) {
  return silent_graph(lts, silent, [](LocalState, LocalState) { return true; });
}

}   // namespace parley::automata
