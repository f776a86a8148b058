#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

// A set of names, numbered from 0 in the order they came; each name is stored once, in one block.
//
// About 8 + 4·(2 to 4) bytes a name beyond its text. find() and intern() are one hash probe; view() is two
// loads. Views stay valid until the next name.
//
// Whoever adds millions of names that are distinct anyway appends them and makes the index once, at the end:
// that takes a few passes in order, where a probe for each name would be a cache miss for each name.
class NameTable {
 public:
  std::uint32_t intern(std::string_view name);   // finds or adds
  std::optional<std::uint32_t> find(std::string_view name) const;
  std::string_view view(std::uint32_t id) const {
    return std::string_view(text_).substr(begins_[id], begins_[id + 1] - begins_[id]);
  }
  std::size_t size() const { return begins_.size() - 1; }

  // Adds a name without looking whether it is there. find() has to wait for index(); intern() calls it.
  std::uint32_t append(std::string_view name);
  // Makes the index anew. Returns whether all names are distinct; where two are equal, find() gives the
  // first.
  bool index();

  void reserve(std::size_t names, std::size_t bytes);
  void shrink_to_fit();
  std::size_t bytes() const;   // heap in use

 private:
  std::size_t slot_of(std::string_view name) const;

  std::string text_;
  std::vector<std::uint64_t> begins_{0};
  std::vector<std::uint32_t> slots_;   // id + 1, or 0 for empty; a power of two long, at most half full
  std::size_t indexed_ = 0;            // how many names are in the index
};

}   // namespace parley
