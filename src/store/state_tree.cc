#include "store/state_tree.h"

#include <algorithm>
#include <cassert>

namespace parley {

StateTree::StateTree(std::size_t num_words, const Limits& limits) : num_words_(num_words), parts_(limits) {
  assert(num_words >= 2);
  std::uint32_t first = 0;
  auto size = static_cast<std::uint32_t>(num_words);
  levels_.push_back({first, size});
  while (size > 2) {
    first += size;
    size = (size + 1) / 2;
    levels_.push_back({first, size});
  }
}

StateTree::Cursor::Cursor(const StateTree& tree) : words_(tree.num_words_), numbers_(tree.num_nodes()) {
  saved_.reserve(tree.num_nodes());
  changed_.reserve(tree.num_nodes());
}

std::uint64_t StateTree::key(std::span<const std::uint64_t> words, Cursor& cursor) {
  for (std::size_t i = 0; i < num_words_; ++i) {
    cursor.words_[i] = words[i];
    cursor.numbers_[i] = parts_.number_of(words[i], cursor.reserve_);
    if (cursor.numbers_[i] == PartTable::kFull) return kFull;
  }
  for (std::size_t l = 0; l + 1 < levels_.size(); ++l) {
    const std::uint32_t* below = &cursor.numbers_[levels_[l].first];
    for (std::size_t i = 0; i < levels_[l + 1].size; ++i) {
      std::uint32_t& number = cursor.numbers_[levels_[l + 1].first + i];
      if (2 * i + 1 == levels_[l].size) number = below[2 * i];
      else number = parts_.number_of(std::uint64_t{below[2 * i]} << 32 | below[2 * i + 1], cursor.reserve_);
      if (number == PartTable::kFull) return kFull;
    }
  }
  return top(cursor);
}

std::optional<std::uint64_t> StateTree::find(std::span<const std::uint64_t> words) const {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(num_nodes());
  for (std::uint64_t word : words) {
    const std::optional<std::uint32_t> number = parts_.find(word);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  for (std::size_t l = 0; l + 1 < levels_.size(); ++l)
    for (std::uint32_t i = 0; i < levels_[l + 1].size; ++i) {
      const std::uint32_t left = levels_[l].first + 2 * i;
      if (2 * i + 1 == levels_[l].size) {
        numbers.push_back(numbers[left]);
        continue;
      }
      const std::optional<std::uint32_t> number = parts_.find(std::uint64_t{numbers[left]} << 32 | numbers[left + 1]);
      if (!number) return std::nullopt;
      numbers.push_back(*number);
    }
  const std::uint32_t first = levels_.back().first;
  return std::uint64_t{numbers[first]} << 32 | numbers[first + 1];
}

void StateTree::seek(std::uint64_t key, Cursor& cursor) const {
  const std::uint32_t last = levels_.back().first;
  cursor.numbers_[last] = static_cast<std::uint32_t>(key >> 32);
  cursor.numbers_[last + 1] = static_cast<std::uint32_t>(key);
  for (std::size_t l = levels_.size() - 1; l > 0; --l) {
    std::uint32_t* below = &cursor.numbers_[levels_[l - 1].first];
    for (std::size_t i = 0; i < levels_[l].size; ++i) {
      const std::uint32_t number = cursor.numbers_[levels_[l].first + i];
      if (2 * i + 1 == levels_[l - 1].size) {
        below[2 * i] = number;
        continue;
      }
      const std::uint64_t pair = parts_.value(number);
      below[2 * i] = static_cast<std::uint32_t>(pair >> 32);
      below[2 * i + 1] = static_cast<std::uint32_t>(pair);
    }
  }
  for (std::size_t i = 0; i < num_words_; ++i) cursor.words_[i] = parts_.value(cursor.numbers_[i]);
}

void StateTree::words(std::uint64_t key, std::span<std::uint64_t> into) const {
  Cursor cursor(*this);
  seek(key, cursor);
  std::ranges::copy(cursor.words_, into.begin());
}

std::uint64_t StateTree::successor(std::span<const Change> changes, Cursor& cursor) {
  std::vector<std::uint32_t>& changed = cursor.changed_;
  changed.clear();
  cursor.saved_.clear();
  bool full = false;
  const auto set = [&](std::uint32_t node, std::uint64_t part) {
    const std::uint32_t number = parts_.number_of(part, cursor.reserve_);
    full = full || number == PartTable::kFull;
    changed.push_back(node);
    cursor.saved_.push_back(cursor.numbers_[node]);
    cursor.numbers_[node] = number;
  };
  for (const Change& change : changes) set(change.word, change.value);
  std::size_t begin = 0;
  for (std::size_t l = 0; l + 1 < levels_.size() && !full; ++l) {
    const std::size_t end = changed.size();
    for (std::size_t i = begin; i < end && !full; ++i) {
      const std::uint32_t index = changed[i] - levels_[l].first;
      const std::uint32_t above = levels_[l + 1].first + index / 2;
      if (changed.size() > end && changed.back() == above) continue;   // both children changed
      const std::uint32_t left = levels_[l].first + index / 2 * 2;
      if (left + 1 == levels_[l].first + levels_[l].size) {
        changed.push_back(above);
        cursor.saved_.push_back(cursor.numbers_[above]);
        cursor.numbers_[above] = cursor.numbers_[left];
      } else {
        set(above, std::uint64_t{cursor.numbers_[left]} << 32 | cursor.numbers_[left + 1]);
      }
    }
    begin = end;
  }
  const std::uint64_t key = full ? kFull : top(cursor);
  for (std::size_t i = 0; i < changed.size(); ++i) cursor.numbers_[changed[i]] = cursor.saved_[i];
  return key;
}

}   // namespace parley
