#include "check/edge_tables.h"

#include <limits>

namespace parley {

EdgeTable::EdgeTable(const Lts& lts)
    : lts_(&lts), first_(lts.num_states() == 0 ? nullptr : lts.edges(LocalState()).data()), num_labels_(lts.num_labels()) {
  constexpr std::size_t kCellsAnEdge = 8;
  constexpr std::size_t kSmall = 4096;
  if (lts.num_labels() == 0 || lts.num_states() > (kCellsAnEdge * lts.num_edges() + kSmall) / lts.num_labels()) return;
  begins_.reserve(lts.num_states() * lts.num_labels() + 1);
  std::uint32_t next = 0;
  for (LocalState state : lts.states()) {
    const std::span<const Edge> edges = lts.edges(state);   // sorted by label
    std::size_t e = 0;
    for (LocalLabel label : lts.labels()) {
      begins_.push_back(next);
      for (; e < edges.size() && edges[e].label == label; ++e) ++next;
    }
  }
  begins_.push_back(next);
}

EdgeTables::EdgeTables(const Network& network, std::span<const ComponentId> components) : table_of_(network.num_components(), 0) {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> of_template(network.num_templates(), kNone);
  for (ComponentId component : components) {
    std::uint32_t& table = of_template[network.template_of(component).index()];
    if (table == kNone) {
      table = static_cast<std::uint32_t>(tables_.size());
      tables_.emplace_back(network.lts(component));
    }
    table_of_[component.index()] = table;
  }
}

std::vector<ComponentId> all_components(const Network& network) {
  std::vector<ComponentId> all;
  all.reserve(network.num_components());
  for (ComponentId component : network.components()) all.push_back(component);
  return all;
}

}   // namespace parley
