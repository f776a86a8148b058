#include "search/level/frontier.h"

#include <cassert>
#include <utility>

namespace parley {

void Frontier::give_back(const Chunk& chunk) {
  std::unique_ptr<Block>& block = level_[chunk.block];
  if (block->chunks_left.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  const std::lock_guard lock(mutex_);
  spare_.push_back(std::move(block));
}

std::unique_ptr<Frontier::Block> Frontier::fresh() {
  {
    const std::lock_guard lock(mutex_);
    if (!spare_.empty()) {
      std::unique_ptr<Block> block = std::move(spare_.back());
      spare_.pop_back();
      block->size = 0;
      return block;
    }
  }
  // Between two checks of the memory limit all threads together allocate fewer blocks than this.
  constexpr std::uint64_t kAhead = 16;
  limits_.expect(kAhead * sizeof(Block));
  return std::make_unique_for_overwrite<Block>();
}

void Frontier::hand_in(std::unique_ptr<Block> block) {
  const std::lock_guard lock(mutex_);
  found_.push_back(std::move(block));
}

void Frontier::advance() {
  assert(std::ranges::none_of(level_, [](const std::unique_ptr<Block>& block) { return block != nullptr; }));   // given back
  level_.clear();
  std::swap(level_, found_);
  level_size_ = 0;
  for (const std::unique_ptr<Block>& block : level_) {
    level_size_ += block->size;
    block->chunks_left = kChunksPerBlock;
  }
  next_chunk_ = 0;
}

}   // namespace parley
