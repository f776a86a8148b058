#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// 'who' offers its part of 'rule', 'whom' refuses it.
struct Wait {
  ComponentId who;
  ComponentId whom;
  RuleId rule;
};

// Who waits for whom in a global state that is a deadlock or a local deadlock.
//
// The graph lives on the largest blocked set. By the definition of that set every rule which a member offers
// is refused inside the set, so whoever is stuck either waits for somebody here or has nothing left to offer:
// following the waits ends in a circle or with a component that has stopped. Of a rule that many refuse only
// the first few are kept as reasons, so that the graph is linear in the participants of the rules.
class Waits {
 public:
  Waits(const Network& network, std::span<const LocalState> state, const Limits& limits);

  const std::vector<ComponentId>& stuck() const { return stuck_; }   // as network.md defines them, ascending
  bool is_stuck(ComponentId component) const;
  bool is_blocked(ComponentId component) const { return blocked_[component.index()]; }

  // Whether 'component' offers no label that some rule uses.
  bool has_stopped(ComponentId component) const;

  // For whom 'who' waits. Reasons that say something come first, all others only where there is none such.
  //
  // A fork on the table of philosophers may be put down by its left or by its right neighbour, so it waits
  // for both; but one of them has to take it first, and that the fork waits for him explains nothing. So a
  // wait counts if 'whom' can get ready for the rule along its own edges without the help of 'who'.
  std::vector<Wait> of(ComponentId who);

  // A circle of waits, or nothing if there is none. Each waits for the next, the last for the first.
  //
  // A depth-first search finds one if there is one; breadth-first searches from a few of its members and from
  // 'hints' (who moved last) look for shorter ones, with bounded effort. Starts with its least member. Linear
  // in the rules.
  std::vector<Wait> circle(std::span<const ComponentId> hints);

 private:
  bool can_get_ready_without(ComponentId whom, RuleId rule, ComponentId who);
  bool can_act_without(ComponentId component, LocalLabel label, ComponentId who);
  bool is_named(RuleId rule, ComponentId component) const;
  LocalLabel label_in(RuleId rule, ComponentId component) const;
  std::vector<Wait> some_circle(std::span<const ComponentId> hints);
  std::vector<Wait> shorter_circle_through(ComponentId start, std::size_t shorter_than, std::uint64_t& effort_left);

  const Network& network_;
  std::span<const LocalState> state_;
  Pulse pulse_;
  std::vector<bool> blocked_;
  std::vector<ComponentId> stuck_;
  std::vector<std::uint64_t> refuser_begins_;   // by rule, into refusers_
  std::vector<ComponentId> refusers_;
  std::uint64_t effort_left_;         // for what makes the answer better, not right
  std::vector<std::uint32_t> seen_;   // by local state: the number of the walk that was last there
  std::uint32_t walk_ = 0;
  std::vector<Wait> arrived_by_;   // by component, of one breadth-first search
};

}   // namespace parley
