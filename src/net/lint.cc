#include "net/lint.h"

namespace parley {

namespace {

// For each label whether some state that is reachable inside the Lts has an edge with it.
std::vector<bool> labels_ever_offered(const Lts& lts, Pulse& pulse) {
  std::vector<bool> seen(lts.num_states());
  std::vector<bool> offered(lts.num_labels());
  std::vector<LocalState> open = {lts.initial()};
  seen[lts.initial().index()] = true;
  while (!open.empty()) {
    pulse.beat();
    const LocalState state = open.back();
    open.pop_back();
    for (const Edge& edge : lts.edges(state)) {
      offered[edge.label.index()] = true;
      if (seen[edge.target.index()]) continue;
      seen[edge.target.index()] = true;
      open.push_back(edge.target);
    }
  }
  return offered;
}

}  // namespace

Lints lint(const Network& network, const Limits& limits) {
  Pulse pulse(limits, 4096);
  std::vector<std::vector<bool>> offered;
  for (TemplateId id : network.templates()) offered.push_back(labels_ever_offered(network.lts(id), pulse));

  Lints lints;
  for (RuleId rule : network.rules()) {
    pulse.beat();
    for (const Participant& p : network.participants(rule)) {
      if (offered[network.template_of(p.component).index()][p.label.index()]) continue;
      lints.dead_rules.push_back({rule, p.component});
      break;
    }
  }
  for (ComponentId component : network.components()) {
    pulse.beat();
    if (network.rules(component).empty()) lints.idle_components.push_back(component);
    const std::vector<bool>& ever = offered[network.template_of(component).index()];
    for (LocalLabel label : network.lts(component).labels())
      if (ever[label.index()] && network.rules(component, label).empty()) lints.dead_labels.push_back({component, label});
  }
  return lints;
}

}  // namespace parley
