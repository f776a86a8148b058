#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"

namespace parley::automata {

// A set of sequences of 32-bit words, numbered from 0 in the order of insertion. Used for packed global
// states and sets of states.
//
// The sequences are stored one after the other in one block: 8 bytes per sequence beyond its words. A table
// with open addressing finds them: 6 to 12 bytes per sequence. A span is valid until the next add().
class SequenceTable {
 public:
  explicit SequenceTable(const Limits& limits) : limits_(limits), slots_(64) {}

  struct Found {
    std::uint32_t number;
    bool added;
  };
  // Finds or adds a sequence. REQUIRES: 'words' is not part of this table. Throws Stopped at a limit, and
  // beyond 2^32 - 2 sequences.
  Found add(std::span<const std::uint32_t> words);

  std::size_t size() const { return begins_.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t number) const {
    return std::span(words_).subspan(begins_[number], begins_[number + 1] - begins_[number]);
  }

 private:
  void make_room(std::size_t words);

  const Limits& limits_;
  std::vector<std::uint32_t> words_;
  std::vector<std::uint64_t> begins_{0};
  std::vector<std::uint32_t> slots_;   // number + 1, or 0 if empty; the length is a power of two
};

}   // namespace parley::automata
