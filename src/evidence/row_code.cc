#include "evidence/row_code.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace parley {

RowCode::RowCode(std::span<const std::size_t> sizes) {
  fields_.reserve(sizes.size());
  std::size_t used = 0;
  std::vector<std::size_t> ends;
  ends.reserve(sizes.size());
  for (std::size_t size : sizes) {
    const auto bits = static_cast<unsigned>(size < 2 ? 0 : std::bit_width(size - 1));
    assert(bits <= 32);
    const auto offset = static_cast<unsigned>(used % kWordBits);
    const unsigned spill = offset + bits > kWordBits ? offset + bits - kWordBits : 0;
    fields_.push_back({.word = static_cast<std::uint32_t>(bits == 0 ? 0 : used / kWordBits),
                       .shift = static_cast<std::uint8_t>(bits == 0 || spill > 0 ? 0 : kWordBits - offset - bits),
                       .bits = static_cast<std::uint8_t>(bits),
                       .spill = static_cast<std::uint8_t>(spill)});
    used += bits;
    ends.push_back(used);
  }
  num_digits_ = std::max<std::size_t>(1, (used + kDigitBits - 1) / kDigitBits);
  first_columns_.reserve(num_digits_);
  std::size_t column = 0;
  for (std::size_t place = 0; place < num_digits_; ++place) {
    while (column < ends.size() && ends[column] <= place * kDigitBits) ++column;
    first_columns_.push_back(static_cast<std::uint32_t>(column));
  }
  const std::size_t in_last_word = used - (words() - 1) * kWordBits;
  padding_ = kWordMask >> in_last_word;
}

void RowCode::clear_from(std::span<std::uint64_t> key, std::size_t place) const {
  const std::size_t word = place / kDigitsPerWord;
  key[word] &= ~((std::uint64_t{1} << (shift_of(place) + kDigitBits)) - 1);
  std::fill(key.begin() + static_cast<std::ptrdiff_t>(word) + 1, key.end(), 0);
}

}   // namespace parley
