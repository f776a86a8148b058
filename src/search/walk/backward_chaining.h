#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/walk/local_distance.h"
#include "search/walk/walk_run.h"

namespace parley {

// Walks towards a conjunction of local goals ("this component in one of these states") by backward chaining.
//
// A local goal that is not met needs an edge that brings its component closer. The edge needs a rule. If a
// participant refuses the rule, it gets the new local goal to offer its label, and so on, up to twelve
// levels, until an enabled rule is found. All choices are drawn, so two walks differ. Unlike a planner, no
// plan is kept: each step starts again. A step costs the depth times a few edges and rules, whatever the
// width of the network.
class BackwardChaining {
 public:
  explicit BackwardChaining(const Network& network);

  // Draws local goals that together make the goal true, one operand of each disjunction. REQUIRES: the
  // journey is in the initial state.
  void begin(const WalkRun& walk_run, std::size_t goal, Rng& rng);

  // Fires one rule. Returns the work: the number of rules that were tried. REQUIRES: some rule is enabled.
  std::uint64_t step(WalkRun& walk_run, Rng& rng);

 private:
  struct LocalGoal {
    ComponentId component;
    std::size_t table;
    std::uint32_t next;   // the next local goal of the same component, or kNone
  };
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr std::size_t kUnknown = LocalDistances::kRefused - 1;

  bool is_met(const LocalGoal& local_goal, LocalState at) const {
    return distances_.entries()[local_goal.table + at.index()] == 0;
  }
  bool is_satisfied(const WalkRun& walk_run, ComponentId component) const;
  std::optional<RuleId> find_rule(const WalkRun& walk_run, ComponentId component, std::size_t table, Rng& rng);
  std::size_t table_of_offers(const Participant& participant);
  std::optional<Edge> closer(const WalkRun& walk_run, ComponentId component, std::size_t table, Rng& rng) const;
  void fire(WalkRun& walk_run, RuleId rule, Rng& rng);
  void note(ComponentId component, LocalState at);

  const Network& network_;
  LocalDistances distances_;
  std::vector<std::size_t> first_offer_;   // per template: index of its label 0 in offers_
  std::vector<std::size_t> offers_;        // per template and label: the table of the states that offer it, or kUnknown
  std::vector<LocalGoal> local_goals_;
  std::vector<std::uint32_t> first_local_goal_;   // per component: index of its first local goal, or kNone
  std::vector<std::uint32_t> unmet_;              // local goals that are not met, in no order
  std::vector<std::uint32_t> place_;              // per local goal: its place in unmet_, or kNone
  std::vector<LocalState> targets_;
  ComponentId moving_;   // the component for whose edge the rule is fired
  LocalState towards_;
  std::uint64_t looks_ = 0;
};

}   // namespace parley
