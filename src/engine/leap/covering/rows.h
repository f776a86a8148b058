#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"

namespace parley::leap {

// Makes room for 'more' entries behind those that are there, in steps that double, announced to the limits.
template <class T>
void make_room(std::vector<T>& list, std::size_t more, const Limits& limits) {
  if (list.size() + more <= list.capacity()) return;
  const std::size_t wanted = std::max(list.size() + more, 2 * list.capacity());
  limits.expect(wanted * sizeof(T));
  list.reserve(wanted);
}

// A set of rows of equally many words, numbered from 0 in the order in which they came: packed states, pairs
// of numbers.
//
// The rows lie one behind the other; a table of 4 to 16 bytes a row finds them again. A span stays valid
// until the next add.
class RowTable {
 public:
  RowTable(std::size_t words, const Limits& limits) : words_(words), limits_(limits), slots_(64) {}

  struct Found {
    std::uint32_t number;
    bool is_new;
  };
  // Finds or adds. 'row' must not lie in this table. Throws Stopped at a limit, and beyond 2^32 - 2 rows.
  Found add(std::span<const std::uint64_t> row);

  std::size_t size() const { return size_; }
  std::span<const std::uint64_t> operator[](std::size_t number) const {
    return std::span(rows_).subspan(number * words_, words_);
  }

 private:
  void grow();

  std::size_t words_;
  const Limits& limits_;
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint32_t> slots_;   // number + 1, or 0 for empty; a power of two long
  std::size_t size_ = 0;
};

}   // namespace parley::leap
