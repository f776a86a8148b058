#pragma once

#include <iosfwd>

#include "net/lts.h"

namespace parley {

// Writes a graph for Graphviz's dot. An arrow from nowhere points at the initial state; terminal states have
// two circles, error states are red octagons; states are called by their names.
void write_dot(std::ostream& out, const Lts& lts);

}   // namespace parley
