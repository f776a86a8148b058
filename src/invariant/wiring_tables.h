#pragma once

#include <memory>
#include <vector>

#include "invariant/projection.h"

namespace parley {

// The projections of a network with one table per wiring (SuffixTable, DifferenceTable), computed on demand.
template <class Table>
class WiringTables {
 public:
  WiringTables(const Network& network, Grouping grouping, const Limits& limits)
      : network_(network), limits_(limits), projections_(network, grouping, limits), tables_(projections_.num_wirings()) {}

  const Projections& projections() const { return projections_; }

  const Table& of(ComponentId component) {
    auto& table = tables_[projections_.wiring_of(component)];
    if (!table)
      table = std::make_unique<Table>(network_.lts(component), projections_.wiring(projections_.wiring_of(component)), limits_);
    return *table;
  }

 private:
  const Network& network_;
  const Limits& limits_;
  Projections projections_;
  std::vector<std::unique_ptr<Table>> tables_;
};

}   // namespace parley
