#include "search/steps/target.h"

#include <algorithm>

namespace parley {

Target::Target(const Network& network, const Property& property) : network_(network), property_(property) {
  if (const auto* reach = std::get_if<Reach>(&property.ask)) formula_.emplace(reach->goal);
  if (const auto* never = std::get_if<Never>(&property.ask)) formula_.emplace(never->bad);
}

bool Target::reached(const Seen& at, StuckComponents& stuck) {
  switch (kind_of(property_)) {
    case PropertyKind::kDeadlock: return !at.can_step && !at.in_error && !is_terminated(network_, at.state);
    case PropertyKind::kLocalDeadlock: return !at.in_error && !stuck.of(at.state).empty();
    case PropertyKind::kReach:
    case PropertyKind::kNever: return (*formula_)([&](ComponentId component) { return at.state[component.index()]; });
    case PropertyKind::kSafety:
      // A state with an automaton in an error state is itself in error.
      return at.in_error && std::ranges::any_of(std::get<Safety>(property_.ask).automata, [&](ComponentId component) {
               return network_.lts(component).is_error(at.state[component.index()]);
             });
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: return false;   // no single state decides these
  }
  return false;
}

}   // namespace parley
