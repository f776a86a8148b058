#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "property/predicate.h"

namespace parley {

// The properties of a network. docs/formats/network.md defines them.
struct Deadlock {};        // holds: no reachable state is a deadlock
struct LocalDeadlock {};   // holds: in no reachable state is a set of components blocked for ever
struct Reach {
  Predicate goal;
};   // holds: some reachable state satisfies the goal
struct Never {
  Predicate bad;
};   // holds: no reachable state satisfies it
struct Safety {
  std::vector<ComponentId> automata;
};   // holds: none of these components ever enters an error state

// A property that was understood, but that no engine decides; the verdict is always "unknown".
enum class PropertyKind : std::uint8_t { kDeadlock, kLocalDeadlock, kReach, kNever, kSafety, kLocal, kProgress, kAssertion };
struct Undecided {
  PropertyKind kind;
  std::string why;
};

struct Property {
  std::string name;   // unique among the properties of one run
  std::variant<Deadlock, LocalDeadlock, Reach, Never, Safety, Undecided> ask;
};

PropertyKind kind_of(const Property& property);
std::string_view kind_name(PropertyKind kind);   // as in JSON: deadlock local_deadlock reach never property local progress assert

// Whether a trace proves that the property holds (reach) or that it is violated (all others).
bool trace_means_holds(PropertyKind kind);

// The components that the property is about, ascending; all of them for deadlocks.
std::vector<ComponentId> components_of(const Network& network, const Property& property);

}   // namespace parley
