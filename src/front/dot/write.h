#pragma once

#include <iosfwd>

#include "net/lts.h"

namespace parley {

// Writes a graph for Graphviz's dot. States are labelled with their names. An arrow without a source points
// at the initial state. Terminal states have two circles; error states are red octagons.
void write_dot(std::ostream& out, const Lts& lts);

}   // namespace parley
