#pragma once

#include <iosfwd>

#include "net/lts.h"

namespace parley {

// Writes the Aldebaran format (docs/formats/aut.md) in a form that parley, CADP and mCRL2 read: every label
// in quotes, kTau among them. The names of states, and which are terminal or errors, are lost: the format has
// no place for them.
void write_aut(std::ostream& out, const Lts& lts);

}   // namespace parley
