#pragma once

#include <iosfwd>

#include "base/limits.h"
#include "evidence/header.h"

namespace parley {

// Writes an evidence file (docs/formats/evidence/README.md). 'evidence' is not NotCertified.
void write_evidence(std::ostream& out, const EvidenceHeader& header, const Network& network, const Evidence& evidence,
                    const Limits& limits);

}   // namespace parley
