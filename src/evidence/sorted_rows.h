#pragma once

#include <optional>

#include "base/limits.h"
#include "evidence/row_code.h"
#include "evidence/state_table.h"

namespace parley {

// The number of a state in the dictionary of its column: only states that occur get a number, in ascending
// order.
class Dictionaries {
 public:
  Dictionaries(const Network& network, const StateTable& table, Pulse& pulse);
  const std::vector<LocalState>& states(std::size_t column) const { return states_[column]; }
  std::uint32_t index(std::size_t column, LocalState state) const { return index_[begins_[column] + state.index()]; }
  std::vector<std::size_t> sizes() const;

 private:
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> index_;
  std::vector<std::vector<LocalState>> states_;
};

// The rows of a table as keys of a RowCode, ascending, without duplicates. 16 bytes per row, plus the keys if
// they are longer than one word.
class SortedRows {
 public:
  SortedRows(const StateTable& table, const Dictionaries& dictionaries, const RowCode& code, const Limits& limits, Pulse& pulse);

  std::size_t size() const { return entries_.size(); }
  std::size_t row(std::size_t i) const { return entries_[i].row; }   // in the table
  std::span<const std::uint64_t> key(std::size_t i) const {
    if (words_ == 1) return {&entries_[i].first, 1};
    return std::span(keys_).subspan(std::size_t{entries_[i].row} * words_, words_);
  }

 private:
  struct Entry {
    std::uint64_t first = 0;   // word of its key
    std::uint32_t row = 0;
  };
  std::size_t words_;
  std::vector<Entry> entries_;
  std::vector<std::uint64_t> keys_;   // by row; empty if a key is one word
};

// The distinct supports of a reduced set, ascending as keys of a RowCode with one bit per component, and the
// support of each row.
class SupportList {
 public:
  SupportList(std::span<const std::uint64_t> supports, std::size_t components, const RowCode& code, const Limits& limits,
              Pulse& pulse);
  std::size_t size() const { return keys_.size() / words_; }
  std::span<const std::uint64_t> key(std::size_t i) const { return std::span(keys_).subspan(i * words_, words_); }
  std::size_t of_row(std::size_t row) const { return of_row_[row]; }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> of_row_;
};

}   // namespace parley
