#pragma once

#include <vector>

#include "front/fsp/elaborate/compose.h"

namespace parley::fsp {

// The result of applying the vectors of 'sync { ... }' to the components and entries from 'first_component'
// and 'first_entry' on.
struct Synchronised {
  std::vector<Entry> entries;   // they replace the old ones
  bool has_unit = false;        // whether it uses the next unit of the system
};

// Each vector becomes an internal node at which its elements synchronise. A node with the result tau stands
// alone. All other nodes are the ways in which one new unit takes part in the results of the vectors. Adds to
// system.internals. Linear in the entries and vectors, except for sorting.
Synchronised synchronise(System& system, std::size_t first_component, std::size_t first_entry, Span vectors, Scope scope,
                         Evaluator& evaluator);

}   // namespace parley::fsp
