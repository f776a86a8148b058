#pragma once

#include <vector>

#include "base/progress.h"
#include "front/fsp/elaborate/compose.h"
#include "net/network.h"

namespace parley::fsp {

// A system that is part of a larger one is open. In it, properties are components like all others, and their
// labels must be performed inside.
enum class Surroundings : std::uint8_t { kClosed, kOpen };

struct Lowered {
  Network network;
  std::vector<Definition> definition_of;   // per component
};

// The network of a system. Each node becomes one rule per choice of one label for each member.
//
// Usually a component has one label at a node, seldom several, and then few. If the choices multiply to more
// than a few hundred, the template of a component gets one more label that stands for all its alternatives at
// the node, so that one rule is enough again. Reports labels of a property that no process has. Linear in the
// entries and in the rules made.
Lowered lower(System system, Evaluator& evaluator, Progress& progress, const ElaborateOptions& options,
              Surroundings surroundings = Surroundings::kClosed);

}   // namespace parley::fsp
