#pragma once

#include <vector>

#include "automata/automata.h"
#include "automata/sequence_table.h"
#include "automata/silent_graph.h"

namespace parley::automata {

// The subset construction, step by step. The sets are closed under silent moves and numbered in the order
// found.
//
// Cost of steps(): the edges of the members, the silent closure of their targets, and sorting. Members are
// ascending.
class Subsets {
 public:
  Subsets(const Lts& lts, const Silent& silent, const Limits& limits);

  struct Step {
    LocalLabel label;
    std::uint32_t target;
  };
  std::uint32_t initial();                             // the set reached by silent moves from the initial state
  const std::vector<Step>& steps(std::uint32_t set);   // sorted by label, each visible label once; valid until the next call
  std::span<const std::uint32_t> members(std::uint32_t set) const { return sets_[set]; }
  bool has_error(std::uint32_t set) const;
  std::size_t size() const { return sets_.size(); }

 private:
  std::uint32_t add_closure();   // of the states in scratch_

  const Lts& lts_;
  const Silent& silent_;
  Pulse pulse_;
  Graph silent_edges_;
  SequenceTable sets_;
  std::vector<Edge> edges_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> scratch_;
  std::vector<bool> in_scratch_;
};

}   // namespace parley::automata
