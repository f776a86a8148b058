#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "evidence/evidence.h"

namespace parley {

// A run as a list of rules and the states to which their participants move: a trace in a form that is cheap
// to cut and to replay. All steps share one array of targets, so a step is left out by leaving out its entry.
struct Path {
  struct Step {
    RuleId rule;
    std::uint32_t first_target = 0;   // one target per participant of the rule
  };
  std::vector<Step> steps;
  std::vector<LocalState> targets;
};

// The path of a trace. If several rules allow a step, any of them is taken. Nullopt if the trace is not a run
// of the network. Throws Stopped.
std::optional<Path> path_of(const Network& network, const Trace& trace, const Limits& limits);
Trace trace_of(const Network& network, const Path& path);

// Replays paths. A step costs its participants, times a logarithm for finding edges.
class Replay {
 public:
  explicit Replay(const Network& network);

  void reset();
  std::span<const LocalState> state() const { return state_; }
  std::uint64_t hash() const { return hash_; }
  bool in_error() const { return errors_ > 0; }

  // Whether the network can take the step in the current state.
  bool allows(const Path& path, const Path::Step& step) const;
  void take(const Path& path, const Path::Step& step);
  void move(ComponentId component, LocalState to);   // whether or not an edge leads there

 private:
  const Network& network_;
  std::vector<LocalState> state_;
  std::uint64_t hash_ = 0;
  std::uint32_t errors_ = 0;
};

}   // namespace parley
