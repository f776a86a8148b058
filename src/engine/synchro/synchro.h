#pragma once

#include "engine/engine.h"

namespace parley {

// Synchronisation analysis (Antonino, Gibson-Robinson and Roscoe): shows by invariants of how components take
// part in rules that no bad state is reachable. It explores no states for that. It is incomplete on both
// sides: if it neither proves the property nor finds a run to a bad state, it answers unknown and names a
// state that it could not exclude. docs/algorithms/synchro.md.
class SynchroEngine final : public Engine {
 public:
  std::string_view name() const override { return "synchro"; }
  std::string_view summary() const override {
    return "shows by invariants that no bad state can be reached, without exploring; searches for a run to a candidate that is "
           "left";
  }
  std::string_view answers() const override { return "deadlock, local_deadlock, reach, never, property"; }
  std::string_view paper() const override {
    return "Antonino, Gibson-Robinson and Roscoe, Efficient Verification of Concurrent Systems Using Synchronisation Analysis "
           "and SAT/SMT Solving, TOSEM 2019";
  }
  std::span<const OptionRow> options() const override;
  std::optional<std::string> declines(const Network& network, const Property& property) const override;
  bool comes_first(const Network& network) const override;
  bool complete() const override { return false; }
  void check(const Task& task, Run& run) const override;
  std::optional<Options> turn(const Options& options, const Network& network, unsigned round) const override;
  bool shares_work() const override { return false; }
};

}   // namespace parley
