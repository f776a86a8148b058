#include "check/proof/pairs.h"

#include <algorithm>
#include <utility>

namespace parley::proof {

namespace {

// The label that the rule gives the component, if it names it.
LocalLabel label_in(const Network& network, RuleId rule, ComponentId component, bool& is_named) {
  const std::span<const Participant> participants = network.participants(rule);
  const auto found = std::lower_bound(participants.begin(), participants.end(), component,
                                      [](const Participant& a, ComponentId b) { return a.component < b; });
  is_named = found != participants.end() && found->component == component;
  return is_named ? found->label : LocalLabel();
}

}   // namespace

PairReach::PairReach(const Network& network, ComponentId first, ComponentId second, const Limits& limits)
    : num_second_(network.lts(second).num_states()) {
  const Lts& lts1 = network.lts(first);
  const Lts& lts2 = network.lts(second);
  limits.expect(lts1.num_states() * lts2.num_states() / 8);
  is_reached_.resize(lts1.num_states() * lts2.num_states());
  Pulse pulse(limits);

  // Which labels occur together in a rule, and which occur in a rule that does not name the other component.
  std::vector<std::pair<LocalLabel, LocalLabel>> together;
  std::vector<std::size_t> together1(lts1.num_labels());
  std::vector<std::size_t> together2(lts2.num_labels());
  const bool first_has_fewer = network.rules(first).size() <= network.rules(second).size();
  for (RuleId rule : network.rules(first_has_fewer ? first : second)) {
    pulse.beat();
    bool names_first = false;
    bool names_second = false;
    const LocalLabel label1 = label_in(network, rule, first, names_first);
    const LocalLabel label2 = label_in(network, rule, second, names_second);
    if (!names_first || !names_second) continue;
    together.emplace_back(label1, label2);
    ++together1[label1.index()];
    ++together2[label2.index()];
  }
  std::sort(together.begin(), together.end());
  together.erase(std::unique(together.begin(), together.end()), together.end());
  const auto is_alone = [&](ComponentId component, const std::vector<std::size_t>& shared, LocalLabel label) {
    return network.rules(component, label).size() > shared[label.index()];
  };

  std::vector<std::pair<LocalState, LocalState>> open;
  const auto reach = [&](LocalState state1, LocalState state2) {
    if (is_reached_[index(state1, state2)]) return;
    is_reached_[index(state1, state2)] = true;
    open.emplace_back(state1, state2);
  };
  reach(lts1.initial(), lts2.initial());
  while (!open.empty()) {
    pulse.beat();
    const auto [state1, state2] = open.back();
    open.pop_back();
    if (lts1.is_error(state1) || lts2.is_error(state2)) continue;
    for (const Edge& edge : lts1.edges(state1))
      if (is_alone(first, together1, edge.label)) reach(edge.target, state2);
    for (const Edge& edge : lts2.edges(state2))
      if (is_alone(second, together2, edge.label)) reach(state1, edge.target);
    for (const Edge& edge1 : lts1.edges(state1)) {
      if (together1[edge1.label.index()] == 0) continue;
      auto pair = std::lower_bound(together.begin(), together.end(), std::pair(edge1.label, LocalLabel()));
      for (; pair != together.end() && pair->first == edge1.label; ++pair) {
        pulse.beat();
        for (const Edge& edge2 : lts2.edges(state2, pair->second)) reach(edge1.target, edge2.target);
      }
    }
  }
}

}   // namespace parley::proof
