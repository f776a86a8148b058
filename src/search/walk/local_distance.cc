#include "search/walk/local_distance.h"

#include <algorithm>

namespace parley {

const LocalDistances::Reversed& LocalDistances::reversed(TemplateId of) {
  const auto [place, added] = reversed_.try_emplace(of);
  Reversed& graph = place->second;
  if (!added) return graph;
  const Lts& lts = network_.lts(of);
  graph.begins.assign(lts.num_states() + 1, 0);
  for (LocalState state : lts.states())
    for (const Edge& edge : lts.edges(state)) ++graph.begins[edge.target.index() + 1];
  for (std::size_t i = 0; i < lts.num_states(); ++i) graph.begins[i + 1] += graph.begins[i];
  graph.sources.resize(lts.num_edges());
  std::vector<std::uint32_t> next(graph.begins.begin(), graph.begins.end() - 1);
  for (LocalState state : lts.states())
    for (const Edge& edge : lts.edges(state)) graph.sources[next[edge.target.index()]++] = state;
  return graph;
}

std::size_t LocalDistances::table(TemplateId of, Side side, const std::vector<LocalState>& states) {
  const auto known = tables_.find({of, side, states});
  if (known != tables_.end()) return known->second;
  const std::size_t size = network_.lts(of).num_states();
  const std::size_t first = entries_.size();
  if (first + size > kMostEntries) return kRefused;

  entries_.resize(first + size, side == Side::kInside ? kFar : 0);
  for (LocalState state : states) entries_[first + state.index()] = side == Side::kInside ? 0 : kFar;
  std::vector<LocalState> queue;
  queue.reserve(size);
  for (LocalState state : network_.lts(of).states())
    if (entries_[first + state.index()] == 0) queue.push_back(state);
  const Reversed& graph = reversed(of);
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::size_t state = queue[next].index();
    for (std::uint32_t i = graph.begins[state]; i < graph.begins[state + 1]; ++i) {
      std::int32_t& distance = entries_[first + graph.sources[i].index()];
      if (distance != kFar) continue;
      distance = entries_[first + state] + 1;
      queue.push_back(graph.sources[i]);
    }
  }
  farthest_[first] =
      queue.empty() ? 0 : entries_[first + queue.back().index()];   // the queue is breadth first: its last state is the farthest
  tables_.emplace(std::tuple(of, side, states), first);
  return first;
}

}   // namespace parley
