#pragma once

#include <span>
#include <vector>

#include "automata/marked_partition.h"
#include "automata/move_graph.h"
#include "automata/state_blocks.h"
#include "base/limits.h"

namespace parley::automata {

// Finds the smaller half of a block that is split: the states that reach a move of the splitter by silent
// moves inside the block ('with'), and those that do not ('without').
//
// Two searches, one per half, advance alternately by one move each; a search that finds more than half of the
// block stops. So the smaller half is found in time proportional to its own moves, whatever the size of the
// other (Jansen, Groote, Keiren and Wijs, TACAS 2020). All searches share a few words of memory per state.
class TwoSearches {
 public:
  TwoSearches(const MoveGraph& graph, const StateBlocks& blocks, const MarkedPartition& slices, const Limits& limits);

  struct Splitter {
    std::uint32_t block;
    std::uint32_t slice;        // all its moves start in the block
    bool sources_known;         // all sources of the slice were marked; otherwise at least its bottom states
    std::uint32_t marked_end;   // the bottom states before this place are the marked ones
  };

  // 'marked' are the marked states, bottom or not. REQUIRES: some bottom state is not marked. 'silent_inside'
  // is the number of silent moves of each state inside its block.
  void run(const Splitter& splitter, std::span<const std::uint32_t> marked, const std::vector<std::uint32_t>& silent_inside);

  const std::vector<std::uint32_t>& small() const { return small_is_with_ ? with_ : without_; }
  bool small_is_with() const { return small_is_with_; }
  std::uint64_t steps() const { return steps_; }   // of all runs

 private:
  enum class Side : std::uint8_t { kUnknown, kWith, kWithout, kDoubtful };   // doubtful: some silent move leads to 'without'
  enum class Step : std::uint8_t { kGoesOn, kComplete, kTooMany };

  void step() {
    ++steps_;
    pulse_.beat();
  }
  void start(std::span<const std::uint32_t> marked);
  void race();
  void clean();
  Step step_with();
  Step step_without();
  void step_check();
  void add_with(std::uint32_t state);
  void add_without(std::uint32_t state);

  const MoveGraph& graph_;
  const StateBlocks& blocks_;
  const MarkedPartition& slices_;
  Pulse pulse_;
  std::uint64_t steps_ = 0;
  Splitter splitter_{};
  const std::vector<std::uint32_t>* silent_inside_ = nullptr;
  std::uint32_t half_ = 0;
  bool small_is_with_ = false;

  std::vector<Side> side_;
  std::vector<std::uint32_t> untested_;   // per doubtful state: the number of its silent moves that may still lead to 'with'
  std::vector<std::uint32_t> doubtful_;

  std::vector<std::uint32_t> with_;
  std::size_t with_at_ = 0;   // index of the state whose incoming moves are being visited
  std::uint32_t with_move_ = 0;
  std::size_t with_source_ = 0;

  std::vector<std::uint32_t> without_;
  std::size_t without_at_ = 0;
  std::uint32_t without_move_ = 0;
  std::uint32_t without_bottom_ = 0;
  std::uint32_t checked_ = kNone;   // a state whose silent moves all lead to 'without': has it a move of the splitter?
  std::uint32_t checked_move_ = 0;
};

}   // namespace parley::automata
