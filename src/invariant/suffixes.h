#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "invariant/projection.h"

namespace parley {

// For each state of a projection, the longest sequence of events with which every path to it ends (Antonino,
// Gibson-Robinson and Roscoe, definition 10).
//
// Computes the least fixpoint of the paper's equations with a work list. The initial state starts with the
// empty sequence, every other state with the events of a shortest path to it. So no sequence is longer than
// that, and the paper's bound on lengths is not needed.
class SuffixTable {
 public:
  SuffixTable(const Lts& lts, const Wiring& wiring, const Limits& limits);

  bool reaches(LocalState state) const { return reached_[state.index()]; }
  std::span<const std::uint32_t> at(LocalState state) const { return suffixes_[state.index()]; }   // the most recent event last

 private:
  std::vector<bool> reached_;
  std::vector<std::vector<std::uint32_t>> suffixes_;
};

}   // namespace parley
