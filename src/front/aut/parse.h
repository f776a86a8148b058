#pragma once

#include "base/limits.h"
#include "base/progress.h"
#include "base/result.h"
#include "net/lts.h"

namespace parley {

// Reads the text of an Aldebaran file (docs/formats/aut.md), as CADP and mCRL2 write them.
//
// Linear in the text, about 12 bytes a transition beyond the result. The internal action comes out as kTau.
Result<Lts> parse_aut(const SourceText& source, const Limits& limits, Progress& progress);

}   // namespace parley
