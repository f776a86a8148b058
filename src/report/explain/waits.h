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

// Which component waits for which, in a global state that is a deadlock or a local deadlock.
//
// The graph is that of the largest blocked set. By definition, every rule that a member offers is refused by
// a member. So a stuck component either waits for a member or has nothing left to offer, and following the
// waits ends in a circle or at a component that has stopped. Only the first few components that refuse a rule
// are kept as reasons, so the graph is linear in the participants of the rules.
class Waits {
 public:
  Waits(const Network& network, std::span<const LocalState> state, const Limits& limits);

  const std::vector<ComponentId>& stuck() const { return stuck_; }   // as docs/formats/network.md defines them, ascending
  bool is_stuck(ComponentId component) const;
  bool is_blocked(ComponentId component) const { return blocked_[component.index()]; }

  // Whether 'component' offers no label that some rule uses.
  bool has_stopped(ComponentId component) const;

  // The waits of 'who'. Waits that explain something are preferred; the others are returned only if there are
  // none.
  //
  // Example: a fork on the table of the philosophers may be put down by its left or by its right neighbour,
  // so it waits for both. But one of them would have to take it first, and that the fork waits for this one
  // explains nothing. So a wait counts only if 'whom' can get ready for the rule along its own edges without
  // 'who'.
  std::vector<Wait> of(ComponentId who);

  // A circle of waits, or nothing if there is none. Each component waits for the next, the last for the
  // first.
  //
  // A depth-first search finds a circle if there is one. Breadth-first searches from a few of its members and
  // from 'hints' (the components that moved last) look for shorter ones, with bounded effort. The circle
  // starts with its least member. Linear in the rules.
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
  std::vector<std::uint64_t> refuser_begins_;   // by rule: index into refusers_
  std::vector<ComponentId> refusers_;
  std::uint64_t effort_left_;         // for better reasons; the answer is right without it
  std::vector<std::uint32_t> seen_;   // by local state: the last walk that visited it
  std::uint32_t walk_ = 0;
  std::vector<Wait> arrived_by_;   // by component, in one breadth-first search: the wait that led to it
};

}   // namespace parley
