#include "front/fsp/elaborate/merge_labels.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace parley::fsp {

Lts with_merged_labels(const Lts& lts, const std::vector<std::vector<LocalLabel>>& groups) {
  LtsBuilder builder;
  for (const LocalState state : lts.states()) {
    builder.add_state(lts.state_name(state));
    if (lts.is_terminal(state)) builder.set_terminal(state);
    if (lts.is_error(state)) builder.set_error(state);
  }
  for (const auto& [name, state] : lts.aliases()) builder.add_alias(state, name);
  builder.set_initial(lts.initial());
  for (const LocalLabel label : lts.labels()) builder.add_label(lts.label_name(label));
  std::vector<std::vector<LocalLabel>> merged(lts.num_labels());   // label -> the new labels of its groups
  for (std::size_t g = 0; g < groups.size(); ++g) {
    assert(!groups[g].empty());
    const LocalLabel label =
        builder.add_label(fmt::format("{}|{}#{}", lts.label_name(groups[g].front()), lts.label_name(groups[g].back()), g + 1));
    for (const LocalLabel part : groups[g]) merged[part.index()].push_back(label);
  }
  for (const LocalState state : lts.states())
    for (const Edge& edge : lts.edges(state)) {
      builder.add_edge(state, edge.label, edge.target);
      for (const LocalLabel label : merged[edge.label.index()]) builder.add_edge(state, label, edge.target);
    }
  return std::move(builder).build();
}

}   // namespace parley::fsp
