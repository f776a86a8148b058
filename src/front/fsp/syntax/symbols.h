#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_table.h"

namespace parley::fsp {

// A word of the model or one part of a label, as a number. Numbers up to 2^31 - 2 in plain decimal ("0",
// "17") are encoded in the symbol itself, so that a million indices need no text. Every other word is a row
// of a name table.
using Symbol = std::uint32_t;
inline constexpr Symbol kNoSymbol = std::numeric_limits<Symbol>::max();
inline constexpr Symbol kNumberBit = 1u << 31;

class Symbols {
 public:
  Symbol intern(std::string_view text);
  Symbol intern(std::int64_t number);
  std::optional<std::int64_t> number(Symbol symbol) const;   // nullopt if it is not a number in plain decimal of 64 bits
  void append(Symbol symbol, std::string& text) const;
  std::string text(Symbol symbol) const;

 private:
  NameTable names_;
};

// A dotted label or name, hash-consed: a path is its parent plus one part, and equal paths have equal
// numbers. Joining and comparing paths does not touch text. 0 is the empty path.
//
// 16 bytes per path. Few children of a path are kept in a linked list; they were mostly created together, so
// they are close in memory. Many children are kept in a hash table, in which sixteen consecutive numbers
// share a cache line. So a million instances do not cost a million cache misses.
using Path = std::uint32_t;
inline constexpr Path kEmptyPath = 0;

class Paths {
 public:
  Paths();
  Path child(Path parent, Symbol part);   // finds or adds
  std::optional<Path> find_child(Path parent, Symbol part) const;
  Path join(Path prefix, Path suffix);
  Path replace_prefix(Path path, Path old_prefix, Path new_prefix);   // 'old_prefix' is an ancestor of 'path', or 'path'
  Path parent(Path path) const { return nodes_[path].parent; }
  Symbol part(Path path) const { return nodes_[path].part; }
  std::size_t size() const { return nodes_.size(); }

 private:
  struct Node {
    Path parent = kEmptyPath;
    Symbol part = kNoSymbol;
    Path first_child = 0;    // the newest child; 0: no child; kInTable: the children are in the table
    Path next_sibling = 0;   // 0 ends the list
  };
  static constexpr Path kInTable = std::numeric_limits<Path>::max();

  Path add(Path parent, Symbol part);
  void move_to_table(Path parent);
  void insert(Path path);
  std::size_t slot_of(Path parent, Symbol part) const;
  void grow();

  std::vector<Node> nodes_;
  std::vector<Path> slots_;   // the table: 0 = empty slot; the size is a power of two, at most half of the slots are in use
  std::size_t in_table_ = 0;
};

// The symbols and paths of one read or build.
struct Names {
  Symbols symbols;
  Paths paths;

  Path parse(std::string_view dotted);               // "a.1.b"
  void append(Path path, std::string& text) const;   // the parts, separated by dots
  std::string text(Path path) const;
};

}   // namespace parley::fsp
