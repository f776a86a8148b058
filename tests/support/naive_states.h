#pragma once

// Global states of tiny networks, all or the reachable ones, with steps as docs/formats/network.md defines
// them. For tests that compare with brute force.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "net/network.h"
#include "support/random_lts.h"

namespace parley::testing {

using GlobalState = std::vector<LocalState>;

inline GlobalState initial_state(const Network& network) {
  GlobalState state;
  for (ComponentId component : network.components()) state.push_back(network.lts(component).initial());
  return state;
}

inline std::vector<GlobalState> all_states(const Network& network) {
  std::vector<GlobalState> states{{}};
  for (ComponentId component : network.components()) {
    std::vector<GlobalState> longer;
    for (const GlobalState& state : states)
      for (LocalState local : network.lts(component).states()) {
        longer.push_back(state);
        longer.back().push_back(local);
      }
    states = std::move(longer);
  }
  return states;
}

inline bool has_error(const Network& network, const GlobalState& state) {
  return std::ranges::any_of(network.components(),
                             [&](ComponentId component) { return network.lts(component).is_error(state[component.index()]); });
}

inline std::vector<GlobalState> successors(const Network& network, const GlobalState& state) {
  std::vector<GlobalState> found;
  if (has_error(network, state)) return found;
  for (RuleId rule : network.rules()) {
    std::vector<GlobalState> after{state};
    for (const Participant& participant : network.participants(rule)) {
      std::vector<GlobalState> moved;
      for (const GlobalState& partial : after)
        for (const Edge& edge :
             network.lts(participant.component).edges(state[participant.component.index()], participant.label)) {
          moved.push_back(partial);
          moved.back()[participant.component.index()] = edge.target;
        }
      after = std::move(moved);
    }
    found.insert(found.end(), after.begin(), after.end());
  }
  return found;
}

inline std::set<GlobalState> reachable_states(const Network& network) {
  std::set<GlobalState> seen{initial_state(network)};
  std::vector<GlobalState> stack(seen.begin(), seen.end());
  while (!stack.empty()) {
    const GlobalState state = stack.back();
    stack.pop_back();
    for (GlobalState& next : successors(network, state))
      if (seen.insert(next).second) stack.push_back(std::move(next));
  }
  return seen;
}

// One number per component, for messages.
inline std::string to_text(const GlobalState& state) {
  std::string text;
  for (LocalState local : state) text += std::to_string(local.value) + " ";
  return text;
}

struct TinySettings {
  std::size_t most_components = 3;
  std::size_t most_states = 3;
  std::size_t labels = 3;
  std::size_t most_edges = 6;
  std::size_t most_rules = 6;
  bool has_ends = false;
};

// A few components, often with equal templates, and rules of one to three participants. They synchronise
// much, so many global states are unreachable.
inline Network tiny_network(Random& random, const TinySettings& settings = {}) {
  NetworkBuilder builder;
  const std::size_t count = 2 + below(random, settings.most_components - 1);
  TemplateId last;
  for (std::size_t i = 0; i < count; ++i) {
    if (i == 0 || below(random, 3) != 0) {
      LtsBuilder lts;
      const std::size_t states = 2 + below(random, settings.most_states - 1);
      lts.add_states(states);
      for (std::size_t label = 0; label < settings.labels; ++label) lts.add_label(std::string(1, static_cast<char>('a' + label)));
      std::vector<bool> ended(states);
      for (std::size_t state = 1; settings.has_ends && state < states; ++state) {
        if (below(random, 5) != 0) continue;
        ended[state] = true;
        if (below(random, 2) == 0) lts.set_error(LocalState(state));
        else lts.set_terminal(LocalState(state));
      }
      const std::size_t edges = 1 + below(random, settings.most_edges);
      for (std::size_t edge = 0; edge < edges; ++edge)
        if (const std::size_t from = below(random, states); !ended[from])
          lts.add_edge(LocalState(from), LocalLabel(below(random, settings.labels)), LocalState(below(random, states)));
      last = builder.add_template(std::move(lts).build());
    }
    builder.add_component("p" + std::to_string(i), last);
  }
  const std::size_t rules = 1 + below(random, settings.most_rules);
  for (std::size_t i = 0; i < rules; ++i) {
    std::vector<Participant> participants;
    for (std::size_t c = 0; c < count; ++c)
      if (below(random, 3) != 0) participants.push_back({ComponentId(c), LocalLabel(below(random, settings.labels))});
    if (participants.empty())
      participants.push_back({ComponentId(below(random, count)), LocalLabel(below(random, settings.labels))});
    builder.add_rule(builder.intern_label("r" + std::to_string(i)), participants);
  }
  return std::move(builder).build();
}

}   // namespace parley::testing
