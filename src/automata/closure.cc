#include <algorithm>

#include "automata/automata.h"
#include "automata/silent_graph.h"

namespace parley::automata {

Closure tau_closure(const Lts& lts, const Silent& silent, const Limits& limits) {
  Pulse pulse(limits);
  const Graph graph = silent_graph(lts, silent);
  Closure closure;
  closure.begins.reserve(lts.num_states() + 1);
  closure.begins.push_back(0);
  std::vector<std::uint32_t> seen_from(lts.num_states(), 0xFFFFFFFF);
  std::vector<LocalState> reached;
  for (LocalState from : lts.states()) {
    reached.assign(1, from);
    seen_from[from.index()] = from.value;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      pulse.beat();
      const std::size_t node = reached[i].index();
      for (std::size_t edge = graph.begins[node]; edge < graph.begins[node + 1]; ++edge) {
        const std::uint32_t target = graph.targets[edge];
        if (seen_from[target] == from.value) continue;
        seen_from[target] = from.value;
        reached.emplace_back(target);
      }
    }
    std::ranges::sort(reached);
    if (closure.states.size() + reached.size() > closure.states.capacity()) {
      const std::size_t wanted = std::max(closure.states.size() + reached.size(), 2 * closure.states.capacity());
      limits.expect(wanted * sizeof(LocalState));
      closure.states.reserve(wanted);
    }
    closure.states.insert(closure.states.end(), reached.begin(), reached.end());
    closure.begins.push_back(closure.states.size());
  }
  return closure;
}

}   // namespace parley::automata
