#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// Things in a model that are probably mistakes, although they have a meaning.
struct Lints {
  // A rule that can never fire: one participant can never offer its label, whatever the other components do,
  // because no state with such an edge is reachable inside the component.
  struct DeadRule {
    RuleId rule;
    ComponentId refuses;
  };
  std::vector<DeadRule> dead_rules;
  std::vector<ComponentId> idle_components;   // that no rule names
  // Processes that take part in rules, but in none together with another process, although there are others.
  // Observers do not count as other processes.
  std::vector<ComponentId> lone_components;
  // Two processes that no chain of rules connects, each of which meets some other process: the first such
  // process, and the first one in another connected part.
  struct Apart {
    ComponentId first;
    ComponentId second;
  };
  std::vector<Apart> apart;   // at most one
  struct DeadLabel {
    ComponentId component;
    LocalLabel label;
  };
  std::vector<DeadLabel> dead_labels;   // labels that have edges, but that no rule uses
};

// Linear in the size of the network.
Lints lint(const Network& network, const Limits& limits);

}   // namespace parley
