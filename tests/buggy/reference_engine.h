#pragma once

#include <span>
#include <string_view>

#include "buggy/bug.h"
#include "engine/engine.h"

namespace parley::buggy {

// A plain breadth-first search over Network, independent of the engines and of the oracle. Correct with
// Bug::kNone, wrong in one place with any other. Complete; its traces are shortest; its certificates are all
// reachable states.
class ReferenceEngine : public Engine {
 public:
  explicit ReferenceEngine(Bug bug) : bug_(bug) {}

  std::string_view name() const override { return "reference"; }
  std::string_view summary() const override { return "breadth-first search, for tests of the tests"; }
  std::string_view answers() const override { return "every property"; }
  std::string_view paper() const override { return ""; }
  std::span<const OptionRow> options() const override;
  std::optional<std::string> declines(const Network&, const Property&) const override { return std::nullopt; }
  bool complete() const override { return true; }
  void check(const Task& task, Run& run) const override;
  // Counts would reveal most mistakes at once, and not every engine can count. So most mistakes must be
  // caught without them.
  bool explores() const override { return bug_ == Bug::kNone || bug_ == Bug::kSelfLoopsNotCounted || bug_ == Bug::kDepthOneMore; }
  void explore(const Network& network, Run& run) const override;

 private:
  Bug bug_;
};

}   // namespace parley::buggy
