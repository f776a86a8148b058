#pragma once

#include "engine/engine.h"

namespace parley {

// Lazy reachability (Jezequel and Lime 2016). The search starts with the components that the goal names. It
// adds a component only when a path to the goal needs it. Either answer is true of the whole network: a path
// whose rules have no participants outside the group, or a few components whose reachable product excludes
// the goal. docs/algorithms/lazy.md explains it; lazy.cc begins with a map of the files.
class LazyEngine final : public Engine {
 public:
  std::string_view name() const override { return "lazy"; }
  std::string_view summary() const override {
    return "starts from the components that the question names, and adds others only when a path needs them";
  }
  std::string_view answers() const override { return "reach, never, property"; }
  std::string_view paper() const override {
    return "Jezequel and Lime, Lazy Reachability Analysis in Distributed Systems, CONCUR 2016";
  }
  std::span<const OptionRow> options() const override;
  std::optional<std::string> declines(const Network& network, const Property& property) const override;
  bool comes_first(const Network& network) const override;
  bool complete() const override { return true; }
  void check(const Task& task, Run& run) const override;
  std::optional<Options> turn(const Options& options, const Network& network, unsigned round) const override;
  bool shares_work() const override { return false; }
};

}   // namespace parley
