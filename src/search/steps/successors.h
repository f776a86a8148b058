#pragma once

#include <span>
#include <vector>

#include "net/network.h"

namespace parley {

// Successors of a state, straight from the network (docs/formats/network.md). The reference for the faster
// RuleTables (search/level/rule_tables.h).
//
// Each rule is tried once, at its first participant. Costs the edges of all components in their states, plus
// the participants of the rules tried. After construction nothing is allocated, except scratch memory for the
// widest rule.
class Successors {
 public:
  explicit Successors(const Network& network) : network_(network) {}

  // Whether some component is in an error state. Such a state has no successors.
  bool in_error(std::span<const LocalState> state) const;

  // Calls 'step(rule, state)' for every transition, rules in the order of their first participant. The state
  // is changed in place during the call, and restored. If 'step' answers false, there are no more calls.
  // Returns the number of calls.
  template <class Step>
  std::size_t for_each(std::span<LocalState> state, const Step& step) {
    if (in_error(state)) return 0;
    std::size_t calls = 0;
    for (ComponentId component : network_.components()) {
      const std::span<const Edge> edges = network_.lts(component).edges(state[component.index()]);
      for (std::size_t i = 0; i < edges.size();) {
        const LocalLabel label = edges[i].label;
        while (i < edges.size() && edges[i].label == label) ++i;
        for (RuleId rule : network_.rules(component, label)) {
          if (network_.participants(rule)[0].component != component) continue;
          if (!gather(rule, state)) continue;
          if (!fire(rule, state, step, calls)) return calls;
        }
      }
    }
    return calls;
  }

  // The same for the transitions of one rule, which need not be enabled. The state must be without errors.
  template <class Step>
  std::size_t for_each_of(RuleId rule, std::span<LocalState> state, const Step& step) {
    std::size_t calls = 0;
    if (gather(rule, state)) fire(rule, state, step, calls);
    return calls;
  }

 private:
  // Collects the edges of each participant for its label; false if one has none.
  bool gather(RuleId rule, std::span<const LocalState> state);

  // Fires every combination of the collected edges, counting like an odometer.
  template <class Step>
  bool fire(RuleId rule, std::span<LocalState> state, const Step& step, std::size_t& calls) {
    const std::span<const Participant> participants = network_.participants(rule);
    const std::size_t arity = participants.size();
    choice_.assign(arity, 0);
    from_.resize(arity);
    for (std::size_t i = 0; i < arity; ++i) from_[i] = state[participants[i].component.index()];
    bool go_on = true;
    for (bool more = true; more && go_on;) {
      for (std::size_t i = 0; i < arity; ++i) state[participants[i].component.index()] = edges_[i][choice_[i]].target;
      ++calls;
      go_on = step(rule, std::span<const LocalState>(state));
      more = false;
      for (std::size_t i = 0; i < arity && !more; ++i) {
        if (++choice_[i] < edges_[i].size()) more = true;
        else choice_[i] = 0;
      }
    }
    for (std::size_t i = 0; i < arity; ++i) state[participants[i].component.index()] = from_[i];
    return go_on;
  }

  const Network& network_;
  std::vector<std::span<const Edge>> edges_;
  std::vector<std::size_t> choice_;
  std::vector<LocalState> from_;
};

}   // namespace parley
