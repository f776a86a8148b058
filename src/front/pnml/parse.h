#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "base/progress.h"
#include "base/result.h"
#include "front/pnml/net.h"

namespace parley {

// Reads the nets of a PNML file (docs/formats/pnml.md), at least one. Linear in the text, but for sorting the
// arcs of each transition.
Result<std::vector<PetriNet>> parse_pnml(const std::string& path, std::string text, const Limits& limits, Progress& progress);

// The net of a file that is expected to hold one; several are an error.
Result<PetriNet> read_net(const std::string& path, std::string text, const Limits& limits, Progress& progress);

}   // namespace parley
