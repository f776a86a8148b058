#pragma once

#include <string_view>

#include "base/limits.h"
#include "base/result.h"
#include "evidence/header.h"

namespace parley {

// Reads an evidence file (docs/formats/evidence/README.md) in two steps, because the body uses names of a
// network that is rebuilt from the header. Both steps are strict: an unknown word, a missing line, a wrong
// number, or anything after `end` is an error.
Result<EvidenceHeader> read_evidence_header(const SourceText& source);
Result<Property> read_property(const SourceText& source, const EvidenceHeader& header, const Network& network);
Result<Evidence> read_evidence_body(const SourceText& source, const EvidenceHeader& header, const Network& network,
                                    const Limits& limits);

}   // namespace parley
