#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "store/part_table.h"

namespace parley {

// States of two or more words as keys of one: tree compression (Laarman, van de Pol, Weber, SPIN 2011).
//
// A balanced tree over the words: each word, and each pair of numbers below, is a part with a number of its
// own; the two numbers at the top are the key. Most states differ from one found before in few words, so most
// parts are known, and a successor costs the parts above the words that changed. All levels share one table
// of parts.
class StateTree {
 public:
  StateTree(std::size_t num_words, const Limits& limits);   // two or more

  // One thread's state, taken apart: the numbers of all its parts, from which successors start.
  class Cursor {
   public:
    explicit Cursor(const StateTree& tree);
    std::span<const std::uint64_t> words() const { return words_; }

   private:
    friend class StateTree;
    std::vector<std::uint64_t> words_;
    std::vector<std::uint32_t> numbers_;   // of all nodes, level by level, the words first
    std::vector<std::uint32_t> saved_;     // of the nodes that a successor changed
    std::vector<std::uint32_t> changed_;
    PartTable::Reserve reserve_;
  };

  static constexpr std::uint64_t kFull = ~std::uint64_t{0};   // no key: grow and try again

  // The key of a state that is not related to another; adds its parts. Or kFull.
  std::uint64_t key(std::span<const std::uint64_t> words, Cursor& cursor);
  std::optional<std::uint64_t> find(std::span<const std::uint64_t> words) const;
  // Sets the cursor to the state with this key.
  void seek(std::uint64_t key, Cursor& cursor) const;
  void words(std::uint64_t key, std::span<std::uint64_t> into) const;

  // The key of the state that differs from the cursor's in these words, ascending, each with its new value;
  // adds its parts. The cursor stays. Or kFull.
  struct Change {
    std::uint32_t word;
    std::uint64_t value;
  };
  std::uint64_t successor(std::span<const Change> changes, Cursor& cursor);

  bool crowded() const { return parts_.crowded(); }
  void grow() { parts_.grow(); }
  std::uint64_t bytes() const { return parts_.bytes(); }

 private:
  struct Level {
    std::uint32_t first;   // node of the level
    std::uint32_t size;    // a node without a sibling is the same node one level up
  };
  std::uint64_t top(const Cursor& cursor) const {
    const std::uint32_t first = levels_.back().first;
    return std::uint64_t{cursor.numbers_[first]} << 32 | cursor.numbers_[first + 1];
  }
  std::size_t num_nodes() const { return levels_.back().first + levels_.back().size; }

  std::size_t num_words_;
  std::vector<Level> levels_;   // words first; the last one has two nodes
  PartTable parts_;
};

}   // namespace parley
