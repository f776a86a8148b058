#pragma once

#include <iosfwd>

#include "net/lts.h"

namespace parley {

// Writes the Aldebaran format (docs/formats/aut.md) in a form that parley, CADP and mCRL2 read: every label
// is in quotes, including kTau. The names of states are lost, and so is which states are terminal or errors:
// the format cannot express them.
void write_aut(std::ostream& out, const Lts& lts);

}   // namespace parley
