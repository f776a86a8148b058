#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "front/pnml/formula.h"
#include "front/pnml/net.h"

namespace parley {

// Reads the properties of an examination about 'net' in the contest's XML (docs/formats/mcc.md). A formula of
// a logic that is not answered is refused alone; the other properties are still read. Text that is no formula
// at all is an error.
//
// Linear in the text, except for a logarithmic factor for nested sums. Any depth of nesting is read.
Result<std::vector<ContestProperty>> parse_properties(const std::string& path, std::string text, const PetriNet& net,
                                                      const Limits& limits);

}   // namespace parley
