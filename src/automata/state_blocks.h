#pragma once

#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "automata/marked_partition.h"

namespace parley::automata {

// A partition of states into blocks. Each block is one range of one array: first its bottom states, which
// have no silent move inside the block, then the others.
class StateBlocks {
 public:
  explicit StateBlocks(std::size_t states) : elements_(states), position_(states), block_of_(states, 0) {
    for (std::uint32_t state = 0; state < states; ++state) elements_[state] = position_[state] = state;
    blocks_.push_back({0, 0, static_cast<std::uint32_t>(states)});
  }

  std::uint32_t block_of(std::uint32_t state) const { return block_of_[state]; }
  const std::vector<std::uint32_t>& all_blocks() const { return block_of_; }
  std::uint32_t begin(std::uint32_t block) const { return blocks_[block].begin; }
  std::uint32_t bottom_end(std::uint32_t block) const { return blocks_[block].bottom_end; }
  std::uint32_t end(std::uint32_t block) const { return blocks_[block].end; }
  std::uint32_t size(std::uint32_t block) const { return blocks_[block].end - blocks_[block].begin; }
  std::uint32_t at(std::size_t place) const { return elements_[place]; }
  bool is_bottom(std::uint32_t state) const { return position_[state] < blocks_[block_of_[state]].bottom_end; }

  void make_bottom(std::uint32_t state) {
    assert(!is_bottom(state));
    exchange(position_[state], blocks_[block_of_[state]].bottom_end++);
  }

  // Moves a bottom state to 'place', in exchange for another bottom state of its block.
  void place_bottom(std::uint32_t state, std::uint32_t place) {
    assert(is_bottom(state));
    exchange(position_[state], place);
  }

  struct Halves {
    std::uint32_t with = kNone;
    std::uint32_t without = kNone;   // kNone if the block was not split
  };

  // Splits 'block'. The half 'with' gets the bottom states before 'marked_end', the other half the other
  // bottom states. 'small' contains all states of the smaller half, which gets a new block number. O(size of
  // 'small').
  Halves split(std::uint32_t block, std::uint32_t marked_end, const std::vector<std::uint32_t>& small, bool small_is_with);

 private:
  struct Block {
    std::uint32_t begin;
    std::uint32_t bottom_end;
    std::uint32_t end;
  };

  void exchange(std::uint32_t a, std::uint32_t b) {
    std::swap(elements_[a], elements_[b]);
    position_[elements_[a]] = a;
    position_[elements_[b]] = b;
  }

  std::vector<std::uint32_t> elements_;
  std::vector<std::uint32_t> position_;
  std::vector<std::uint32_t> block_of_;
  std::vector<Block> blocks_;
};

}   // namespace parley::automata
