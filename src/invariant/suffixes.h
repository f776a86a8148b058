#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "invariant/projection.h"

namespace parley {

// For each state of a projection the longest sequence of events with which every way to it ends (paper 004,
// definition 10).
//
// The least fixpoint of the paper's equations, by a work list. The initial state has the empty sequence, and
// each other state starts with what the shortest way to it gives, so no sequence is longer than that: the
// paper's bound on lengths never matters.
class SuffixTable {
 public:
  SuffixTable(const Lts& lts, const Wiring& wiring, const Limits& limits);

  bool reaches(LocalState state) const { return reached_[state.index()]; }
  std::span<const std::uint32_t> at(LocalState state) const { return suffixes_[state.index()]; }   // the last event last

 private:
  std::vector<bool> reached_;
  std::vector<std::vector<std::uint32_t>> suffixes_;
};

}   // namespace parley
