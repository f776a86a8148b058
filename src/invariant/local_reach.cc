#include "invariant/local_reach.h"

#include <algorithm>
#include <map>

namespace parley {

LocalReach::LocalReach(const Network& network, const Limits& limits) {
  std::map<std::pair<TemplateId, std::vector<bool>>, std::uint32_t> known;
  kind_of_.reserve(network.num_components());
  Pulse pulse(limits);
  std::vector<bool> used;
  for (ComponentId component : network.components()) {
    pulse.beat();
    const Lts& lts = network.lts(component);
    used.assign(lts.num_labels(), false);
    for (LocalLabel label : lts.labels()) used[label.index()] = !network.rules(component, label).empty();
    const auto [found, is_new] =
        known.try_emplace({network.template_of(component), used}, static_cast<std::uint32_t>(kinds_.size()));
    kind_of_.push_back(found->second);
    if (!is_new) continue;

    Kind& kind = kinds_.emplace_back();
    kind.states.assign(lts.num_states(), false);
    kind.labels.assign(lts.num_labels(), false);
    kind.states[lts.initial().index()] = true;
    std::vector<LocalState> stack{lts.initial()};
    while (!stack.empty()) {
      const LocalState from = stack.back();
      stack.pop_back();
      for (const Edge& edge : lts.edges(from)) {
        if (!used[edge.label.index()]) continue;
        kind.labels[edge.label.index()] = true;
        if (kind.states[edge.target.index()]) continue;
        kind.states[edge.target.index()] = true;
        stack.push_back(edge.target);
      }
    }
  }
}

bool LocalReach::could_fire(const Network& network, RuleId rule) const {
  const auto participants = network.participants(rule);
  return std::all_of(participants.begin(), participants.end(),
                     [&](const Participant& participant) { return is_performed(participant.component, participant.label); });
}

}   // namespace parley
