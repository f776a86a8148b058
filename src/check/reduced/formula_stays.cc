#include "check/reduced/formula_stays.h"

#include <algorithm>

namespace parley {

template <class Visit>
void FormulaStays::for_each_use(const Visit& visit) const {
  std::uint32_t sum = 0;
  for (const Predicate::Node& node : predicate_.nodes()) {
    if (node.kind == Predicate::Kind::kAtom) visit(Use{.atom = node.first});
    if (node.kind != Predicate::Kind::kAtMost) continue;
    for (const Predicate::Term& term : predicate_.terms(node)) visit(Use{.atom = term.atom, .sum = sum, .weight = term.weight});
    ++sum;
  }
}

// Counts first, then fills.
FormulaStays::FormulaStays(const Network& network, const Predicate& predicate)
    : predicate_(predicate), begins_(network.num_components() + 1) {
  const auto component_of = [&](const Use& use) { return predicate_.atoms()[use.atom].component.index(); };
  for_each_use([&](const Use& use) { ++begins_[component_of(use) + 1]; });
  for (std::size_t c = 0; c + 1 < begins_.size(); ++c) begins_[c + 1] += begins_[c];
  uses_.resize(begins_.back());
  std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
  for_each_use([&](const Use& use) { uses_[next[component_of(use)]++] = use; });
  const std::span<const Predicate::Node> nodes = predicate.nodes();
  changes_.resize(static_cast<std::size_t>(
      std::ranges::count_if(nodes, [](const Predicate::Node& node) { return node.kind == Predicate::Kind::kAtMost; })));
}

int FormulaStays::holds(const Use& use, LocalState state) const {
  const std::vector<LocalState>& states = predicate_.atoms()[use.atom].states;
  return std::binary_search(states.begin(), states.end(), state) ? 1 : 0;
}

bool FormulaStays::keeps_atoms(ComponentId component, LocalState from, LocalState to) {
  for (const Use& use : uses(component)) {
    const int change = holds(use, to) - holds(use, from);
    if (change == 0) continue;
    if (use.sum == kNoSum) return false;
    changes_[use.sum] += change * use.weight;   // PredicateBuilder keeps every sum of weights within 2^62: no overflow
    changed_.push_back(use.sum);
  }
  return true;
}

bool FormulaStays::keeps_sums() {
  bool all = true;
  for (std::uint32_t sum : changed_) {
    all = all && changes_[sum] == 0;
    changes_[sum] = 0;
  }
  changed_.clear();
  return all;
}

bool FormulaStays::operator()(std::span<const Participant> participants, std::span<const LocalState> row,
                              std::span<const LocalState> targets) {
  bool atoms = true;
  for (std::size_t i = 0; i < participants.size() && atoms; ++i) {
    const ComponentId component = participants[i].component;
    if (row[component.index()] != targets[i]) atoms = keeps_atoms(component, row[component.index()], targets[i]);
  }
  const bool sums = keeps_sums();
  return atoms && sums;
}

}   // namespace parley
