#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace parley::automata {

// A move of a graph that is to be refined. Label 0 is silent.
struct Move {
  std::uint32_t from;
  std::uint32_t label;
  std::uint32_t to;
  friend auto operator<=>(const Move&, const Move&) = default;
};

// The moves, sorted by source and indexed by target; at each state the silent moves come first. A move is
// identified by its index in the order by source.
struct MoveGraph {
  // REQUIRES: 'moves' is sorted and has no duplicates.
  MoveGraph(std::size_t states, const std::vector<Move>& moves);

  std::size_t num_states() const { return out_begins.size() - 1; }

  std::vector<std::uint32_t> from;
  std::vector<std::uint32_t> to;
  std::vector<std::uint32_t> out_begins;
  std::vector<std::uint32_t> out_silent_ends;
  std::vector<std::uint32_t> in;   // the moves, sorted by target
  std::vector<std::uint32_t> in_begins;
  std::vector<std::uint32_t> in_silent_ends;
};

}   // namespace parley::automata
