#include "net/lint.h"

#include <algorithm>
#include <optional>

namespace parley {

namespace {

// For each label, whether a state that is reachable inside the Lts has an edge with it.
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

// Union-find over the processes, with path halving.
class Parts {
 public:
  explicit Parts(std::size_t size) : parent_(size) {
    for (std::uint32_t i = 0; i < size; ++i) parent_[i] = i;
  }
  std::uint32_t find(std::uint32_t at) {
    while (parent_[at] != at) at = parent_[at] = parent_[parent_[at]];
    return at;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

void find_lone(const Network& network, Pulse& pulse, Lints& lints) {
  std::size_t processes = 0;
  for (ComponentId component : network.components())
    if (!network.is_observer(component)) ++processes;
  if (processes < 2) return;

  std::vector<bool> meets_another(network.num_components());
  Parts parts(network.num_components());
  for (RuleId rule : network.rules()) {
    pulse.beat();
    std::optional<ComponentId> first;
    for (const Participant& p : network.participants(rule)) {
      if (network.is_observer(p.component)) continue;
      if (!first) {
        first = p.component;
        continue;
      }
      meets_another[first->index()] = meets_another[p.component.index()] = true;
      parts.join(first->value, p.component.value);
    }
  }
  std::optional<ComponentId> first;
  for (ComponentId component : network.components()) {
    if (network.is_observer(component) || network.rules(component).empty()) continue;
    if (!meets_another[component.index()]) {
      lints.lone_components.push_back(component);
    } else if (!first) {
      first = component;
    } else if (lints.apart.empty() && parts.find(first->value) != parts.find(component.value)) {
      lints.apart.push_back({*first, component});
    }
  }
}

}   // namespace

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
  find_lone(network, pulse, lints);
  for (ComponentId component : network.components()) {
    pulse.beat();
    if (network.rules(component).empty()) lints.idle_components.push_back(component);
    const std::vector<bool>& ever = offered[network.template_of(component).index()];
    for (LocalLabel label : network.lts(component).labels())
      if (ever[label.index()] && network.rules(component, label).empty()) lints.dead_labels.push_back({component, label});
  }
  return lints;
}

}   // namespace parley
