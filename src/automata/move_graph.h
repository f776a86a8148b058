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

// Moves by source and by target; at each state the silent ones first. A move is its place in the order by
// source.
struct MoveGraph {
  // 'moves' sorted, without duplicates.
  MoveGraph(std::size_t states, const std::vector<Move>& moves);

  std::size_t num_states() const { return out_begins.size() - 1; }

  std::vector<std::uint32_t> from;
  std::vector<std::uint32_t> to;
  std::vector<std::uint32_t> out_begins;
  std::vector<std::uint32_t> out_silent_ends;
  std::vector<std::uint32_t> in;   // moves by target
  std::vector<std::uint32_t> in_begins;
  std::vector<std::uint32_t> in_silent_ends;
};

}   // namespace parley::automata
