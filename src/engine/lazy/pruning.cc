#include "engine/lazy/pruning.h"

#include <algorithm>

namespace parley::lazy {

Pruning::Pruning(const Network& network, std::span<const LinearInvariant> invariants) : network_(network), invariants_(invariants) {
  least_.reserve(invariants.size());
  for (const LinearInvariant& invariant : invariants) {
    std::int64_t least = 0;
    for (const LinearInvariant::Row& row : invariant.rows) least += std::ranges::min(row.weights);
    least_.push_back(least);
  }
}

PruningView::PruningView(const Pruning* pruning, const Fragment& fragment, std::span<const Party> members) {
  if (pruning == nullptr) return;
  for (std::size_t i = 0; i < pruning->invariants().size(); ++i) {
    const LinearInvariant& invariant = pruning->invariants()[i];
    Sum sum;
    std::int64_t outside = pruning->least(i);
    for (std::uint32_t column = 0; column < members.size(); ++column) {
      const auto row = std::ranges::lower_bound(invariant.rows, fragment.component(members[column]), {}, &LinearInvariant::Row::component);
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

}  // namespace parley::lazy
