#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "base/progress.h"
#include "base/result.h"
#include "front/pnml/net.h"

namespace parley {

// Reads the nets of a PNML file (docs/formats/pnml.md); there is at least one. Linear in the text, except for
// sorting the arcs.
Result<std::vector<PetriNet>> parse_pnml(const std::string& path, std::string text, const Limits& limits, Progress& progress);

// The net of a file that must contain exactly one.
Result<PetriNet> read_net(const std::string& path, std::string text, const Limits& limits, Progress& progress);

}   // namespace parley
