#include "check/proof/reached.h"

namespace parley::proof {

const ReachedStates::Reach& ReachedStates::find(ComponentId component) {
  const Lts& lts = network_.lts(component);
  std::vector<bool> is_used(lts.num_labels());
  for (LocalLabel label : lts.labels()) {
    pulse_.beat();
    is_used[label.index()] = !network_.rules(component, label).empty();
  }
  const auto [place, is_new] = found_.try_emplace({network_.template_of(component), is_used});
  Reach& reach = place->second;
  if (!is_new) return reach;

  reach.states.resize(lts.num_states());
  reach.labels.resize(lts.num_labels());
  std::vector<LocalState> open{lts.initial()};
  reach.states[lts.initial().index()] = true;
  while (!open.empty()) {
    const LocalState from = open.back();
    open.pop_back();
    for (const Edge& edge : lts.edges(from)) {
      pulse_.beat();
      reach.labels[edge.label.index()] = true;
      if (!is_used[edge.label.index()] || reach.states[edge.target.index()]) continue;
      reach.states[edge.target.index()] = true;
      open.push_back(edge.target);
    }
  }
  return reach;
}

}   // namespace parley::proof
