#pragma once

#include <vector>

#include "automata/marked_partition.h"
#include "automata/move_graph.h"
#include "automata/state_blocks.h"
#include "automata/two_searches.h"
#include "base/limits.h"

namespace parley::automata {

// The coarsest branching bisimulation of a graph, in O(m log n) steps and about 60 bytes per move.
//
// The algorithm is by Jansen, Groote, Keiren and Wijs ("An O(m log n) algorithm for branching bisimilarity on
// labelled transition systems", TACAS 2020). Without silent moves it is the algorithm of Paige and Tarjan,
// with labels treated as by Valmari.
//
// A move is *inert* if it is silent and stays in its block. All other moves are in *bunches*. A bunch
// consists of *targets*: the moves with one label to one block. It is trivial if it has only one target. The
// moves of one bunch from one block are a *slice*. A *bottom state* has no inert move.
//
// Invariant: if a block has a move of a bunch, each of its bottom states has one. So the partition is stable
// once all bunches are trivial. Until then, the smaller of two targets leaves its bunch, and the blocks with
// moves of both parts are split: first by the moves that left, then by the rest.
//
// A split makes inert moves visible; they form a new bunch. States that lose their last inert move become
// bottom states, and the invariant is then restored for them, bunch by bunch. This happens once per state, so
// the cost is charged to its moves.
class Refinement {
 public:
  // REQUIRES: silent moves have no cycle, and each state without a silent move has a visible one; then one
  // block and one bunch satisfy the invariant. 'moves' is sorted and has no duplicates.
  Refinement(std::size_t states, const std::vector<Move>& moves, const Limits& limits);

  // The block of each state.
  std::vector<std::uint32_t> run();

  // The number of times that a move or a state was looked at. This is what is O(m log n), and it is the same
  // on every machine.
  std::uint64_t steps() const { return steps_ + searches_.steps(); }

 private:
  void step() {
    ++steps_;
    pulse_.beat();
  }
  using Halves = StateBlocks::Halves;
  struct Bunch {
    std::uint32_t begin;   // range of places in targets_
    std::uint32_t end;
    std::uint32_t targets;   // how many
  };
  struct Slice {
    std::uint32_t block = kNone;
    std::uint32_t previous = kNone;   // in the list of slices of the block
    std::uint32_t next = kNone;
    std::uint32_t child = kNone;   // the part that the last split took out of it
    bool pending = false;          // it is in pending_
  };
  enum class Sources : std::uint8_t { kAllGiven, kBottomGiven };
  struct Unstable {
    std::uint32_t left;   // the slice of the moves that left the bunch
    std::uint32_t rest;   // the slice of those that stayed
  };

  void make_first_bunch(const std::vector<Move>& moves);
  void split_bunch(std::uint32_t bunch);
  std::uint32_t take_smaller_target(std::uint32_t bunch);
  void recount(std::uint32_t target);
  void stabilise(const Unstable& unstable);
  void drain();

  // Splits a block by a slice. 'sources' are states with moves in it; states of other blocks are ignored.
  // Fills fresh_.
  Halves split(std::uint32_t block, std::uint32_t slice, const std::vector<std::uint32_t>& sources, Sources given);
  void split_slices(const std::vector<std::uint32_t>& small, std::uint32_t fresh_block);
  void split_targets(const std::vector<std::uint32_t>& small);
  void find_fresh(const std::vector<std::uint32_t>& small, bool small_is_with);

  // Completes a split: puts the moves between its halves into a bunch, and separates new bottom states of
  // 'with' from old ones. Returns the block of the old ones, or kNone if there are none. 'rest', a slice of
  // 'with', is replaced by its part in that block.
  std::uint32_t settle(std::uint32_t with, std::uint32_t* rest = nullptr);
  std::uint32_t add_bunch(std::uint32_t block);
  void reopen(std::uint32_t block);

  void link(std::uint32_t slice, std::uint32_t block);
  void unlink(std::uint32_t slice);
  std::uint32_t follow(std::uint32_t slice, std::uint32_t block);
  std::uint32_t new_count();

  Pulse pulse_;
  std::uint64_t steps_ = 0;
  MoveGraph graph_;
  StateBlocks blocks_;
  MarkedPartition targets_;   // moves by bunch, label and block of their target
  MarkedPartition slices_;    // moves by bunch and block of their source; those of new bottom states marked
  TwoSearches searches_;

  std::vector<std::uint32_t> silent_inside_;   // number of inert moves of each state
  std::vector<Bunch> bunches_;
  std::vector<std::uint32_t> open_bunches_;   // those with several targets, each once
  std::vector<std::uint32_t> bunch_of_target_;
  std::vector<Slice> slice_rows_;
  std::vector<std::uint32_t> first_slice_;   // of each block
  std::vector<std::uint32_t> pending_;       // slices for which the invariant must be restored

  std::vector<std::uint32_t> counts_;   // each counts the moves of one state in one bunch
  std::vector<std::uint32_t> free_counts_;
  std::vector<std::uint32_t> count_of_;   // per move: the index of its count

  std::vector<std::uint32_t> fresh_;   // moves that the last split made visible
  std::vector<std::uint32_t> marked_;
  std::vector<std::uint32_t> small_;
  std::vector<std::uint32_t> sources_;
  std::vector<std::uint32_t> fresh_sources_;
  std::vector<std::uint32_t> both_;      // sources with moves in both parts of a split bunch
  std::vector<std::uint32_t> counted_;   // states with a new count, and their old counts
  std::vector<std::uint32_t> old_counts_;
  std::vector<std::uint32_t> count_at_;   // per state: its new count, while moves are counted
  std::vector<bool> has_rest_;            // per state: it still has moves in the old bunch
  std::vector<bool> is_marked_;
  std::vector<Unstable> unstable_;
};

}   // namespace parley::automata
