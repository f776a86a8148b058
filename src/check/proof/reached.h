#pragma once

#include <map>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley::proof {

// The local states that a component can reach by itself: from its initial state, by edges whose labels some
// rule uses. In a reachable state of the network it is in one of these states, so the edges from other states
// are never taken.
//
// Computed on demand, once for all components of a template for which rules use the same labels.
class ReachedStates {
 public:
  struct Reach {
    std::vector<bool> states;   // by local state: whether it is reached
    std::vector<bool> labels;   // by local label: whether it has an edge from a reached state
  };

  ReachedStates(const Network& network, const Limits& limits)
      : network_(network), pulse_(limits), of_(network.num_components(), nullptr) {}

  const Reach& of(ComponentId component) {
    const Reach*& known = of_[component.index()];
    if (known == nullptr) known = &find(component);
    return *known;
  }

 private:
  const Reach& find(ComponentId component);

  const Network& network_;
  Pulse pulse_;
  std::vector<const Reach*> of_;
  std::map<std::pair<TemplateId, std::vector<bool>>, Reach> found_;   // by the labels that rules use
};

}   // namespace parley::proof
