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
      {Statistic::kBytesPerState, "bytes_per_state", "memory per state, the model not included"},
      {Statistic::kStatesPerSecond, "states_per_second", "states explored per second"},
      {Statistic::kProducts, "products", "partial products searched"},
      {Statistic::kLargestProduct, "largest_product", "states of the largest partial product"},
      {Statistic::kLargestGroup, "largest_group", "components of the largest partial product"},
      {Statistic::kMerges, "merges", "groups of components that had to be merged"},
      {Statistic::kSharedGroups, "shared_groups", "products not searched because an isomorphic one was"},
      {Statistic::kCandidates, "candidates", "bad states proposed, for invariants to exclude"},
      {Statistic::kInvariants, "invariants", "invariants found and tried"},
      {Statistic::kPlaces, "places", "nodes of the covering graph, counted once per origin"},
      {Statistic::kFullStates, "full_states", "states of the full product, for comparison"},
      {Statistic::kFullTransitions, "full_transitions", "transitions of the full product, for comparison"},
      {Statistic::kNodeReduction, "node_reduction", "reduction of states against the full product, in per cent"},
      {Statistic::kEdgeReduction, "edge_reduction", "reduction of transitions against the full product, in per cent"},
      {Statistic::kMostTokens, "most_tokens", "the largest number of tokens in one marking"},
  }};
  return kRows;
}

}   // namespace parley
