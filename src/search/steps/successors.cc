#include "search/steps/successors.h"

namespace parley {

bool Successors::in_error(std::span<const LocalState> state) const {
  for (ComponentId component : network_.components()) {
    const Lts& lts = network_.lts(component);
    if (lts.has_error() && lts.is_error(state[component.index()])) return true;
  }
  return false;
}

bool Successors::gather(RuleId rule, std::span<const LocalState> state) {
  edges_.clear();
  for (const Participant& p : network_.participants(rule)) {
    const std::span<const Edge> edges = network_.lts(p.component).edges(state[p.component.index()], p.label);
    if (edges.empty()) return false;
    edges_.push_back(edges);
  }
  return true;
}

}   // namespace parley
