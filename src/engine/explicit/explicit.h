#pragma once

#include "engine/engine.h"

namespace parley {

// Explicit-state search: visits every reachable state once, breadth first. Decides every property, gives shortest
// traces, and certifies what holds by the set of all reachable states. The yardstick for the other engines and the fallback when
// they decline; the price is memory and time for every state there is.
class ExplicitEngine final : public Engine {
 public:
  std::string_view name() const override { return "explicit"; }
  std::string_view summary() const override { return "breadth-first search of every reachable state; shortest traces"; }
  std::string_view answers() const override { return "every kind of property"; }
  std::string_view paper() const override { return ""; }
  std::span<const OptionRow> options() const override;
  std::optional<std::string> declines(const Network& network, const Property& property) const override;
  bool complete() const override { return true; }
  void check(const Task& task, Run& run) const override;
  bool explores() const override { return true; }
  void explore(const Network& network, Run& run) const override;
};

}  // namespace parley
