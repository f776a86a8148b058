#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "evidence/invariant_proof.h"
#include "invariant/local_reach.h"

namespace parley {

// Looks for traps: sets of local states of which, once one is occupied, one always is.
//
// Unions of traps are traps, so among the local states that a global state does not occupy there is a largest
// one. It is found by taking states away: a rule that could empty the set without filling it takes the states
// away from which it does. Linear in the network. If the initial state occupies the trap, the global state is
// unreachable.
class Traps {
 public:
  Traps(const Network& network, const LocalReach& reach, const Limits& limits);

  // A trap that the initial state occupies and 'state' does not, made small; nothing if there is none.
  std::optional<Trap> excluding(std::span<const LocalState> state);

 private:
  using Place = std::uint32_t;   // a local state of a component, numbered through the network
  using Slot = std::uint32_t;    // a label of a component

  Place place(ComponentId component, LocalState state) const { return place_begins_[component.index()] + state.value; }
  Slot slot(ComponentId component, LocalLabel label) const { return slot_begins_[component.index()] + label.value; }
  ComponentId owner(Place place) const;

  void fill();   // everything inside
  void take_away(Place place);
  void settle();   // until what is inside is a trap
  bool is_marked() const;
  void shrink();
  void grow_from(Place start, std::vector<bool>& small);

  struct Incoming {
    LocalState from;
    LocalLabel label;
  };

  const Network& network_;
  const LocalReach& reach_;
  const Limits& limits_;
  Pulse pulse_;
  std::vector<Place> place_begins_;
  std::vector<Slot> slot_begins_;
  std::vector<std::vector<std::vector<Incoming>>> incoming_;   // by kind, by state
  std::vector<RuleId> rules_;                                  // that could fire
  std::vector<bool> could_fire_;

  std::vector<bool> inside_;             // by place
  std::vector<std::uint32_t> outward_;   // by slot: edges that lead outside
  std::vector<std::uint32_t> keepers_;   // by rule: participants all of whose edges lead inside
  std::vector<bool> is_leak_;            // by slot: some rule without keepers uses it
  std::vector<Place> waiting_;           // taken away, to be looked at
};

}   // namespace parley
