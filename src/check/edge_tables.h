#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "net/network.h"

namespace parley {

// The edges of an Lts by state and label. Lts searches for them. The judge asks so often that a table pays
// where it takes only a few words per edge: an answer is then two loads. Elsewhere the Lts is asked. The Lts
// outlives the table.
class EdgeTable {
 public:
  explicit EdgeTable(const Lts& lts);

  const Lts& lts() const { return *lts_; }
  std::span<const Edge> edges(LocalState from, LocalLabel label) const {
    if (begins_.empty()) return lts_->edges(from, label);
    const std::size_t cell = from.index() * num_labels_ + label.index();
    return {first_ + begins_[cell], first_ + begins_[cell + 1]};
  }
  bool offers(LocalState from, LocalLabel label) const { return !edges(from, label).empty(); }

 private:
  const Lts* lts_;
  const Edge* first_;
  std::size_t num_labels_;
  std::vector<std::uint32_t> begins_;   // state * labels + label -> its first edge; empty if the table would be too large
};

// One table per template, for the templates of some components. Linear to build in these templates and in the
// number of components.
class EdgeTables {
 public:
  EdgeTables(const Network& network, std::span<const ComponentId> components);
  const EdgeTable& of(ComponentId component) const { return tables_[table_of_[component.index()]]; }

 private:
  std::vector<std::uint32_t> table_of_;   // component -> its table
  std::vector<EdgeTable> tables_;
};

// All components of the network, in its order.
std::vector<ComponentId> all_components(const Network& network);

}   // namespace parley
