#pragma once

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
  LocalState at(std::size_t row, std::size_t column) const;
  void read(std::size_t row, std::span<LocalState> into) const;

  std::size_t words_per_row() const { return words_per_row_; }
  std::span<const std::uint64_t> words(std::size_t row) const {
    return std::span(words_).subspan(row * words_per_row_, words_per_row_);
  }
  void pack(std::span<const LocalState> row, std::span<std::uint64_t> into) const;
  void add_packed(std::span<const std::uint64_t> row) { words_.insert(words_.end(), row.begin(), row.end()); }
  void reserve(std::size_t rows) { words_.reserve(rows * words_per_row_); }
  std::size_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }

 private:
  struct Field {
    std::uint32_t word = 0;
    std::uint8_t shift = 0;
    std::uint8_t bits = 0;
  };
  std::vector<ComponentId> components_;
  std::vector<Field> fields_;
  std::size_t words_per_row_ = 1;   // at least one, even where there is nothing to tell apart
  std::vector<std::uint64_t> words_;
};

}  // namespace parley
