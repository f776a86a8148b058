// Strong and branching bisimulation, as one call of the partition refinement (refinement.h).
//
// 1. strong_components(): the strongly connected components of the silent moves. All states of one component
//    are branching bisimilar, so each becomes one node. (Strong bisimulation: every state is its own node.)
// 2. collapsed(): the moves between nodes. Terminal and error states, states without moves and divergence
//    become visible self-loops with extra labels, so the refinement needs to know moves only.
// 3. Refinement::run(): the blocks of nodes, in O(m log n).
// 4. numbered_by_first_state(): the blocks as classes of states.
//
// docs/algorithms/automata.md says where this deviates from the paper.

#include <algorithm>

#include "automata/automata.h"
#include "automata/refinement.h"
#include "automata/silent_graph.h"

namespace parley::automata {

namespace {

// Extra labels for visible self-loops that encode properties of states, so that the refinement needs to know
// moves only. The labels of the Lts count from 1; label 0 is silent.
struct ExtraLabels {
  explicit ExtraLabels(const Lts& lts) : first(static_cast<std::uint32_t>(lts.num_labels()) + 1) {}
  std::uint32_t first;
  std::uint32_t terminal() const { return first; }
  std::uint32_t error() const { return first + 1; }
  std::uint32_t without_moves() const { return first + 2; }
  std::uint32_t diverges() const { return first + 3; }
  std::uint32_t ends_silently() const { return first + 4; }   // a silent move to a terminal or error state, which is never inert
};

void expect_moves(const Lts& lts, const Limits& limits) {
  // An estimate: the moves, and the arrays of 4-byte numbers of the refinement.
  limits.expect(lts.num_edges() * (sizeof(Move) + 60) + lts.num_states() * 60);
}

Partition numbered_by_first_state(const std::vector<std::uint32_t>& node_of, const std::vector<std::uint32_t>& block_of) {
  Partition partition;
  partition.class_of.reserve(node_of.size());
  std::vector<std::uint32_t> number(block_of.size(), kNone);
  for (std::uint32_t node : node_of) {
    std::uint32_t& of_block = number[block_of[node]];
    if (of_block == kNone) of_block = static_cast<std::uint32_t>(partition.classes++);
    partition.class_of.push_back(of_block);
  }
  return partition;
}

// The moves of the graph in which each strongly connected component of the silent moves is one node.
std::vector<Move> collapsed(const Lts& lts, const Silent& silent, const Components& components, const Limits& limits) {
  Pulse pulse(limits);
  const ExtraLabels extra(lts);
  std::vector<Move> moves;
  moves.reserve(lts.num_edges() + components.count());
  std::vector<bool> has_move(components.count());
  for (LocalState state : lts.states()) {
    const std::uint32_t from = components.of[state.index()];
    if (lts.is_terminal(state)) moves.push_back({from, extra.terminal(), from});
    if (lts.is_error(state)) moves.push_back({from, extra.error(), from});
    if (lts.is_terminal(state) || lts.is_error(state)) has_move[from] = true;
    for (const Edge& edge : lts.edges(state)) {
      pulse.beat();
      const std::uint32_t to = components.of[edge.target.index()];
      const bool is_silent = silent[edge.label.index()];
      if (is_silent && from == to) continue;
      const bool ends = lts.is_terminal(edge.target) || lts.is_error(edge.target);
      moves.push_back({from, !is_silent ? edge.label.value + 1 : ends ? extra.ends_silently() : 0, to});
      has_move[from] = true;
    }
  }
  for (std::uint32_t node = 0; node < components.count(); ++node) {
    if (components.has_cycle[node]) moves.push_back({node, extra.diverges(), node});
    else if (!has_move[node]) moves.push_back({node, extra.without_moves(), node});
  }
  std::ranges::sort(moves);
  const auto twice = std::ranges::unique(moves);
  moves.erase(twice.begin(), twice.end());
  return moves;
}

Components every_state_alone(std::size_t states) {
  Components alone;
  alone.of.resize(states);
  for (std::uint32_t state = 0; state < states; ++state) alone.of[state] = state;
  alone.has_cycle.assign(states, false);
  return alone;
}

Partition refined(const Lts& lts, const Silent& silent, const Components& components, const Limits& limits) {
  expect_moves(lts, limits);
  Refinement refinement(components.count(), collapsed(lts, silent, components, limits), limits);
  return numbered_by_first_state(components.of, refinement.run());
}

}   // namespace

Partition strong_bisimulation(const Lts& lts, const Limits& limits) {
  return refined(lts, Silent(lts.num_labels(), false), every_state_alone(lts.num_states()), limits);
}

Partition branching_bisimulation(const Lts& lts, const Silent& silent, const Limits& limits) {
  return refined(lts, silent, strong_components(silent_graph(lts, silent), limits), limits);
}

}   // namespace parley::automata
