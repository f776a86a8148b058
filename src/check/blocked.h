#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "net/network.h"

namespace parley {

// The words of docs/formats/network.md, section "Terminated, deadlock, local deadlock", computed from their definitions. A
// global state is given as one local state a component. Each call is linear in the network.

// Whether the component is in an error state there, and the first one that is.
bool in_error(const Network& network, ComponentId component, LocalState state);
std::optional<ComponentId> first_in_error(const Network& network, std::span<const LocalState> state);

// Which states are terminated: those where all of 'processes' are in terminal states, if it is 'possible' at all. Network has this
// answer too (can_terminate); the judge does not ask it.
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
class StuckFinder {
 public:
  explicit StuckFinder(const Network& network);

  // The first stuck component, or nothing. 'state' has no process in an error state; what it says of observers is not read.
  std::optional<ComponentId> first_stuck(std::span<const LocalState> state);
  // All of them, ascending.
  std::vector<ComponentId> all_stuck(std::span<const LocalState> state);

 private:
  void shrink(std::span<const LocalState> state);
  void remove(ComponentId component, LocalState state);
  bool is_stuck(ComponentId component, LocalState state) const;

  const Network& network_;
  std::vector<std::uint8_t> inside_;        // component -> whether it is still in S
  std::vector<std::uint32_t> refusals_;     // rule -> how many of its participants in S do not offer their label
  std::vector<RuleId> free_;                // rules that nobody in S refuses, not yet used to shrink S
};

}  // namespace parley
