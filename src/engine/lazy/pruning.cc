#include "engine/lazy/pruning.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace parley::lazy {

Pruning::Pruning(const Network& network, std::span<const LinearInvariant> invariants)
    : network_(network), invariants_(invariants) {
  least_.reserve(invariants.size());
  for (const LinearInvariant& invariant : invariants) {
    std::int64_t least = 0;
    std::uint64_t size = std::uint64_t(std::abs(invariant.bound));
    const LinearInvariant::Row* before = nullptr;
    for (const LinearInvariant::Row& row : invariant.rows) {
      if (row.component.index() >= network.num_components() || row.weights.size() != network.lts(row.component).num_states() ||
          (before != nullptr && before->component >= row.component))
        throw std::logic_error("an invariant that does not fit the network");
      const auto [low, high] = std::ranges::minmax(row.weights);
      size += static_cast<std::uint64_t>(std::max(std::abs(low), std::abs(high)));
      if (size >= std::uint64_t{1} << 62) throw std::logic_error("an invariant whose sums may overflow");
      least += low;
      before = &row;
    }
    least_.push_back(least);
  }
}

std::vector<ComponentId> Pruning::against(const StateSets& sets, std::span<const LocalGoal> local_goals) const {
  struct Gain {
    std::int64_t gain;   // the weight of the local goal above the least weight of the component
    ComponentId component;
  };
  std::vector<Gain> gains;
  for (std::size_t i = 0; i < invariants_.size(); ++i) {
    gains.clear();
    std::int64_t sum = least_[i];
    for (const LocalGoal& local_goal : local_goals) {
      const auto row = std::ranges::lower_bound(invariants_[i].rows, local_goal.component, {}, &LinearInvariant::Row::component);
      if (row == invariants_[i].rows.end() || row->component != local_goal.component) continue;
      std::optional<std::int64_t> least;
      for (LocalState state : network_.lts(local_goal.component).states())
        if (sets.contains(local_goal.set, state))
          least = std::min(least.value_or(row->weights[state.index()]), row->weights[state.index()]);
      if (const std::int64_t gain = least ? *least - std::ranges::min(row->weights) : 0; gain > 0)
        gains.push_back({gain, local_goal.component});
    }
    std::ranges::stable_sort(gains, [](const Gain& a, const Gain& b) { return a.gain > b.gain; });
    std::vector<ComponentId> members;
    for (const Gain& gain : gains) {
      sum += gain.gain;
      members.push_back(gain.component);
      if (sum <= invariants_[i].bound) continue;
      std::ranges::sort(members);
      return members;
    }
  }
  return {};
}

PruningView::PruningView(const Pruning* pruning, const Fragment& fragment, std::span<const LocalComponent> members) {
  if (pruning == nullptr) return;
  for (std::size_t i = 0; i < pruning->invariants().size(); ++i) {
    const LinearInvariant& invariant = pruning->invariants()[i];
    Sum sum;
    std::int64_t outside = pruning->least(i);
    for (std::uint32_t column = 0; column < members.size(); ++column) {
      const auto row =
          std::ranges::lower_bound(invariant.rows, fragment.component(members[column]), {}, &LinearInvariant::Row::component);
      if (row == invariant.rows.end() || row->component != fragment.component(members[column])) continue;
      outside -= std::ranges::min(row->weights);
      sum.rows.emplace_back(column, &*row);
    }
    sum.room = invariant.bound - outside;
    if (!sum.rows.empty()) sums_.push_back(std::move(sum));
  }
}

bool PruningView::rules_out(std::span<const LocalState> members) const {
  return std::ranges::any_of(sums_, [&](const Sum& sum) {
    std::int64_t weight = 0;
    for (const auto& [column, row] : sum.rows) weight += row->weights[members[column].index()];
    return weight > sum.room;
  });
}

}   // namespace parley::lazy
