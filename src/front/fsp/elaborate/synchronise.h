#pragma once

#include <vector>

#include "front/fsp/elaborate/compose.h"

namespace parley::fsp {

// What the vectors of 'sync { ... }' make of the components and entries behind 'first_component' and
// 'first_entry'.
struct Synchronised {
  std::vector<Entry> entries;   // in the place of the old ones
  bool has_unit = false;        // whether the next unit of the system was used
};

// Each vector becomes an internal node where its elements meet. A node that is called tau stands alone; the
// others are the ways in which one new unit takes part in their results. Adds to system.internals. Linear in
// the entries and vectors, but for sorting.
Synchronised synchronise(System& system, std::size_t first_component, std::size_t first_entry, Span vectors, Scope scope,
                         Evaluator& evaluator);

}   // namespace parley::fsp
