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

// The properties that a journey looks out for, by number. What a trace of `reach`, `never` or `property`
// leads to is a formula.
struct Sought {
  std::vector<std::size_t> deadlocks;
  std::vector<std::size_t> local_deadlocks;
  std::vector<std::size_t> goals;           // the property of each formula
  std::vector<const Predicate*> formulas;   // outlive the journey

  std::size_t size() const { return deadlocks.size() + local_deadlocks.size() + goals.size(); }
};

// A way through the network, step by step, that notices when it stands where a trace of a property leads.
//
// A step costs what Position and Goals cost: the rules of the components that move. Whether components are
// stuck is asked only now and then, since the answer costs a look at all rules: a local deadlock stays one
// until a component enters an error state, so it is still there when asked. One a thread.
class Journey {
 public:
  enum class Keep : std::uint8_t { kLastStep, kPath };
  struct Sighting {
    std::size_t property = 0;
    std::uint64_t step = 0;   // steps fired until then
  };

  Journey(const Network& network, const Sought& sought, const Limits& limits);

  // To the initial state, with the lanes of Position::reset().
  void begin(std::span<const std::uint8_t> lane_of, Keep keep);

  const Network& network() const { return network_; }
  const Position& position() const { return position_; }
  const Goals& goals() const { return goals_; }
  std::uint64_t steps() const { return steps_; }   // fired, those taken back included

  // Any edges of the participants.
  void fire(RuleId rule, Dice& dice);
  // The participants' edges to these states, in their order.
  void fire(RuleId rule, std::span<const LocalState> targets);
  // Takes back the last step that is kept. It stays counted.
  void undo();

  // What a goal's distance, or the number of enabled rules, would be after the step; the journey stays where
  // it is.
  Goals::Distance distance_after(std::size_t goal, RuleId rule, std::span<const LocalState> targets);
  std::uint32_t enabled_after(RuleId rule, std::span<const LocalState> targets);
  static constexpr std::uint32_t kInError = 0xFFFFFFFF;   // for enabled_after()

  // Looks whether a property is reached here, and at times for stuck components.
  void look();
  // Looks for stuck components now. If a component is in an error state, one step before. Nothing can be
  // fired afterwards.
  void look_back();

  std::span<const Sighting> sightings() const { return sightings_; }   // the first of each property since begin()
  bool has_seen_all() const { return sightings_.size() == sought_.size(); }

  Trace path() const;   // what is kept

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
  const Sought& sought_;
  Position position_;
  Goals goals_;
  StuckComponents stuck_;
  Keep keep_ = Keep::kLastStep;
  std::uint64_t steps_ = 0;
  std::uint32_t stuck_every_;
  std::uint32_t until_stuck_ = 0;
  std::vector<Moved> moved_;
  std::vector<Fired> fired_;
  std::vector<std::pair<ComponentId, LocalState>> back_;   // scratch: where participants were
  std::vector<Sighting> sightings_;
  std::vector<std::uint8_t> goal_seen_;
  bool deadlock_seen_ = false;
  bool stuck_seen_ = false;
};

}   // namespace parley
