#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "evidence/evidence.h"
#include "net/network.h"

namespace parley {

// Predecessors: the steps of a network in reverse.
//
// The edges of each template are indexed by their targets. A call costs the edges that enter the local states
// of the components, and the combinations of those edges that a rule allows.
class Backward {
 public:
  explicit Backward(const Network& network);

  // Calls 'visit(rule, predecessor)' for every transition that ends in 'state'. The state is changed in place
  // during the call, and restored. States with a component in an error state have no successors, so they are
  // not visited.
  template <class Visit>
  void for_each(std::span<LocalState> state, const Visit& visit) {
    const std::size_t errors = num_errors(state);
    for (ComponentId component : network_.components()) {
      const std::span<const Edge> entering = into(component, state[component.index()]);
      for (std::size_t i = 0; i < entering.size();) {
        const LocalLabel label = entering[i].label;
        while (i < entering.size() && entering[i].label == label) ++i;
        for (RuleId rule : network_.rules(component, label))
          if (network_.participants(rule)[0].component == component && gather(rule, state) &&
              errors_inside(rule, state) == errors)
            for_each_choice(rule, state, visit);
      }
    }
  }

 private:
  // The edges that enter 'state', as edges of the reversed automaton: Edge::target is where the edge comes
  // from.
  std::span<const Edge> into(ComponentId component, LocalState state) const {
    const Reversed& reversed = templates_[network_.template_of(component).index()];
    return std::span(reversed.edges)
        .subspan(reversed.begins[state.index()], reversed.begins[state.index() + 1] - reversed.begins[state.index()]);
  }
  std::size_t num_errors(std::span<const LocalState> state) const;
  std::size_t errors_inside(RuleId rule, std::span<const LocalState> state) const;
  bool gather(RuleId rule,
              std::span<const LocalState> state);   // collects the entering edges of each participant; false if one has none

  template <class Visit>
  void for_each_choice(RuleId rule, std::span<LocalState> state, const Visit& visit) {
    const std::span<const Participant> participants = network_.participants(rule);
    wheels_.assign(participants.size(), 0);
    here_.clear();
    for (const Participant& p : participants) here_.push_back(state[p.component.index()]);
    for (bool more = true; more;) {
      for (std::size_t i = 0; i < participants.size(); ++i)
        state[participants[i].component.index()] = entering_[i][wheels_[i]].target;
      visit(rule, std::span<const LocalState>(state));
      more = false;
      for (std::size_t i = 0; i < wheels_.size() && !more; ++i) {
        if (++wheels_[i] < entering_[i].size()) more = true;
        else wheels_[i] = 0;
      }
    }
    for (std::size_t i = 0; i < participants.size(); ++i) state[participants[i].component.index()] = here_[i];
  }

  struct Reversed {
    std::vector<std::uint32_t> begins;
    std::vector<Edge> edges;   // sorted by the state that they enter, then by label
  };
  const Network& network_;
  std::vector<Reversed> templates_;
  std::vector<std::span<const Edge>> entering_;
  std::vector<std::uint32_t> wheels_;
  std::vector<LocalState> here_;
};

// The level in which a search has found a state; nullopt if it has not found it.
using DepthOf = std::function<std::optional<std::uint32_t>(std::span<const LocalState>)>;

// A run from the initial state (depth 0) to 'state', through states that the search has found. It is built
// from its end: each time to the predecessor of least depth, of several to the first in lexicographic order.
// If the search took every successor of every state, no run is shorter. The result does not depend on the
// order in which states were found. Throws Stopped.
Trace trace_back(const Network& network, std::vector<LocalState> state, const DepthOf& depth_of, const Limits& limits);

}   // namespace parley
