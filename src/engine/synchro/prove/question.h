#pragma once

#include "base/limits.h"
#include "engine/synchro/prove/constraints.h"
#include "property/property.h"

namespace parley::synchro {

// The constraints that describe a bad state of a property, numbered and ordered as in
// docs/formats/evidence/invariants.md.
struct Question {
  Constraints constraints;
  std::size_t num_rules = 0;   // number of constraints of rules: they come first, in the order of the rules; 0 for formulas
  std::size_t size = 0;        // number of constraints of the question; those of facts follow
  bool has_sets = false;       // local deadlock: a process has each state twice, the second time as a member of the set
};

// Linear in the network and the formula. Throws TooLarge if the weights of a formula are too large for a
// proof.
Question make_question(const Network& network, const Property& property, const Limits& limits);

// The local state that a value of a component's variable stands for.
inline LocalState state_of(const Network& network, ComponentId component, std::uint32_t value) {
  return LocalState(value % network.lts(component).num_states());
}

// The weights of the values of a component's variable, from those of its local states.
Weights spread(const Question& question, const Network& network, ComponentId component, Weights by_state);

}   // namespace parley::synchro
