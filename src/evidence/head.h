#pragma once

#include <vector>

#include "evidence/header.h"
#include "evidence/text/scan.h"

namespace parley {

// The header of an evidence file with the offsets of its parts, for messages about them.
struct Head {
  EvidenceHeader header;
  std::size_t network_offset = 0;              // of the line `network ...`
  std::size_t predicate_offset = 0;            // of the formula
  std::vector<std::size_t> automata_offsets;   // of the names
};

// Reads the header up to and including the kind of the evidence. What follows on that line belongs to the
// body.
bool read_head(Scanner& scanner, Head& head);

// Whether the numbers of the header are those of 'network'.
bool same_network(Scanner& scanner, const Head& head, const Network& network);

}   // namespace parley
