#pragma once

#include <vector>

#include "automata/automata.h"
#include "automata/sequence_table.h"
#include "automata/silent_graph.h"

namespace parley::automata {

// The subset construction, step by step: sets of states that are closed under silent moves, numbered as they
// come.
//
// A step costs the edges of its set's members, those of their silent closure, and sorting. Members are
// ascending.
class Subsets {
 public:
  Subsets(const Lts& lts, const Silent& silent, const Limits& limits);

  struct Step {
    LocalLabel label;
    std::uint32_t target;
  };
  std::uint32_t initial();                             // the set of what silent moves reach from the initial state
  const std::vector<Step>& steps(std::uint32_t set);   // by label, each visible label once; valid until the next call
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
