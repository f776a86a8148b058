#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "search/walk/backward_chaining.h"
#include "search/walk/walk_run.h"

namespace parley {

// How a walk chooses its steps.
enum class WalkStrategy : std::uint8_t {
  kUniform,            // any enabled rule, each with the same chance
  kByAction,           // an enabled rule of the highest rank; ranks are drawn per action (see action_kinds)
  kByComponent,        // the same, with ranks drawn per component
  kByRule,             // the same, with ranks drawn per rule
  kGuided,             // of some enabled rules the one that leads closest to the property in focus
  kBackwardChaining,   // backward chaining from the formula in focus; kGuided if the focus is no formula
  kDepthFirst,         // to states that this walk has not seen; back if there is none
};

// The plan of one walk. Together with the network, the properties sought and the seed, it determines every
// step.
struct WalkPlan {
  std::uint64_t number = 0;
  WalkStrategy strategy = WalkStrategy::kUniform;
  std::size_t focus =
      0;   // kGuided, kBackwardChaining, kDepthFirst: index of a property: deadlocks, then local deadlocks, then goals
  std::uint64_t length = 0;               // bound on the work
  std::uint64_t last_step = UINT64_MAX;   // to repeat a walk up to a sighting
};

// The action of each rule, as a hash: equal for rules whose participants have the same templates and labels.
std::vector<std::uint32_t> action_kinds(const Network& network);

// Random walks, one after the other; one object per thread.
//
// Ranks find the deadlocks of wide symmetric systems. In a uniform walk, a thousand philosophers hardly ever
// all hold their left forks at once. If taking a left fork ranks before taking a right one, this always
// happens. After Burckhardt, Kothari, Musuvathi and Nagarakatte (ASPLOS 2010), who rank threads.
class Walk {
 public:
  Walk(const Network& network, const WalkTargets& sought, std::span<const std::uint32_t> kinds, std::uint64_t seed,
       const Limits& limits);

  // Does one walk. Returns the work: steps fired, taken back or only evaluated. 'wanted' is asked now and
  // then whether to go on. Throws Stopped.
  std::uint64_t run(const WalkPlan& plan, const std::function<bool()>& wanted);

  // Where the last walk ended, and what it saw.
  const WalkRun& walk_run() const { return walk_run_; }

  // Repeats the walk up to this step. Returns the trace that leads there.
  Trace path(WalkPlan plan, std::uint64_t step);

 private:
  void rank(const WalkPlan& plan);
  void rank_by_relevance(std::size_t goal);
  std::uint64_t run(const WalkPlan& plan, const std::function<bool()>& wanted, WalkRun::Keep keep);
  RuleId any_of(std::span<const RuleId> rules) { return rules[rng_.below(static_cast<std::uint32_t>(rules.size()))]; }
  RuleId any_rule();
  std::uint64_t step(const WalkPlan& plan);   // each of these fires one rule and returns the work
  std::uint64_t step_to_goal(std::size_t goal);
  std::uint64_t step_to_few_enabled();
  void draw_targets(RuleId rule, std::vector<LocalState>& targets);
  std::optional<std::size_t> goal_of(std::size_t focus) const;

  const Network& network_;
  const WalkTargets& sought_;
  std::span<const std::uint32_t> kinds_;
  std::uint64_t seed_;
  const Limits& limits_;
  Pulse pulse_;
  WalkRun walk_run_;
  BackwardChaining backward_chaining_;
  Rng rng_{0};
  std::uint32_t uniform_chance_ = 0;   // the chance of a uniform step, in 1/1024
  std::vector<std::uint8_t> lanes_;
  std::vector<LocalState> targets_;
  std::vector<LocalState> best_targets_;
};

}   // namespace parley
