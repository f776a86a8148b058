#include "check/row_set.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace parley {

RowSet::RowSet(const StateTable& table, const Limits& limits) : table_(table) {
  if (table.size() >= std::numeric_limits<std::uint32_t>::max()) throw Stopped("a set of 2^32 states or more");
  const std::size_t capacity = std::bit_ceil(2 * table.size() + 1);
  limits.expect(capacity * sizeof slots_[0]);
  slots_.assign(capacity, 0);
  mask_ = capacity - 1;
  Pulse pulse(limits);
  constexpr std::size_t kAhead = 64;
  std::array<std::uint64_t, kAhead> hashes{};
  for (std::size_t begin = 0; begin < table.size(); begin += kAhead) {
    pulse.beat();
    const std::size_t end = std::min(table.size(), begin + kAhead);
    for (std::size_t row = begin; row < end; ++row) {
      hashes[row - begin] = hash_words(table.words(row));
      prefetch(&slots_[hashes[row - begin] & mask_]);
    }
    for (std::size_t row = begin; row < end; ++row) {
      std::uint32_t& entry = slots_[slot_of(table.words(row), hashes[row - begin])];
      if (entry == 0) entry = static_cast<std::uint32_t>(row + 1);
    }
  }
}

PendingRows::PendingRows(const RowSet& set) : set_(set), words_a_row_(set.table_.words_per_row()), words_(kMost * words_a_row_) {}

void PendingRows::expect_all() {
  for (std::size_t i = 0; i < size_; ++i)
    if (const std::uint32_t entry = set_.slots_[successors_[i].hash & set_.mask_]; entry != 0)
      prefetch(set_.table_.words(entry - 1).data());
}

}   // namespace parley
