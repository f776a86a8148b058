#pragma once

#include "base/limits.h"
#include "base/progress.h"
#include "base/result.h"
#include "net/lts.h"

namespace parley {

// Reads the text of an Aldebaran file (docs/formats/aut.md), as CADP and mCRL2 write it. The internal action
// becomes kTau.
//
// Linear in the text. Takes about 12 bytes per transition beyond the result.
Result<Lts> parse_aut(const SourceText& source, const Limits& limits, Progress& progress);

}   // namespace parley
