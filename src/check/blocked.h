#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "check/edge_tables.h"

namespace parley {

// The notions of docs/formats/network.md, section "Terminated, deadlock, local deadlock", computed from their
// definitions. A global state is given as one local state per component. Each call is linear in the network.

// in_error: whether the component is in an error state. first_in_error: the first component that is in one.
bool in_error(const Network& network, ComponentId component, LocalState state);
std::optional<ComponentId> first_in_error(const Network& network, std::span<const LocalState> state);

// The terminated states: those in which all of 'processes' are in terminal states, provided that termination
// is 'possible' at all. Network computes this too (can_terminate); the judge does not rely on it.
struct Termination {
  std::vector<ComponentId> processes;   // T: the processes whose template has terminal states
  bool possible = false;                // T is not empty and every rule names a member of it
};
Termination termination(const Network& network);
bool is_terminated(const Network& network, const Termination& termination, std::span<const LocalState> state);

// An enabled rule of the state, if there is one. No component is in an error state.
std::optional<RuleId> first_enabled(const Network& network, std::span<const LocalState> state);

bool is_deadlock(const Network& network, std::span<const LocalState> state);

// Finds the stuck components of one state after the other and reuses its memory.
//
// S is the shrinking set of network.md. A component leaves S with the first rule found that no member of S
// refuses. A rule that a member refuses waits until that member leaves S. The rule is then examined from that
// participant on: the participants before it offer their labels or have left S, and neither changes. So the
// cost of a state is at most the number of participants in the network, and mostly a few rules per component.
class StuckFinder {
 public:
  explicit StuckFinder(const Network& network);

  // The first stuck component, or nothing. No process of 'state' is in an error state; the entries of
  // observers are not read.
  std::optional<ComponentId> first_stuck(std::span<const LocalState> state);
  // All stuck components, ascending.
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
  std::vector<std::uint32_t> waiting_;     // component -> the first rule that waits for it to leave S, or kNone
  std::vector<std::uint32_t> next_;        // rule -> the next rule that waits for the same component
  std::vector<std::uint32_t> looked_to_;   // rule -> the participant that refuses it; those before it do not refuse
  std::vector<std::uint64_t> seen_;        // rule -> the number of the state in which it was last examined
  std::vector<ComponentId> left_;          // components that left S and whose waiting rules were not examined yet
  std::uint64_t now_ = 0;                  // number of the state
};

}   // namespace parley
