#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/limits.h"
#include "base/options.h"
#include "base/progress.h"
#include "base/statistics.h"
#include "evidence/evidence.h"

namespace parley {

struct Unknown {
  std::string reason = "not answered";
  // A state that the engine could neither exclude nor show to be reachable: one local state per component, or
  // empty.
  std::vector<LocalState> candidate = {};
  std::vector<std::string> survived = {};   // the names of the methods that could not exclude it
};
struct Holds {
  Evidence evidence;
};
struct Violated {
  Evidence evidence;
};
// Unknown comes first: a default is never an answer.
using Outcome = std::variant<Unknown, Holds, Violated>;

Verdict verdict_of(const Outcome& outcome);
const Evidence* evidence_of(const Outcome& outcome);   // null for Unknown

// Several questions about one network: one search may answer many of them.
struct Task {
  const Network& network;
  std::span<const Property> properties;
  // Invariants that hold in every reachable state, for engines that can use them. The judge checks those that
  // evidence uses.
  std::span<const LinearInvariant> invariants = {};
  // For each property the state that an earlier turn could neither exclude nor reach; empty if there is none.
  std::span<const std::vector<LocalState>> candidates = {};
};

// One engine's work on one task: what it may use, and where its answers go.
struct Run {
  const Options& options;
  const Limits& limits;
  Progress& progress;
  Statistics& statistics;
  unsigned threads = 1;
  std::uint64_t seed = 0;
  std::function<void(std::size_t property, Outcome)> answer;   // each property once, as soon as known
  // explore(): count the maximum number of these atoms that hold in one state (Statistic::kMostTokens).
  // Deadlocks are then not counted.
  std::span<const Atom> tokens = {};
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view summary() const = 0;   // one line for `parley engines`
  virtual std::string_view answers() const = 0;   // the kinds of property, in words
  virtual std::string_view paper() const = 0;     // the paper it is based on, or ""
  virtual std::span<const OptionRow> options() const = 0;
  // Why this engine cannot answer, shown to the user; nullopt if it can.
  virtual std::optional<std::string> declines(const Network& network, const Property& property) const = 0;
  // Whether `--engine auto` should try it on this network before the others.
  virtual bool comes_first(const Network&) const { return false; }
  // Whether it answers every question that it does not decline, given time and memory.
  virtual bool complete() const = 0;
  virtual void check(const Task& task, Run& run) const = 0;   // may throw Stopped and std::bad_alloc
  // The options for a turn of `--engine auto` (verify/schedule.h), in which other engines have turns as well.
  // In each round it may do more work; work is counted, not timed. nullopt if this round would repeat an
  // earlier one.
  virtual std::optional<Options> turn(const Options& options, const Network&, unsigned round) const {
    return round == 0 ? std::optional(options) : std::nullopt;
  }
  // Whether several properties in one task share work. If not, each is asked by itself and has its own
  // statistics.
  virtual bool shares_work() const { return true; }
  // Whether it implements explore(): counts all reachable states, for `parley explore`.
  virtual bool explores() const { return false; }
  // Whether explore() counts a smaller graph that represents the state space.
  virtual bool explores_less() const { return false; }
  virtual void explore(const Network&, Run&) const {}
};

}   // namespace parley
