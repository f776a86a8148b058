#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "check/edge_tables.h"

namespace parley {

// The words of docs/formats/network.md, section "Terminated, deadlock, local deadlock", computed from their
// definitions. A global state is given as one local state a component. Each call is linear in the network.

// Whether the component is in an error state there, and the first one that is.
bool in_error(const Network& network, ComponentId component, LocalState state);
std::optional<ComponentId> first_in_error(const Network& network, std::span<const LocalState> state);

// Which states are terminated: those where all of 'processes' are in terminal states, if it is 'possible' at
// all. Network has this answer too (can_terminate); the judge does not ask it.
struct Termination {
  std::vector<ComponentId> processes;   // T: the processes whose template has terminal states
  bool possible = false;                // T is not empty and every rule names a member of it
};
Termination termination(const Network& network);
bool is_terminated(const Network& network, const Termination& termination, std::span<const LocalState> state);

// An enabled rule of a state without error components, if there is one.
std::optional<RuleId> first_enabled(const Network& network, std::span<const LocalState> state);

bool is_deadlock(const Network& network, std::span<const LocalState> state);

// Finds the stuck components of one state after the other, reusing its memory.
//
// A component leaves S, the shrinking set of network.md, with the first rule found that nobody in S refuses.
// A rule that somebody refuses waits for that one to leave, and is then looked at from there on: who came
// before offers or has left, and neither changes. So a state costs at most what the network has participants,
// and mostly a few rules a component.
class StuckFinder {
 public:
  explicit StuckFinder(const Network& network);

  // The first stuck component, or nothing. 'state' has no process in an error state; what it says of
  // observers is not read.
  std::optional<ComponentId> first_stuck(std::span<const LocalState> state);
  // All of them, ascending.
  std::vector<ComponentId> all_stuck(std::span<const LocalState> state);
  // The largest blocked set, ascending.
  std::vector<ComponentId> largest_blocked(std::span<const LocalState> state);

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  void shrink(std::span<const LocalState> state);
  void try_to_free(ComponentId component, std::span<const LocalState> state);
  void look_at(RuleId rule, std::span<const LocalState> state);
  bool is_stuck(ComponentId component, LocalState state) const;

  const Network& network_;
  EdgeTables tables_;
  std::vector<std::uint8_t> is_process_;   // component -> whether it is in S at first
  std::vector<std::uint8_t> inside_;       // component -> whether it is still in S
  std::vector<std::uint32_t> waiting_;     // component -> the first rule that waits for it to leave, or kNone
  std::vector<std::uint32_t> next_;        // rule -> the next one that waits for the same component
  std::vector<std::uint32_t> looked_to_;   // rule -> the participant that refuses it; those before it do not
  std::vector<std::uint64_t> seen_;        // rule -> the number of the state that it was last looked at in
  std::vector<ComponentId> left_;          // components that left S, the rules that wait for them not yet looked at
  std::uint64_t now_ = 0;                  // number of the state
};

}   // namespace parley
