#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "net/state_layout.h"

namespace parley {

// Many vectors of local states over one list of components, bit-packed (StateLayout), one or more whole
// 64-bit words per row.
//
// This is how certificates are held in memory. Rows may be in any order; duplicates are not checked here.
class StateTable {
 public:
  StateTable(const Network& network, std::vector<ComponentId> components)
      : components_(std::move(components)), layout_(network, components_) {}

  std::span<const ComponentId> components() const { return components_; }
  std::size_t num_columns() const { return components_.size(); }
  std::size_t size() const { return words_.size() / words_per_row(); }
  void add(std::span<const LocalState> row);   // one local state per component
  LocalState at(std::size_t row, std::size_t column) const { return layout_.at(words(row), column); }
  LocalState in(std::span<const std::uint64_t> packed_row, std::size_t column) const { return layout_.at(packed_row, column); }
  void read(std::size_t row, std::span<LocalState> into) const { unpack(words(row), into); }

  std::size_t words_per_row() const { return layout_.num_words(); }
  std::span<const std::uint64_t> words(std::size_t row) const {
    return std::span(words_).subspan(row * words_per_row(), words_per_row());
  }
  void pack(std::span<const LocalState> row, std::span<std::uint64_t> into) const { layout_.pack(row, into); }
  void unpack(std::span<const std::uint64_t> row, std::span<LocalState> into) const { layout_.unpack(row, into); }
  // Changes the state of one component in a packed row: a step costs its moves, and not the size of the
  // state.
  void put(std::span<std::uint64_t> row, std::size_t column, LocalState state) const { layout_.put(row, column, state); }
  void add_packed(std::span<const std::uint64_t> row) { words_.insert(words_.end(), row.begin(), row.end()); }
  void reserve(std::size_t rows) { words_.reserve(rows * words_per_row()); }
  std::size_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }

  // Whether the rows have the layout that these components have in 'network'. A table made for another
  // network might not have room for all local states, and two different rows could then look equal.
  bool fits(const Network& network) const;

 private:
  std::vector<ComponentId> components_;
  StateLayout layout_;
  std::vector<std::uint64_t> words_;
};

}   // namespace parley
