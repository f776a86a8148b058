#pragma once

#include <vector>

#include "automata/marked_partition.h"
#include "automata/move_graph.h"
#include "automata/state_blocks.h"
#include "automata/two_searches.h"
#include "base/limits.h"

namespace parley::automata {

// The coarsest branching bisimulation of a graph, in O(m log n) steps and about 60 bytes a move.
//
// The algorithm is that of Jansen, Groote, Keiren and Wijs ("An O(m log n) algorithm for branching
// bisimilarity on labelled transition systems", TACAS 2020). Without silent moves it is Paige and Tarjan's,
// with labels as Valmari treats them.
//
// A move is *inert* if it is silent and stays in its block. All other moves are in *bunches*. A bunch is made
// of *targets*, the moves with one label to one block, and is trivial if it has one. The moves of one bunch
// from one block are a *slice*. The invariant: if a block has a move of a bunch, each of its bottom states
// has one. So with trivial bunches alone the partition is stable. Until then the smaller of two targets
// leaves its bunch, and the blocks that have moves of both parts are split: by what left, then by the rest.
//
// A split makes inert moves visible, as a new bunch. States that lose their last inert move become bottom
// states, for which the invariant is then restored bunch by bunch. This happens once in the life of a state,
// so its moves pay for it.
class Refinement {
 public:
  // Silent moves have no cycle, and each state without a silent move has a visible one: then one block and
  // one bunch satisfy the invariant. 'moves' sorted, without duplicates.
  Refinement(std::size_t states, const std::vector<Move>& moves, const Limits& limits);

  // The block of each state.
  std::vector<std::uint32_t> run();

  // How many moves and states were looked at, each as often as it was: what is O(m log n), the same on every
  // machine.
  std::uint64_t steps() const { return steps_ + searches_.steps(); }

 private:
  void step() {
    ++steps_;
    pulse_.beat();
  }
  using Halves = StateBlocks::Halves;
  struct Bunch {
    std::uint32_t begin;   // in the order of targets_
    std::uint32_t end;
    std::uint32_t targets;
  };
  struct Slice {
    std::uint32_t block = kNone;
    std::uint32_t previous = kNone;   // among the slices of the block
    std::uint32_t next = kNone;
    std::uint32_t child = kNone;   // what the last split took out of it
    bool pending = false;
  };
  enum class Sources : std::uint8_t { kAllGiven, kBottomGiven };
  struct Unstable {
    std::uint32_t left;   // the slice of the moves that left the bunch
    std::uint32_t rest;
  };

  void make_first_bunch(const std::vector<Move>& moves);
  void split_bunch(std::uint32_t bunch);
  std::uint32_t take_smaller_target(std::uint32_t bunch);
  void recount(std::uint32_t target);
  void stabilise(const Unstable& unstable);
  void drain();

  // Splits a block by a slice; 'sources' are states with moves in it, of other blocks too. Fills fresh_.
  Halves split(std::uint32_t block, std::uint32_t slice, const std::vector<std::uint32_t>& sources, Sources given);
  void split_slices(const std::vector<std::uint32_t>& small, std::uint32_t fresh_block);
  void split_targets(const std::vector<std::uint32_t>& small);
  void find_fresh(const std::vector<std::uint32_t>& small, bool small_is_with);

  // After a split: makes the moves between its halves a bunch, and parts new bottom states from old ones.
  // Gives the block of the old ones (kNone if there are none); 'rest', a slice of 'with', becomes what that
  // block has of it.
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

  std::vector<std::uint32_t> silent_inside_;   // of each state: its inert moves
  std::vector<Bunch> bunches_;
  std::vector<std::uint32_t> open_bunches_;   // those with several targets, once each
  std::vector<std::uint32_t> bunch_of_target_;
  std::vector<Slice> slice_rows_;
  std::vector<std::uint32_t> first_slice_;   // of each block
  std::vector<std::uint32_t> pending_;       // slices under which the invariant must be restored

  std::vector<std::uint32_t> counts_;   // of the moves of a state in a bunch
  std::vector<std::uint32_t> free_counts_;
  std::vector<std::uint32_t> count_of_;   // of each move

  std::vector<std::uint32_t> fresh_;   // moves that the last split made visible
  std::vector<std::uint32_t> marked_;
  std::vector<std::uint32_t> small_;
  std::vector<std::uint32_t> sources_;
  std::vector<std::uint32_t> fresh_sources_;
  std::vector<std::uint32_t> both_;
  std::vector<std::uint32_t> counted_;   // states with a new count, and their old ones
  std::vector<std::uint32_t> old_counts_;
  std::vector<std::uint32_t> count_at_;   // of each state, while moves are counted
  std::vector<bool> has_rest_;
  std::vector<bool> is_marked_;
  std::vector<Unstable> unstable_;
};

}   // namespace parley::automata
