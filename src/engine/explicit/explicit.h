#pragma once

#include "engine/engine.h"

namespace parley {

// Explicit-state search, breadth first, by any number of threads. Decides every property. What holds is
// certified by the states themselves: by a closed set of all reachable states, or by a reduced set if
// stubborn sets left out transitions that the properties do not need. Without stubborn sets, traces are
// shortest. Once a search is long, walks look for traces beside it. The reference for the other engines, and
// the fallback if they decline. docs/algorithms/explicit.md.
class ExplicitEngine final : public Engine {
 public:
  std::string_view name() const override { return "explicit"; }
  std::string_view summary() const override {
    return "visits states one by one, breadth first, in parallel; stubborn sets leave out what a property does not need";
  }
  std::string_view answers() const override { return "every kind of property"; }
  std::string_view paper() const override { return ""; }
  std::span<const OptionRow> options() const override;
  std::optional<std::string> declines(const Network& network, const Property& property) const override;
  bool comes_first(const Network& network) const override;
  bool complete() const override { return true; }
  void check(const Task& task, Run& run) const override;
  std::optional<Options> turn(const Options& options, const Network& network, unsigned round) const override;
  bool explores() const override { return true; }
  void explore(const Network& network, Run& run) const override;
};

}   // namespace parley
