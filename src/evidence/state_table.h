#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "net/network.h"

namespace parley {

// Many vectors of local states over one list of components, bit-packed, one or more whole 64-bit words a row.
//
// What a certificate holds in memory. A component with k states takes ceil(log2 k) bits, none if k is 1; a
// component never straddles two words. Rows may be in any order and are not checked for duplicates here.
class StateTable {
 public:
  StateTable(const Network& network, std::vector<ComponentId> components);

  std::span<const ComponentId> components() const { return components_; }
  std::size_t num_columns() const { return components_.size(); }
  std::size_t size() const { return words_.size() / words_per_row_; }
  void add(std::span<const LocalState> row);                       // one local state a component
  LocalState at(std::size_t row, std::size_t column) const { return at(words(row), column); }
  void read(std::size_t row, std::span<LocalState> into) const { unpack(words(row), into); }

  std::size_t words_per_row() const { return words_per_row_; }
  std::span<const std::uint64_t> words(std::size_t row) const {
    return std::span(words_).subspan(row * words_per_row_, words_per_row_);
  }
  void pack(std::span<const LocalState> row, std::span<std::uint64_t> into) const;
  void unpack(std::span<const std::uint64_t> row, std::span<LocalState> into) const {
    assert(into.size() == fields_.size());
    for (std::size_t column = 0; column < into.size(); ++column) into[column] = at(row, column);
  }
  // Changes one component's state in a packed row: what a step costs, instead of what a state has.
  void put(std::span<std::uint64_t> row, std::size_t column, LocalState state) const {
    const Field& field = fields_[column];
    const std::uint64_t mask = ((std::uint64_t{1} << field.bits) - 1) << field.shift;
    assert((std::uint64_t{state.value} >> field.bits) == 0);
    row[field.word] = (row[field.word] & ~mask) | (std::uint64_t{state.value} << field.shift);
  }
  void add_packed(std::span<const std::uint64_t> row) { words_.insert(words_.end(), row.begin(), row.end()); }
  void reserve(std::size_t rows) { words_.reserve(rows * words_per_row_); }
  std::size_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }

  // Whether the rows are laid out as they would be for these components in 'network'. A table that was made for another network
  // might not have room for all local states, and then two different rows could look alike.
  bool fits(const Network& network) const;

 private:
  LocalState at(std::span<const std::uint64_t> row, std::size_t column) const {
    const Field& field = fields_[column];
    const std::uint64_t mask = (std::uint64_t{1} << field.bits) - 1;   // at most 32 bits
    return LocalState(static_cast<std::size_t>(row[field.word] >> field.shift & mask));
  }

  struct Field {
    std::uint32_t word = 0;
    std::uint8_t shift = 0;
    std::uint8_t bits = 0;
    friend bool operator==(const Field&, const Field&) = default;
  };
  std::vector<ComponentId> components_;
  std::vector<Field> fields_;
  std::size_t words_per_row_ = 1;   // at least one, even where there is nothing to tell apart
  std::vector<std::uint64_t> words_;
};

}  // namespace parley
