#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "evidence/evidence.h"

namespace parley {

// A run as rules and the states their participants move to: a trace, but cheap to cut and to replay. Steps
// share one array of targets, so to leave a step out is to leave its entry out.
struct Path {
  struct Step {
    RuleId rule;
    std::uint32_t first_target = 0;   // as many as the rule has participants
  };
  std::vector<Step> steps;
  std::vector<LocalState> targets;
};

// The path of a trace; of several rules that allow a step, any. Nothing if the trace is no run of the
// network. Throws Stopped.
std::optional<Path> path_of(const Network& network, const Trace& trace, const Limits& limits);
Trace trace_of(const Network& network, const Path& path);

// Replays paths, a step in time linear in its participants (a logarithm for finding edges apart).
class Replay {
 public:
  explicit Replay(const Network& network);

  void reset();
  std::span<const LocalState> state() const { return state_; }
  std::uint64_t hash() const { return hash_; }
  bool in_error() const { return errors_ > 0; }

  // Whether the step is one of the network in this state.
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
