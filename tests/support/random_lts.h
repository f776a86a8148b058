#pragma once

// Small random automata and networks. The same seed gives the same ones on every machine.

#include <random>
#include <string>

#include "net/network.h"

namespace parley::testing {

using Random = std::mt19937_64;

inline std::size_t below(Random& random, std::size_t bound) { return static_cast<std::size_t>(random() % bound); }

struct RandomLtsSettings {
  std::size_t most_states = 7;
  std::size_t labels = 3;   // besides tau
  std::size_t most_edges = 14;
  bool has_ends = true;   // whether there are terminal and error states
  bool named = false;     // names S0, S1, ..., and an alias now and then
};

// Labels "tau", "a", "b", ... Unreachable states, cycles of tau and states without edges all occur.
inline Lts random_lts(Random& random, const RandomLtsSettings& settings = {}) {
  LtsBuilder builder;
  const std::size_t states = 1 + below(random, settings.most_states);
  builder.add_states(states);
  builder.add_label("tau");
  for (std::size_t i = 0; i < settings.labels; ++i) builder.add_label(std::string(1, static_cast<char>('a' + i)));
  std::vector<bool> ended(states);
  for (std::size_t i = 0; i < states; ++i) {
    if (settings.named) builder.set_name(LocalState(i), "S" + std::to_string(i));
    if (settings.named && below(random, 3) == 0) builder.add_alias(LocalState(i), "X" + std::to_string(below(random, 3)));
    if (!settings.has_ends || below(random, 5) != 0) continue;
    ended[i] = true;
    if (below(random, 2) == 0) builder.set_error(LocalState(i));
    else builder.set_terminal(LocalState(i));
  }
  const std::size_t edges = below(random, settings.most_edges + 1);
  for (std::size_t i = 0; i < edges; ++i) {
    const std::size_t from = below(random, states);
    // At least half of the labels are tau, so that classes have more than one state.
    const std::size_t label = below(random, 2) == 0 ? 0 : below(random, settings.labels + 1);
    if (!ended[from]) builder.add_edge(LocalState(from), LocalLabel(label), LocalState(below(random, states)));
  }
  builder.set_initial(LocalState(below(random, states)));
  return std::move(builder).build();
}

// Up to three processes with random rules, and sometimes an observer.
inline Network random_network(Random& random) {
  NetworkBuilder builder;
  const std::size_t processes = 1 + below(random, 3);
  for (std::size_t i = 0; i < processes; ++i)
    builder.add_component("p" + std::to_string(i),
                          builder.add_template(random_lts(random, {.most_states = 4, .most_edges = 9, .named = true})));
  const bool observed = below(random, 3) == 0;
  if (observed) {
    LtsBuilder observer;
    observer.add_states(3);
    observer.add_label("tau");
    const LocalLabel watched = observer.add_label("a");
    observer.set_error(LocalState(2));
    observer.add_edge(LocalState(0), watched, LocalState(1));
    observer.add_edge(LocalState(1), watched, LocalState(below(random, 3)));
    builder.add_component("watcher", builder.add_template(std::move(observer).build()), Role::kObserver);
  }
  const std::size_t rules = below(random, 7);
  for (std::size_t i = 0; i < rules; ++i) {
    std::vector<Participant> participants;
    for (std::size_t c = 0; c < processes; ++c)
      if (below(random, 2) == 0) participants.push_back({ComponentId(c), LocalLabel(below(random, 4))});
    if (participants.empty()) participants.push_back({ComponentId(below(random, processes)), LocalLabel(below(random, 4))});
    if (observed && below(random, 2) == 0) participants.push_back({ComponentId(processes), LocalLabel(1)});
    builder.add_rule(builder.intern_label(std::string(1, static_cast<char>('u' + below(random, 4)))), participants);
  }
  return std::move(builder).build();
}

}   // namespace parley::testing
