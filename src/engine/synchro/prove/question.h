#pragma once

#include "base/limits.h"
#include "engine/synchro/prove/constraints.h"
#include "property/property.h"

namespace parley::synchro {

// What a property asks of a bad state, as constraints: their number and order are those of
// docs/formats/evidence/invariants.md.
struct Question {
  Constraints constraints;
  std::size_t num_rules = 0;   // so many of the first constraints belong to rules, in order; 0 for formulas
  std::size_t size = 0;        // constraints of the question
  bool has_sets = false;       // local deadlock: a process has a second half of values, for being in the set
};

// Throws TooLarge where a formula has weights that no proof can be about.
Question make_question(const Network& network, const Property& property, const Limits& limits);

// The local state that a value of a component's variable stands for.
inline LocalState state_of(const Network& network, ComponentId component, std::uint32_t value) {
  return LocalState(value % network.lts(component).num_states());
}

// Weights of local states as weights of values.
Weights spread(const Question& question, const Network& network, ComponentId component, Weights by_state);

}   // namespace parley::synchro
