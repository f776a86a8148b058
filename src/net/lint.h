#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// What is probably a mistake in a model although it has a meaning.
struct Lints {
  // A participant can never offer its label, whatever the others do: no state with such an edge is reachable
  // inside the component. So the rule can never fire.
  struct DeadRule {
    RuleId rule;
    ComponentId refuses;
  };
  std::vector<DeadRule> dead_rules;
  std::vector<ComponentId> idle_components;   // that no rule names
  // That take part in rules, but in none with another process, where there are others. A property automaton
  // is no company.
  std::vector<ComponentId> lone_components;
  // Two that no chain of rules connects, each with some company: the first component, and the first that is
  // not in its part.
  struct Apart {
    ComponentId first;
    ComponentId second;
  };
  std::vector<Apart> apart;   // at most one
  struct DeadLabel {
    ComponentId component;
    LocalLabel label;
  };
  std::vector<DeadLabel> dead_labels;   // that have edges but that no rule uses
};

// Linear in the network.
Lints lint(const Network& network, const Limits& limits);

}   // namespace parley
