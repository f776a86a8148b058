#include "automata/subsets.h"

#include <algorithm>

namespace parley::automata {

Subsets::Subsets(const Lts& lts, const Silent& silent, const Limits& limits)
    : lts_(lts),
      silent_(silent),
      pulse_(limits),
      silent_edges_(silent_graph(lts, silent)),
      sets_(limits),
      in_scratch_(lts.num_states()) {}

std::uint32_t Subsets::initial() {
  scratch_.assign(1, lts_.initial().value);
  in_scratch_[lts_.initial().index()] = true;
  return add_closure();
}

const std::vector<Subsets::Step>& Subsets::steps(std::uint32_t set) {
  edges_.clear();
  for (std::uint32_t member : sets_[set])
    for (const Edge& edge : lts_.edges(LocalState(member))) {
      pulse_.beat();
      if (!silent_[edge.label.index()]) edges_.push_back(edge);
    }
  std::ranges::sort(edges_);
  steps_.clear();
  for (std::size_t i = 0; i < edges_.size();) {
    const LocalLabel label = edges_[i].label;
    scratch_.clear();
    for (; i < edges_.size() && edges_[i].label == label; ++i) {
      const std::uint32_t target = edges_[i].target.value;
      if (in_scratch_[target]) continue;
      in_scratch_[target] = true;
      scratch_.push_back(target);
    }
    steps_.push_back({label, add_closure()});
  }
  return steps_;
}

bool Subsets::has_error(std::uint32_t set) const {
  return lts_.has_error() &&
         std::ranges::any_of(sets_[set], [&](std::uint32_t member) { return lts_.is_error(LocalState(member)); });
}

std::uint32_t Subsets::add_closure() {
  for (std::size_t i = 0; i < scratch_.size(); ++i) {
    pulse_.beat();
    for (std::size_t edge = silent_edges_.begins[scratch_[i]]; edge < silent_edges_.begins[scratch_[i] + 1]; ++edge) {
      const std::uint32_t target = silent_edges_.targets[edge];
      if (in_scratch_[target]) continue;
      in_scratch_[target] = true;
      scratch_.push_back(target);
    }
  }
  for (std::uint32_t member : scratch_) in_scratch_[member] = false;
  std::ranges::sort(scratch_);
  return sets_.add(scratch_).number;
}

}   // namespace parley::automata
