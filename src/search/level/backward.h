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

// The steps of a network against their direction: from which states a state can be entered.
//
// Edges by their targets, once a template. A state costs the edges that enter the local states of its
// components, and the combinations of those that agree on a rule.
class Backward {
 public:
  explicit Backward(const Network& network);

  // Calls 'visit(rule, predecessor)' for every transition that ends in 'state'. The state is the caller's,
  // changed in place for the duration of the call. States with a component in error have no successors and
  // are not visited.
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
            turn(rule, state, visit);
      }
    }
  }

 private:
  // As edges of the reversed automaton: the target is the state the edge comes from.
  std::span<const Edge> into(ComponentId component, LocalState state) const {
    const Reversed& reversed = templates_[network_.template_of(component).index()];
    return std::span(reversed.edges)
        .subspan(reversed.begins[state.index()], reversed.begins[state.index() + 1] - reversed.begins[state.index()]);
  }
  std::size_t num_errors(std::span<const LocalState> state) const;
  std::size_t errors_inside(RuleId rule, std::span<const LocalState> state) const;
  bool gather(RuleId rule, std::span<const LocalState> state);   // the entering edges of each participant; false if one has none

  template <class Visit>
  void turn(RuleId rule, std::span<LocalState> state, const Visit& visit) {
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
    std::vector<Edge> edges;   // by the state they enter, then label
  };
  const Network& network_;
  std::vector<Reversed> templates_;
  std::vector<std::span<const Edge>> entering_;
  std::vector<std::uint32_t> wheels_;
  std::vector<LocalState> here_;
};

// The level in which a search has found a state; nothing if it has not.
using DepthOf = std::function<std::optional<std::uint32_t>(std::span<const LocalState>)>;

// A run from the initial state, which has depth 0, to 'state', over states that the search has found: from
// the state back, each time to a predecessor of the least depth, the first in lexicographic order. If every
// successor of every state was looked at, no run is shorter. Depends on no order in which states were found.
// Throws Stopped.
Trace trace_back(const Network& network, std::vector<LocalState> state, const DepthOf& depth_of, const Limits& limits);

}   // namespace parley
