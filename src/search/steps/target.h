#pragma once

#include <optional>
#include <span>

#include "property/property.h"
#include "search/steps/stuck.h"

namespace parley {

// Decides whether a trace of the property may end in a state: a deadlock, a local deadlock, a state that
// satisfies the formula, or a state with one of the automata in an error state (docs/formats/network.md).
//
// Reads the whole state. Linear in the formula, or in all rules for a local deadlock. The property must
// outlive it.
class Target {
 public:
  Target(const Network& network, const Property& property);

  // A state, and what the caller knows from computing its successors.
  struct Seen {
    std::span<const LocalState> state;
    bool can_step = false;   // some rule is enabled
    bool in_error = false;   // some component is in an error state
  };
  bool reached(const Seen& at, StuckComponents& stuck);

 private:
  const Network& network_;
  const Property& property_;
  std::optional<PredicateEvaluator> formula_;
};

}   // namespace parley
