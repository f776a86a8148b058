#include "automata/state_blocks.h"

#include <algorithm>

namespace parley::automata {

StateBlocks::Halves StateBlocks::split(std::uint32_t block, std::uint32_t marked_end, const std::vector<std::uint32_t>& small,
                                       bool small_is_with) {
  const Block old = blocks_[block];
  // First separate the other states: [marked bottoms | other bottoms | others with | others without].
  std::uint32_t middle = small_is_with ? old.bottom_end : old.end;
  for (std::uint32_t state : small) {
    if (position_[state] < old.bottom_end) continue;
    exchange(position_[state], small_is_with ? middle++ : --middle);
  }
  // Then swap the two ranges in the middle. Their inner order does not matter, so it costs the shorter one
  // only.
  const std::uint32_t bottoms = old.bottom_end - marked_end;
  const std::uint32_t others = middle - old.bottom_end;
  for (std::uint32_t i = 0; i < std::min(bottoms, others); ++i) exchange(marked_end + i, middle - 1 - i);

  const std::uint32_t border = marked_end + others;
  const auto fresh = static_cast<std::uint32_t>(blocks_.size());
  blocks_.push_back({});
  const Halves halves = small_is_with ? Halves{fresh, block} : Halves{block, fresh};
  blocks_[halves.with] = {old.begin, marked_end, border};
  blocks_[halves.without] = {border, border + bottoms, old.end};
  for (std::uint32_t state : small) block_of_[state] = fresh;
  return halves;
}

}   // namespace parley::automata
