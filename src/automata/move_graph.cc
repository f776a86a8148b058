#include "automata/move_graph.h"

namespace parley::automata {

MoveGraph::MoveGraph(std::size_t states, const std::vector<Move>& moves)
    : from(moves.size()),
      to(moves.size()),
      out_begins(states + 1),
      out_silent_ends(states),
      in(moves.size()),
      in_begins(states + 1),
      in_silent_ends(states) {
  std::vector<std::uint32_t> silent_in(states);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    from[i] = moves[i].from;
    to[i] = moves[i].to;
    ++out_begins[moves[i].from + 1];
    ++in_begins[moves[i].to + 1];
    if (moves[i].label != 0) continue;
    ++out_silent_ends[moves[i].from];
    ++silent_in[moves[i].to];
  }
  for (std::size_t state = 0; state < states; ++state) {
    out_begins[state + 1] += out_begins[state];
    in_begins[state + 1] += in_begins[state];
    out_silent_ends[state] += out_begins[state];
    in_silent_ends[state] = in_begins[state] + silent_in[state];
  }
  std::vector<std::uint32_t> next_silent(in_begins.begin(), in_begins.end() - 1);
  std::vector<std::uint32_t> next_visible = in_silent_ends;
  for (std::uint32_t i = 0; i < moves.size(); ++i) in[(moves[i].label == 0 ? next_silent : next_visible)[moves[i].to]++] = i;
}

}   // namespace parley::automata
