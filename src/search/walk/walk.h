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
enum class Manner : std::uint8_t {
  kUniform,       // any enabled rule
  kByAction,      // rules with the same labels of the same templates rank alike; the highest rank that is enabled
  kByComponent,   // the same, ranks by component
  kByRule,        // the same, each rule its own rank
  kGuided,        // of some enabled rules the one that leads closest to the property in focus
  kChase,         // by asking who is in the way of the formula in focus (search/walk/backward_chaining.h); without one as kGuided
  kDepthFirst,    // never to a state where this walk has been; back where there is no other
};

// What one walk does. Together with the network, the properties sought and the seed this determines every
// step of it.
struct WalkPlan {
  std::uint64_t number = 0;
  Manner manner = Manner::kUniform;
  std::size_t focus = 0;      // kGuided, kChase, kDepthFirst: into the properties sought: deadlocks, local deadlocks, goals
  std::uint64_t length = 0;   // most work
  std::uint64_t last_step = UINT64_MAX;   // to do a walk again up to a sighting
};

// The kinds of the rules: equal for rules whose participants have the same templates and labels.
std::vector<std::uint32_t> action_kinds(const Network& network);

// Walks at random, and what they share: one a thread.
//
// Ranks are what finds the deadlocks of wide symmetric systems. A thousand philosophers hardly ever hold
// their left forks all at once if they move as they like; but if taking a left fork ranks before taking a
// right one, it takes no luck at all. After Burckhardt, Kothari, Musuvathi and Nagarakatte (ASPLOS 2010), who
// rank threads.
class Walk {
 public:
  Walk(const Network& network, const Sought& sought, std::span<const std::uint32_t> kinds, std::uint64_t seed,
       const Limits& limits);

  // Walks; the answer is the work that was done: steps fired, taken back or only looked at. 'wanted' is asked
  // now and then whether to go on. Throws Stopped.
  std::uint64_t run(const WalkPlan& plan, const std::function<bool()>& wanted);

  // Where the last run went, and what it saw.
  const Journey& journey() const { return journey_; }

  // The same walk once more, up to this step of it: the path that leads there.
  Trace path(WalkPlan plan, std::uint64_t step);

 private:
  void rank(const WalkPlan& plan);
  void rank_by_relevance(std::size_t goal);
  std::uint64_t run(const WalkPlan& plan, const std::function<bool()>& wanted, Journey::Keep keep);
  RuleId any_of(std::span<const RuleId> rules) { return rules[dice_.below(static_cast<std::uint32_t>(rules.size()))]; }
  RuleId any_rule();
  std::uint64_t step(const WalkPlan& plan);   // each fires one rule, and answers the work
  std::uint64_t step_to_goal(std::size_t goal);
  std::uint64_t step_to_quiet();
  void draw_targets(RuleId rule, std::vector<LocalState>& targets);
  std::optional<std::size_t> goal_of(std::size_t focus) const;

  const Network& network_;
  const Sought& sought_;
  std::span<const std::uint32_t> kinds_;
  std::uint64_t seed_;
  const Limits& limits_;
  Pulse pulse_;
  Journey journey_;
  Chase chase_;
  Dice dice_{0};
  std::uint32_t whim_ = 0;   // chances in 1024 to do as one likes
  std::vector<std::uint8_t> lanes_;
  std::vector<LocalState> targets_;
  std::vector<LocalState> best_targets_;
};

}   // namespace parley
