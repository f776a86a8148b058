#include "check/row_set.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/hash.h"

namespace parley {

RowSet::RowSet(const StateTable& table, const Limits& limits) : table_(table) {
  if (table.size() >= std::numeric_limits<std::uint32_t>::max()) throw Stopped("a closed set of 2^32 states or more");
  const std::size_t capacity = std::bit_ceil(2 * table.size() + 1);
  limits.expect(capacity * sizeof slots_[0]);
  slots_.assign(capacity, 0);
  Pulse pulse(limits);
  for (std::size_t row = 0; row < table.size(); ++row) {
    pulse.beat();
    slots_[slot_of(table.words(row))] = static_cast<std::uint32_t>(row + 1);
  }
}

std::size_t RowSet::slot_of(std::span<const std::uint64_t> words) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_words(words) & mask;
  while (slots_[slot] != 0 && !std::ranges::equal(table_.words(slots_[slot] - 1), words)) slot = (slot + 1) & mask;
  return slot;
}

}  // namespace parley
