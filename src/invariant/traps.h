#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "evidence/invariant_proof.h"
#include "invariant/local_reach.h"

namespace parley {

// Searches for traps: sets of local states that stay occupied. Once one of its states is occupied, one always
// is.
//
// Unions of traps are traps, so among the local states that a global state does not occupy there is a largest
// trap. It is found by removing states: if a rule could empty the set without filling it, the states from
// which it does so are removed. Linear in the network. If the initial state occupies the trap, the global
// state is unreachable.
class Traps {
 public:
  Traps(const Network& network, const LocalReach& reach, const Limits& limits);

  // A small trap that the initial state occupies and 'state' does not; nothing if there is none.
  std::optional<Trap> excluding(std::span<const LocalState> state);

 private:
  using Place = std::uint32_t;   // a local state of a component, numbered over the whole network
  using Slot = std::uint32_t;    // a label of a component, numbered over the whole network

  Place place(ComponentId component, LocalState state) const { return place_begins_[component.index()] + state.value; }
  Slot slot(ComponentId component, LocalLabel label) const { return slot_begins_[component.index()] + label.value; }
  ComponentId owner(Place place) const;

  void fill();   // puts every reached state into the set
  void take_away(Place place);
  void settle();   // removes states until the set is a trap
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
  std::vector<RuleId> rules_;                                  // rules that could fire
  std::vector<bool> could_fire_;

  std::vector<bool> inside_;             // by place
  std::vector<std::uint32_t> outward_;   // by slot: number of edges that lead out of the set
  std::vector<std::uint32_t> keepers_;   // by rule: number of participants all of whose edges lead into the set
  std::vector<bool> is_leak_;            // by slot: some rule without keepers uses it
  std::vector<Place> waiting_;           // removed, but not processed yet
};

}   // namespace parley
