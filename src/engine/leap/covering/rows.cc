#include "engine/leap/covering/rows.h"

#include <cassert>
#include <limits>

#include "base/hash.h"

namespace parley::leap {

RowTable::Found RowTable::add(std::span<const std::uint64_t> row) {
  assert(row.size() == words_);
  if (4 * (size_ + 1) > 3 * slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_words(row) & mask;
  while (slots_[slot] != 0) {
    const std::uint32_t number = slots_[slot] - 1;
    if (std::ranges::equal((*this)[number], row)) return {number, false};
    slot = (slot + 1) & mask;
  }
  if (size_ >= std::numeric_limits<std::uint32_t>::max() - 1) throw Stopped("more than 4 billion parts of the covering graph");
  make_room(rows_, words_, limits_);
  rows_.insert(rows_.end(), row.begin(), row.end());
  slots_[slot] = static_cast<std::uint32_t>(++size_);
  return {static_cast<std::uint32_t>(size_ - 1), true};
}

void RowTable::grow() {
  limits_.expect(2 * slots_.size() * sizeof(std::uint32_t));
  std::vector<std::uint32_t> larger(2 * slots_.size());
  Pulse pulse(limits_, 1 << 16);
  for (std::size_t number = 0; number < size_; ++number) {
    pulse.beat();
    std::size_t slot = hash_words((*this)[number]) & (larger.size() - 1);
    while (larger[slot] != 0) slot = (slot + 1) & (larger.size() - 1);
    larger[slot] = static_cast<std::uint32_t>(number + 1);
  }
  slots_ = std::move(larger);
}

}   // namespace parley::leap
