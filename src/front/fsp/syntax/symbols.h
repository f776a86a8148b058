#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_table.h"

namespace parley::fsp {

// A word of the model or a part of a label, as a number. Numbers up to 2^31 - 1 that are written plainly
// ("0", "17") are their own symbols, so that a million indices cost no text; everything else is a row of a
// table.
using Symbol = std::uint32_t;
inline constexpr Symbol kNoSymbol = std::numeric_limits<Symbol>::max();
inline constexpr Symbol kNumberBit = 1u << 31;

class Symbols {
 public:
  Symbol intern(std::string_view text);
  Symbol intern(std::int64_t number);
  std::optional<std::int64_t> number(Symbol symbol) const;   // where the symbol is a number that fits
  void append(Symbol symbol, std::string& text) const;
  std::string text(Symbol symbol) const;

 private:
  NameTable names_;
};

// A dotted label or name, hash-consed: a path is its parent and one more part, and equal paths are one
// number. Joining and comparing touches no text. 0 is the empty path.
//
// 16 bytes a path. A path's children are a list while they are few, and so are found beside it in memory,
// since they mostly were made together. Those of a path with many children are in a table, where sixteen
// neighbouring numbers share a cache line. So the time of a million instances is not that of a million cache
// misses.
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
    Path first_child = 0;    // the newest; 0 for none, kInTable if they are in the table
    Path next_sibling = 0;   // 0 ends the list
  };
  static constexpr Path kInTable = std::numeric_limits<Path>::max();

  Path add(Path parent, Symbol part);
  void move_to_table(Path parent);
  void insert(Path path);
  std::size_t slot_of(Path parent, Symbol part) const;
  void grow();

  std::vector<Node> nodes_;
  std::vector<Path> slots_;   // of the table: 0 = empty; a power of two long, at most half full
  std::size_t in_table_ = 0;
};

// The symbols and paths of one reading or building.
struct Names {
  Symbols symbols;
  Paths paths;

  Path parse(std::string_view dotted);               // "a.1.b"
  void append(Path path, std::string& text) const;   // parts with dots between
  std::string text(Path path) const;
};

}   // namespace parley::fsp
