#pragma once

#include "evidence/evidence.h"

namespace parley {

// Decides whether evidence is self-contained (docs/formats/evidence/README.md): every rule that uses a label
// which the evidence relies on has all its participants in the support. Engines use it to make the claim; the
// judge checks the claim in a different way.
//
// Linear in the network to build, with flat arrays. Then a set costs its size and the rules that it touches,
// so that one object serves the many small sets of a case split.
class SelfContainment {
 public:
  explicit SelfContainment(const Network& network);

  bool operator()(const ClosedSet& set);                           // false if it uses invariants
  bool operator()(const Property& property, const Trace& trace);   // every step must be a transition of the network

 private:
  std::size_t slot(ComponentId component, LocalLabel label) const { return slot_begins_[component.index()] + label.index(); }
  void place(std::span<const ComponentId> support);
  void clear();
  bool stays_inside(ComponentId component, LocalLabel label);
  bool offers_stay_inside(const StateTable& states, std::size_t column);
  bool step_stays_inside(const Trace::Step& step);

  const Network& network_;
  std::vector<std::size_t> slot_begins_;     // a slot is a label of a component
  std::vector<std::uint8_t> is_inside_;      // component -> whether it is in the support
  std::vector<std::uint8_t> is_known_;       // slot -> whether its rules were examined
  std::vector<std::uint8_t> is_looked_at_;   // rule
  std::vector<ComponentId> support_;         // what clear() resets
  std::vector<std::size_t> known_;
  std::vector<RuleId> looked_at_;
  std::vector<LocalState> state_;      // while replaying a trace
  std::vector<std::uint8_t> occurs_;   // local state -> whether some row has it
};

// The same for one piece of evidence. True only for `reach`, `never` and `property`: whether a state is a
// deadlock depends on all components. Never true for a reduced set. A case split is self-contained if all its
// sets are.
bool is_self_contained(const Network& network, const Property& property, const Evidence& evidence);

// Whether the evidence claims to be self-contained: the claim of a trace or a set, or of all sets of a case
// split.
bool claims_self_contained(const Evidence& evidence);

}   // namespace parley
