#pragma once

#include <vector>

#include "check/obligation.h"

namespace parley {

using Row = std::vector<LocalState>;

// The first objection to a row of the table. 'row_objection' gets the number and the local states of each
// row. 'asked' is a Claim, or another struct with a network, limits and progress.
template <class Asked, class RowObjection>
Objection for_each_row(const Asked& asked, const StateTable& states, const RowObjection& row_objection) {
  Row row(states.num_columns());
  Pulse pulse(asked.limits, rows_per_beat(asked.network));
  const std::size_t size = states.size();
  for (std::size_t r = 0; r < size; ++r) {
    if (pulse.beat()) asked.progress.report({.phase = "judging", .done = r, .total = size});
    states.read(r, row);
    if (Objection objection = row_objection(r, row)) return objection;
  }
  return std::nullopt;
}

// Whether the vector of initial states is a row of the table.
bool has_initial(const Network& network, const StateTable& states, const Limits& limits);

}   // namespace parley
