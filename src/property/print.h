#pragma once

#include <string>

#include "property/property.h"

namespace parley {

// The formula in the language of property/parse.h; parsing it gives the same formula back, and printing that the
// same text. Names are quoted where they would not read back.
std::string to_text(const Predicate& predicate, const Network& network);

// A name as it can stand in a predicate or an evidence file: bare if made of letters, digits and ._/ only, else quoted.
std::string quoted_if_needed(std::string_view name);

}  // namespace parley
