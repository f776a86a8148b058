#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/hash.h"
#include "base/limits.h"
#include "evidence/state_table.h"

namespace parley {

// Prefetches the memory at 'address', which will be read soon.
inline void prefetch(const void* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#else
  static_cast<void>(address);
#endif
}

// An index of the rows of a StateTable: open addressing over row numbers. The rows stay in the table. 8 to 16
// bytes per row.
class RowSet {
 public:
  RowSet(const StateTable& table, const Limits& limits);

  // The number of the first row with these words.
  std::optional<std::size_t> find(std::span<const std::uint64_t> words) const {
    const std::uint32_t entry = slots_[slot_of(words, hash_words(words))];
    return entry == 0 ? std::nullopt : std::optional<std::size_t>(entry - 1);
  }

 private:
  friend class PendingRows;
  std::size_t slot_of(std::span<const std::uint64_t> words, std::uint64_t hash) const {   // its slot, or the empty slot for it
    std::size_t slot = hash & mask_;
    while (slots_[slot] != 0 && !equal(slots_[slot] - 1, words)) slot = (slot + 1) & mask_;
    return slot;
  }
  bool equal(std::size_t row, std::span<const std::uint64_t> words) const {
    const std::uint64_t* other = table_.words(row).data();
    for (std::size_t i = 0; i < words.size(); ++i)
      if (other[i] != words[i]) return false;
    return true;
  }

  const StateTable& table_;
  std::vector<std::uint32_t> slots_;   // row + 1, or 0 for empty; the size is a power of two, at most half full
  std::size_t mask_ = 0;
};

// Successors that are looked up together. A lookup is two loads from random addresses; with prefetching, many
// lookups wait about as long as one.
class PendingRows {
 public:
  struct Successor {
    std::size_t from = 0;   // row
    RuleId rule;
    std::span<const std::uint64_t> words;
  };

  explicit PendingRows(const RowSet& set);

  // Room for the words of one more successor. Not to be called when full.
  std::span<std::uint64_t> next() { return std::span(words_).subspan(size_ * words_a_row_, words_a_row_); }
  // Adds the words written to next() as a successor.
  void add(std::size_t from, RuleId rule) {
    assert(!is_full());
    const std::uint64_t hash = hash_words(next());
    prefetch(&set_.slots_[hash & set_.mask_]);
    successors_[size_++] = {hash, from, rule};
  }
  bool is_full() const { return size_ == kMost; }

  void clear() { size_ = 0; }

  // The first successor that is not in the set. If there is none, all are removed.
  std::optional<Successor> first_missing() {
    return first_missing([](std::span<const std::uint64_t>) { return false; });
  }
  // The same, but ignores successors for which 'is_excused' returns true.
  template <class IsExcused>
  std::optional<Successor> first_missing(const IsExcused& is_excused) {
    expect_all();
    for (std::size_t i = 0; i < size_; ++i) {
      const std::span<const std::uint64_t> words = std::span(words_).subspan(i * words_a_row_, words_a_row_);
      if (set_.slots_[set_.slot_of(words, successors_[i].hash)] == 0 && !is_excused(words))
        return Successor{successors_[i].from, successors_[i].rule, words};
    }
    clear();
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kMost = 256;
  struct Hashed {
    std::uint64_t hash = 0;
    std::size_t from = 0;
    RuleId rule;
  };
  void expect_all();   // prefetches the rows that will be compared

  const RowSet& set_;
  std::size_t words_a_row_;
  std::vector<std::uint64_t> words_;
  std::array<Hashed, kMost> successors_;
  std::size_t size_ = 0;
};

}   // namespace parley
