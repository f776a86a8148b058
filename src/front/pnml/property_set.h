#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "front/pnml/formula.h"
#include "front/pnml/net.h"

namespace parley {

// Reads the properties of an examination in the contest's XML (docs/formats/mcc.md), about 'net'. A formula
// of a logic that is not answered is refused for itself and keeps nobody else from an answer; what is no
// formula at all is an error.
//
// Linear in the text but for a logarithm where sums are nested; no nesting is too deep.
Result<std::vector<ContestProperty>> parse_properties(const std::string& path, std::string text, const PetriNet& net,
                                                      const Limits& limits);

}   // namespace parley
