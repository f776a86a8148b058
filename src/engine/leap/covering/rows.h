#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"

namespace parley::leap {

// Makes room for 'more' further entries, doubling the capacity and announcing it to the limits.
template <class T>
void make_room(std::vector<T>& list, std::size_t more, const Limits& limits) {
  if (list.size() + more <= list.capacity()) return;
  const std::size_t wanted = std::max(list.size() + more, 2 * list.capacity());
  limits.expect(wanted * sizeof(T));
  list.reserve(wanted);
}

// A set of rows with the same number of words, numbered from 0 in the order of insertion: packed states,
// pairs of numbers.
//
// The rows are stored contiguously; an index of 4 to 16 bytes per row finds them. A span stays valid until
// the next add().
class RowTable {
 public:
  RowTable(std::size_t words, const Limits& limits) : words_(words), limits_(limits), slots_(64) {}

  struct Found {
    std::uint32_t number;
    bool is_new;
  };
  // Finds or adds a row, which must not be stored in this table. Throws Stopped at a limit, and beyond 2^32 -
  // 2 rows.
  Found add(std::span<const std::uint64_t> row);

  std::size_t size() const { return size_; }
  std::span<const std::uint64_t> operator[](std::size_t number) const {
    assert(number < size_);
    return std::span(rows_).subspan(number * words_, words_);
  }

 private:
  void grow();

  std::size_t words_;
  const Limits& limits_;
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint32_t> slots_;   // number + 1, or 0 for empty; the size is a power of two
  std::size_t size_ = 0;
};

}   // namespace parley::leap
