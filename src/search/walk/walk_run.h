#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"
#include "evidence/evidence.h"
#include "search/steps/stuck.h"
#include "search/walk/goals.h"
#include "search/walk/position.h"
#include "search/walk/rng.h"

namespace parley {

// The properties that a walk looks for, by number. For `reach`, `never` and `property` the target is a
// formula.
struct WalkTargets {
  std::vector<std::size_t> deadlocks;
  std::vector<std::size_t> local_deadlocks;
  std::vector<std::size_t> goals;           // per formula: its property
  std::vector<const Predicate*> formulas;   // per goal; outlive the walk

  std::size_t size() const { return deadlocks.size() + local_deadlocks.size() + goals.size(); }
};

// The current run of a walk: its state, its steps, and the properties whose targets it has reached.
//
// A step costs what Position and Goals cost: the rules of the components that move. A check for stuck
// components reads all rules, so it is done only now and then. That is enough: a local deadlock lasts until a
// component enters an error state. One per thread.
class WalkRun {
 public:
  enum class Keep : std::uint8_t { kLastStep, kPath };
  struct Sighting {
    std::size_t property = 0;
    std::uint64_t step = 0;   // number of steps fired before it
  };

  WalkRun(const Network& network, const WalkTargets& sought, const Limits& limits);

  // Returns to the initial state, with the lanes of Position::reset().
  void begin(std::span<const std::uint8_t> lane_of, Keep keep);

  const Network& network() const { return network_; }
  const Position& position() const { return position_; }
  const Goals& goals() const { return goals_; }
  std::uint64_t steps() const { return steps_; }   // steps fired, including those taken back

  // Fires the rule with randomly drawn edges of its participants.
  void fire(RuleId rule, Rng& rng);
  // Fires the rule with the edges that lead to these states, in the order of the participants.
  void fire(RuleId rule, std::span<const LocalState> targets);
  // Takes back the last step that is kept. It stays counted in steps().
  void undo();

  // The distance of a goal, or the number of enabled rules, after this step. Does not change the run.
  Goals::Distance distance_after(std::size_t goal, RuleId rule, std::span<const LocalState> targets);
  std::uint32_t enabled_after(RuleId rule, std::span<const LocalState> targets);
  static constexpr std::uint32_t kInError = 0xFFFFFFFF;   // enabled_after() would enter an error state

  // Checks whether a property is reached here; for stuck components only now and then.
  void look();
  // Checks for stuck components now; if a component is in an error state, in the state one step before. No
  // rule may be fired afterwards.
  void look_back();

  std::span<const Sighting> sightings() const { return sightings_; }   // the first sighting of each property since begin()
  bool has_seen_all() const { return sightings_.size() == sought_.size(); }

  Trace path() const;   // the steps that are kept

 private:
  struct Moved {
    ComponentId component;
    LocalState from;
    LocalState to;
  };
  struct Fired {
    RuleId rule;
    std::size_t first_moved;
  };
  void open_step(RuleId rule);
  void move(ComponentId component, LocalState to);
  void sight(std::span<const std::size_t> properties, std::uint64_t step);
  void look_for_stuck(std::uint64_t step);

  const Network& network_;
  const WalkTargets& sought_;
  Position position_;
  Goals goals_;
  StuckComponents stuck_;
  Keep keep_ = Keep::kLastStep;
  std::uint64_t steps_ = 0;
  std::uint32_t stuck_every_;
  std::uint32_t until_stuck_ = 0;
  std::vector<Moved> moved_;
  std::vector<Fired> fired_;
  std::vector<std::pair<ComponentId, LocalState>> back_;   // scratch: the states of participants before a trial step
  std::vector<Sighting> sightings_;
  std::vector<std::uint8_t> goal_seen_;
  bool deadlock_seen_ = false;
  bool stuck_seen_ = false;
};

}   // namespace parley
