#pragma once

#include <vector>

#include "base/progress.h"
#include "front/fsp/elaborate/compose.h"
#include "net/network.h"

namespace parley::fsp {

// A system that is part of a larger one is open: its properties are components like the others there, and
// what they see must be done inside.
enum class Surroundings : std::uint8_t { kClosed, kOpen };

struct Lowered {
  Network network;
  std::vector<Definition> definition_of;   // of each component
};

// The network of a system: at every node one rule for each choice of one label of each component that takes
// part.
//
// A component seldom has several labels at one node, and then few; where the choices would multiply to more
// than a few hundred, its template gets one more label that stands for all of them, so that there is one rule
// again. Reports a property's label that no process has. Linear in the entries and the rules made.
Lowered lower(System system, Evaluator& evaluator, Progress& progress, const ElaborateOptions& options,
              Surroundings surroundings = Surroundings::kClosed);

}   // namespace parley::fsp
