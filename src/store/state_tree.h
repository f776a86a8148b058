#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "store/part_table.h"

namespace parley {

// Maps states of two or more words to keys of one word: tree compression (Laarman, van de Pol and Weber, SPIN
// 2011).
//
// A balanced binary tree over the words. Each word, and each pair of numbers one level below, is a part and
// has a number; the two numbers at the top form the key. Most states differ in few words from a state found
// before. So most parts are known, and a successor costs only the parts above the changed words. All levels
// share one table of parts.
//
// Thread safety: several threads may call key(), find(), seek(), words() and successor() at once, each with
// its own cursor. REQUIRES for grow(): no other call runs.
class StateTree {
 public:
  StateTree(std::size_t num_words, const Limits& limits);   // REQUIRES: num_words >= 2

  // The current state of one thread, with the numbers of all its parts; successors are computed from it.
  class Cursor {
   public:
    explicit Cursor(const StateTree& tree);
    std::span<const std::uint64_t> words() const { return words_; }

   private:
    friend class StateTree;
    std::vector<std::uint64_t> words_;
    std::vector<std::uint32_t> numbers_;   // of all nodes, level by level, starting with the words
    std::vector<std::uint32_t> saved_;     // old numbers of the nodes in changed_
    std::vector<std::uint32_t> changed_;
    PartTable::Reserve reserve_;
  };

  static constexpr std::uint64_t kFull = ~std::uint64_t{0};   // in place of a key: grow and try again

  // The key of any state; adds its parts and sets the cursor to the state. Or kFull.
  std::uint64_t key(std::span<const std::uint64_t> words, Cursor& cursor);
  std::optional<std::uint64_t> find(std::span<const std::uint64_t> words) const;
  // Sets the cursor to the state of this key.
  void seek(std::uint64_t key, Cursor& cursor) const;
  void words(std::uint64_t key, std::span<std::uint64_t> into) const;

  // The key of the state that differs from the cursor's state in these words (ascending, with their new
  // values); adds its parts and leaves the cursor unchanged. Or kFull.
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
    std::uint32_t first;   // the first node of the level
    std::uint32_t size;    // number of nodes; a node without a sibling is copied to the next level
  };
  std::uint64_t top(const Cursor& cursor) const {
    const std::uint32_t first = levels_.back().first;
    return std::uint64_t{cursor.numbers_[first]} << 32 | cursor.numbers_[first + 1];
  }
  std::size_t num_nodes() const { return levels_.back().first + levels_.back().size; }

  std::size_t num_words_;
  std::vector<Level> levels_;   // the words first; the last level has two nodes
  PartTable parts_;
};

}   // namespace parley
