#include "invariant/pair_reach.h"

#include <algorithm>

namespace parley {

namespace {

constexpr std::uint32_t kAlone = 0xffff'ffff;

}  // namespace

// The templates, and the labels of the rules that name one of the two or both: pairs of labels, sorted, each once.
PairReach::Wiring PairReach::wiring(ComponentId first, ComponentId second) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moves;
  for (ComponentId component : {first, second})
    for (RuleId rule : network_.rules(component)) {
      std::uint32_t of_first = kAlone;
      std::uint32_t of_second = kAlone;
      for (const Participant& participant : network_.participants(rule)) {
        if (participant.component == first) of_first = participant.label.value;
        if (participant.component == second) of_second = participant.label.value;
      }
      moves.emplace_back(of_first, of_second);
    }
  std::sort(moves.begin(), moves.end());
  moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
  Wiring wiring{network_.template_of(first).value, network_.template_of(second).value};
  for (const auto& [of_first, of_second] : moves) {
    wiring.push_back(of_first);
    wiring.push_back(of_second);
  }
  return wiring;
}

PairReach::Together PairReach::search(const Wiring& wiring) const {
  const Lts& first = network_.lts(TemplateId(wiring[0]));
  const Lts& second = network_.lts(TemplateId(wiring[1]));
  Together together(first.num_states(), std::vector<bool>(second.num_states()));
  std::vector<std::pair<LocalState, LocalState>> stack;
  const auto reach = [&](LocalState a, LocalState b) {
    if (together[a.index()][b.index()]) return;
    together[a.index()][b.index()] = true;
    stack.emplace_back(a, b);
  };
  reach(first.initial(), second.initial());
  while (!stack.empty()) {
    pulse_.beat();
    const auto [a, b] = stack.back();
    stack.pop_back();
    if (first.is_error(a) || second.is_error(b)) continue;
    for (std::size_t i = 2; i < wiring.size(); i += 2) {
      if (wiring[i + 1] == kAlone) {
        for (const Edge& edge : first.edges(a, LocalLabel(wiring[i]))) reach(edge.target, b);
      } else if (wiring[i] == kAlone) {
        for (const Edge& edge : second.edges(b, LocalLabel(wiring[i + 1]))) reach(a, edge.target);
      } else {
        for (const Edge& left : first.edges(a, LocalLabel(wiring[i])))
          for (const Edge& right : second.edges(b, LocalLabel(wiring[i + 1]))) reach(left.target, right.target);
      }
    }
  }
  return together;
}

const PairReach::Together& PairReach::of(ComponentId first, ComponentId second) {
  Wiring key = wiring(first, second);
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  Together together = search(key);
  return known_.emplace(std::move(key), std::move(together)).first->second;
}

void PairReach::list_neighbours() {
  if (is_listed_) return;
  is_listed_ = true;
  for (RuleId rule : network_.rules()) {
    const auto participants = network_.participants(rule);
    for (std::size_t i = 0; i < participants.size(); ++i)
      for (std::size_t j = i + 1; j < participants.size(); ++j) {
        pulse_.beat();
        neighbours_.emplace_back(participants[i].component, participants[j].component);
      }
  }
  std::sort(neighbours_.begin(), neighbours_.end());
  neighbours_.erase(std::unique(neighbours_.begin(), neighbours_.end()), neighbours_.end());
  of_neighbours_.resize(neighbours_.size());
}

std::optional<std::pair<ComponentId, ComponentId>> PairReach::excluding(std::span<const LocalState> state) {
  list_neighbours();
  for (std::size_t i = 0; i < neighbours_.size(); ++i) {
    pulse_.beat();
    const auto& [first, second] = neighbours_[i];
    if (of_neighbours_[i] == nullptr) of_neighbours_[i] = &of(first, second);
    if (!(*of_neighbours_[i])[state[first.index()].index()][state[second.index()].index()]) return neighbours_[i];
  }
  return std::nullopt;
}

}  // namespace parley
