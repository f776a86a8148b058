#pragma once

#include "engine/engine.h"

namespace parley {

// Searches the graph of leaps (docs/algorithms/leap.md). What a component does on its own is not a step but
// part of a node, so the number of nodes depends only on what components do together. The second algorithm,
// leap.mode=steps, are the covering steps of (Magniette, Pilard and Rozoy), in covering/.
class LeapEngine final : public Engine {
 public:
  std::string_view name() const override { return "leap"; }
  std::string_view summary() const override {
    return "leaps over what components do on their own, from one shared rule to the next; or covering steps";
  }
  std::string_view answers() const override { return "deadlock, local_deadlock, reach, never, property"; }
  std::string_view paper() const override {
    return "Magniette, Pilard and Rozoy, A Method for the Verification of Distributed and Synchronized Algorithm";
  }
  std::span<const OptionRow> options() const override;
  std::optional<std::string> declines(const Network& network, const Property& property) const override;
  bool comes_first(const Network& network) const override;
  bool complete() const override { return true; }
  void check(const Task& task, Run& run) const override;
  std::optional<Options> turn(const Options& options, const Network& network, unsigned round) const override;
  bool explores() const override { return true; }
  bool explores_less() const override { return true; }
  void explore(const Network& network, Run& run) const override;
};

}   // namespace parley
