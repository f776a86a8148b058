#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.h"

namespace parley {

// An open-addressing set of row numbers. The rows themselves live elsewhere, in the order of their numbers; the
// set knows only how to find one again.
//
// 4 bytes a slot, between 1.5 and 3 slots a row. Linear probing: rows hash well (base/hash.h), so neighbours are in one cache line.
class RowIndex {
 public:
  static constexpr std::uint32_t kMostRows = 0xFFFFFFFEu;

  // Starts with 2^bits slots.
  RowIndex(unsigned bits, const Limits& limits) {
    limits.expect((std::uint64_t{1} << bits) * sizeof slots_[0]);
    slots_.resize(std::size_t{1} << bits);
  }

  struct Found {
    std::uint32_t row;
    bool added;
  };

  // The row with this hash for which 'equal(row)' holds; if there is none, 'next' is added, the number
  // that the new row is about to get.
  template <class Equal>
  Found find_or_add(std::uint64_t hash, std::uint32_t next, const Equal& equal) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    while (slots_[slot] != 0) {
      const std::uint32_t row = slots_[slot] - 1;
      if (equal(row)) return {row, false};
      slot = (slot + 1) & mask;
    }
    slots_[slot] = next + 1;
    return {next, true};
  }

  bool crowded(std::size_t rows) const { return rows * 3 >= slots_.size() * 2; }

  // Twice the slots; 'hash_of(row)' is asked for each of the 'rows' rows.
  template <class HashOf>
  void grow(std::uint32_t rows, const HashOf& hash_of, const Limits& limits) {
    limits.expect(2 * slots_.size() * sizeof slots_[0]);
    std::vector<std::uint32_t>(slots_.size() * 2).swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t row = 0; row < rows; ++row) {
      std::size_t slot = hash_of(row) & mask;
      while (slots_[slot] != 0) slot = (slot + 1) & mask;
      slots_[slot] = row + 1;
    }
  }

 private:
  std::vector<std::uint32_t> slots_;   // row + 1, or 0 for empty
};

}  // namespace parley
