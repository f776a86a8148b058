#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/limits.h"

namespace parley {

// The states of the current level that are still to be expanded, and those found for the next level. Both are
// lists of blocks of keys. Several threads take from the one and add to the other. A block whose keys were
// all used is reused.
class Frontier {
 public:
  explicit Frontier(const Limits& limits) : limits_(limits) {}

  struct Block {
    static constexpr std::size_t kKeys = 4096;
    std::size_t size = 0;
    std::atomic<std::uint32_t> chunks_left = 0;
    std::array<std::uint64_t, kKeys> keys;
    std::array<std::uint32_t, kKeys> notes;   // from the space that found the state, for its expansion
  };

  // Adds states to the next level, for one thread. flush() passes on a block that is not full.
  class Writer {
   public:
    void add(std::uint64_t key, std::uint32_t note, Frontier& frontier) {
      if (block_ == nullptr) block_ = frontier.fresh();
      block_->keys[block_->size] = key;
      block_->notes[block_->size++] = note;
      if (block_->size == Block::kKeys) frontier.hand_in(std::move(block_));
    }
    void flush(Frontier& frontier) {
      if (block_ != nullptr) frontier.hand_in(std::move(block_));
    }

   private:
    std::unique_ptr<Block> block_;
  };

  // A few keys of the level; each chunk is taken by one thread only. take() answers false when the level is
  // used up.
  struct Chunk {
    std::span<const std::uint64_t> keys;
    std::span<const std::uint32_t> notes;
    std::size_t block = 0;
  };
  bool take(Chunk& chunk) {
    for (;;) {
      const std::size_t index = next_chunk_.fetch_add(1, std::memory_order_relaxed);
      if (index / kChunksPerBlock >= level_.size()) return false;
      chunk.block = index / kChunksPerBlock;
      const Block& block = *level_[chunk.block];
      const std::size_t first = index % kChunksPerBlock * kChunk;
      if (first >= block.size) {
        give_back(chunk);
        continue;
      }
      const std::size_t size = std::min(kChunk, block.size - first);
      chunk.keys = std::span(block.keys).subspan(first, size);
      chunk.notes = std::span(block.notes).subspan(first, size);
      return true;
    }
  }
  // The keys of the chunk are no longer needed. The last chunk of a block frees the block.
  void give_back(const Chunk& chunk);

  // The states that were found become the current level. REQUIRES: all writers are flushed, all chunks are
  // given back.
  void advance();
  std::uint64_t level_size() const { return level_size_; }

 private:
  static constexpr std::size_t kChunk = 128;
  static constexpr std::size_t kChunksPerBlock = Block::kKeys / kChunk;

  std::unique_ptr<Block> fresh();
  void hand_in(std::unique_ptr<Block> block);

  const Limits& limits_;
  std::vector<std::unique_ptr<Block>> level_;
  std::uint64_t level_size_ = 0;
  alignas(128) std::atomic<std::size_t> next_chunk_ = 0;   // on a cache line of its own: the fields above are only read
  alignas(128) std::mutex mutex_;
  std::vector<std::unique_ptr<Block>> found_;
  std::vector<std::unique_ptr<Block>> spare_;
};

}   // namespace parley
