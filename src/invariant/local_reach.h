#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// Which local states a component could reach if its partners never refused, and which labels it could perform
// then. Computed once per template and set of labels that rules use.
class LocalReach {
 public:
  LocalReach(const Network& network, const Limits& limits);

  bool is_reached(ComponentId component, LocalState state) const { return kind(component).states[state.index()]; }
  // Whether an edge with the label leaves a reached state, and some rule uses the label.
  bool is_performed(ComponentId component, LocalLabel label) const { return kind(component).labels[label.index()]; }
  // Components of one kind have the same template and the same reached states and labels.
  std::uint32_t kind_of(ComponentId component) const { return kind_of_[component.index()]; }
  std::size_t num_kinds() const { return kinds_.size(); }

  // Whether every participant could perform its part.
  bool could_fire(const Network& network, RuleId rule) const;

 private:
  struct Kind {
    std::vector<bool> states;
    std::vector<bool> labels;
  };
  const Kind& kind(ComponentId component) const { return kinds_[kind_of_[component.index()]]; }

  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> kind_of_;
};

}   // namespace parley
