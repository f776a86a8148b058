#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"
#include "evidence/state_table.h"

namespace parley {

// Which rows a StateTable has: open addressing over row numbers, the rows themselves stay where they are. 8 to 16 bytes a row.
class RowSet {
 public:
  RowSet(const StateTable& table, const Limits& limits);
  bool contains(std::span<const std::uint64_t> words) const { return slots_[slot_of(words)] != 0; }

 private:
  std::size_t slot_of(std::span<const std::uint64_t> words) const;   // where such a row is, or an empty slot where it would be

  const StateTable& table_;
  std::vector<std::uint32_t> slots_;   // row + 1, or 0 for empty; a power of two long, at most half full
};

}  // namespace parley
