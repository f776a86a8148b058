#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

// A set of names, numbered from 0 in the order of insertion. All texts are stored in one block.
//
// Cost: about 8 + 4·(2 to 4) bytes per name beyond its text. find() and intern() take one hash probe, view()
// two loads. A view is valid until the next name is added.
//
// To add millions of names that are mostly distinct, append() them all and call index() once at the end. This
// takes a few sequential passes, where a probe per name would be a cache miss per name.
class NameTable {
 public:
  std::uint32_t intern(std::string_view name);   // finds the name or adds it
  std::optional<std::uint32_t> find(std::string_view name) const;
  std::string_view view(std::uint32_t id) const {
    assert(id < size());
    return std::string_view(text_).substr(begins_[id], begins_[id + 1] - begins_[id]);
  }
  std::size_t size() const { return begins_.size() - 1; }

  // Adds a name without checking whether it is new. Call index() before find(); intern() calls it by itself.
  std::uint32_t append(std::string_view name);
  // Rebuilds the index. Returns whether all names are distinct; of equal names, find() returns the first.
  bool index();

  void reserve(std::size_t names, std::size_t bytes);
  void shrink_to_fit();
  std::size_t bytes() const;   // heap in use

 private:
  std::size_t slot_of(std::string_view name) const;

  std::string text_;
  std::vector<std::uint64_t> begins_{0};
  std::vector<std::uint32_t> slots_;   // id + 1, or 0 if empty; the length is a power of two, at most half of the slots are full
  std::size_t indexed_ = 0;            // number of names in the index
};

}   // namespace parley
