#include "base/statistics.h"

namespace parley {

const std::array<StatisticRow, kStatistics>& statistic_rows() {
  static constexpr std::array<StatisticRow, kStatistics> kRows = {{
      {Statistic::kStates, "states", "states explored"},
      {Statistic::kTransitions, "transitions", "distinct (state, rule, state)"},
      {Statistic::kDeadlocks, "deadlocks", "states that are deadlocks"},
      {Statistic::kLocalDeadlocks, "local_deadlocks", "states in which some components are blocked for ever"},
      {Statistic::kErrors, "errors", "states with a component in an error state"},
      {Statistic::kDepth, "depth", "steps to the farthest state explored"},
      {Statistic::kFrontierPeak, "frontier_peak", "most states waiting to be explored"},
      {Statistic::kBytesPerState, "bytes_per_state", "memory beyond the model, a state"},
      {Statistic::kStatesPerSecond, "states_per_second", "states explored a second"},
      {Statistic::kProducts, "products", "partial products searched"},
      {Statistic::kLargestProduct, "largest_product", "states of the largest partial product"},
      {Statistic::kLargestGroup, "largest_group", "components of the largest partial product"},
      {Statistic::kMerges, "merges", "groups of components that had to be taken together"},
      {Statistic::kSharedGroups, "shared_groups", "products not searched because one like it was"},
      {Statistic::kCandidates, "candidates", "bad states proposed, to be excluded by an invariant"},
      {Statistic::kInvariants, "invariants", "invariants that were found and tried"},
      {Statistic::kPlaces, "places", "nodes of the covering graph, each as often as it has origins"},
      {Statistic::kFullStates, "full_states", "states of the full product, to compare with"},
      {Statistic::kFullTransitions, "full_transitions", "transitions of the full product, to compare with"},
      {Statistic::kNodeReduction, "node_reduction", "by how many per cent there are fewer states than in the full product"},
      {Statistic::kEdgeReduction, "edge_reduction", "by how many per cent there are fewer transitions than in the full product"},
      {Statistic::kMostTokens, "most_tokens", "tokens of the marking that has most"},
  }};
  return kRows;
}

}   // namespace parley
