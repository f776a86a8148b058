#include "evidence/sorted_rows.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/hash.h"

namespace parley {

namespace {

constexpr std::size_t kBitsPerWord = 64;

// Numbers distinct contents in the order in which they are added.
class Interner {
 public:
  Interner(std::size_t words, const Limits& limits) : words_(words), limits_(limits), slots_(64) {}

  std::uint32_t number(std::span<const std::uint64_t> content) {
    const std::size_t slot = slot_of(content);
    if (slots_[slot] != 0) return slots_[slot] - 1;
    contents_.insert(contents_.end(), content.begin(), content.end());
    slots_[slot] = static_cast<std::uint32_t>(++size_);
    if (2 * size_ > slots_.size()) grow();
    return static_cast<std::uint32_t>(size_ - 1);
  }
  std::size_t size() const { return size_; }
  std::span<const std::uint64_t> content(std::size_t number) const {
    return std::span(contents_).subspan(number * words_, words_);
  }

 private:
  std::size_t slot_of(std::span<const std::uint64_t> content) const {
    std::size_t slot = hash_words(content) & (slots_.size() - 1);
    while (slots_[slot] != 0 && !std::ranges::equal(this->content(slots_[slot] - 1), content))
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
  void grow() {
    limits_.expect(slots_.size() * 2 * sizeof slots_[0]);
    slots_.assign(slots_.size() * 2, 0);
    for (std::size_t i = 0; i < size_; ++i) slots_[slot_of(content(i))] = static_cast<std::uint32_t>(i + 1);
  }

  std::size_t words_;
  const Limits& limits_;
  std::size_t size_ = 0;
  std::vector<std::uint64_t> contents_;
  std::vector<std::uint32_t> slots_;   // number + 1, or 0; the size is a power of two, at most half full
};

}   // namespace

Dictionaries::Dictionaries(const Network& network, const StateTable& table, Pulse& pulse) {
  constexpr std::uint32_t kOccurs = 1;
  begins_.reserve(table.num_columns() + 1);
  for (ComponentId component : table.components()) {
    begins_.push_back(index_.size());
    index_.resize(index_.size() + network.lts(component).num_states(), 0);
  }
  begins_.push_back(index_.size());
  for (std::size_t row = 0; row < table.size(); ++row) {
    pulse.beat();
    for (std::size_t column = 0; column < table.num_columns(); ++column)
      index_[begins_[column] + table.at(row, column).index()] = kOccurs;
  }
  states_.resize(table.num_columns());
  for (std::size_t column = 0; column < table.num_columns(); ++column)
    for (std::size_t state = 0; state < begins_[column + 1] - begins_[column]; ++state) {
      std::uint32_t& index = index_[begins_[column] + state];
      if (index != kOccurs) continue;
      index = static_cast<std::uint32_t>(states_[column].size());
      states_[column].emplace_back(state);
    }
}

std::vector<std::size_t> Dictionaries::sizes() const {
  std::vector<std::size_t> sizes;
  sizes.reserve(states_.size());
  for (const std::vector<LocalState>& states : states_) sizes.push_back(states.size());
  return sizes;
}

SortedRows::SortedRows(const StateTable& table, const Dictionaries& dictionaries, const RowCode& code, const Limits& limits,
                       Pulse& pulse)
    : words_(code.words()) {
  if (table.size() >= std::numeric_limits<std::uint32_t>::max()) throw Stopped("a set of 2^32 states or more");
  limits.expect(table.size() * (sizeof(Entry) + (words_ == 1 ? 0 : words_ * sizeof(std::uint64_t))));
  entries_.resize(table.size());
  if (words_ > 1) keys_.assign(table.size() * words_, 0);
  for (std::size_t row = 0; row < table.size(); ++row) {
    pulse.beat();
    Entry& entry = entries_[row];
    entry.row = static_cast<std::uint32_t>(row);
    const std::span<std::uint64_t> key =
        words_ == 1 ? std::span(&entry.first, 1) : std::span(keys_).subspan(row * words_, words_);
    for (std::size_t column = 0; column < table.num_columns(); ++column)
      code.put(key, column, dictionaries.index(column, table.at(row, column)));
    entry.first = key[0];
  }
  // Sorting is a long loop, too: the comparison checks the limits.
  const auto rest = [&](const Entry& entry) {
    return std::span<const std::uint64_t>(keys_).subspan(std::size_t{entry.row} * words_, words_);
  };
  const auto same_rest = [&](const Entry& a, const Entry& b) { return words_ == 1 || std::ranges::equal(rest(a), rest(b)); };
  std::sort(entries_.begin(), entries_.end(), [&](const Entry& a, const Entry& b) {
    pulse.beat();
    if (a.first != b.first) return a.first < b.first;
    if (same_rest(a, b)) return a.row < b.row;
    return std::ranges::lexicographical_compare(rest(a), rest(b));
  });
  const auto last = std::unique(entries_.begin(), entries_.end(),
                                [&](const Entry& a, const Entry& b) { return a.first == b.first && same_rest(a, b); });
  entries_.erase(last, entries_.end());
}

SupportList::SupportList(std::span<const std::uint64_t> supports, std::size_t components, const RowCode& code,
                         const Limits& limits, Pulse& pulse)
    : words_(code.words()) {
  const std::size_t words_a_row = (components + kBitsPerWord - 1) / kBitsPerWord;
  const std::size_t rows = supports.size() / words_a_row;
  limits.expect(rows * sizeof of_row_[0]);
  of_row_.reserve(rows);
  Interner distinct(words_a_row, limits);
  for (std::size_t row = 0; row < rows; ++row) {
    pulse.beat();
    of_row_.push_back(distinct.number(supports.subspan(row * words_a_row, words_a_row)));
  }

  limits.expect(distinct.size() * (2 * words_ * sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t)));
  std::vector<std::uint64_t> unsorted(distinct.size() * words_, 0);
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    pulse.beat();
    const std::span<std::uint64_t> key = std::span(unsorted).subspan(i * words_, words_);
    for (std::size_t c = 0; c < components; ++c)
      code.put(key, c, static_cast<std::uint32_t>(distinct.content(i)[c / kBitsPerWord] >> (c % kBitsPerWord) & 1));
  }
  std::vector<std::uint32_t> order(distinct.size());
  std::iota(order.begin(), order.end(), 0);
  const auto unsorted_key = [&](std::uint32_t i) { return std::span<const std::uint64_t>(unsorted).subspan(i * words_, words_); };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    pulse.beat();
    return std::ranges::lexicographical_compare(unsorted_key(a), unsorted_key(b));
  });
  std::vector<std::uint32_t> place(order.size());
  keys_.reserve(unsorted.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = static_cast<std::uint32_t>(i);
    const std::span<const std::uint64_t> key = unsorted_key(order[i]);
    keys_.insert(keys_.end(), key.begin(), key.end());
  }
  for (std::uint32_t& support : of_row_) support = place[support];
}

}   // namespace parley
