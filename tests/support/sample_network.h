#pragma once

#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence.h"
#include "net/network.h"
#include "support/network_text.h"

namespace parley::testing {

// A small network from its components and its rules, each in the syntax of tests/support/network_text.h.
inline Network sample(const std::vector<std::string>& components, const std::vector<std::string>& rules) {
  std::string text;
  for (const std::string& line : components) text += line + "\n";
  for (const std::string& line : rules) text += line + "\n";
  return network(text);
}

// The run that performs the labels in 'text', separated by blanks. For each label it takes the first enabled
// rule, along first edges.
inline Trace sample_trace(const Network& network, const std::string& text) {
  std::vector<LocalState> state;
  for (ComponentId component : network.components()) state.push_back(network.lts(component).initial());
  Trace trace;
  std::istringstream words(text);
  std::string word;
  while (words >> word) {
    bool done = false;
    for (RuleId rule : network.rules()) {
      if (done) break;
      if (network.label_name(rule) != word) continue;
      std::vector<Move> moves;
      for (const Participant& p : network.participants(rule)) {
        const auto edges = network.lts(p.component).edges(state[p.component.index()], p.label);
        if (!edges.empty()) moves.push_back({p.component, edges.front().target});
      }
      if (moves.size() != network.participants(rule).size()) continue;
      for (const Move& move : moves) state[move.component.index()] = move.to;
      trace.add(network.label(rule), moves);
      done = true;
    }
    if (!done) throw std::invalid_argument("not enabled: " + word);
  }
  return trace;
}

// 'count' philosophers who take their left forks first. The left fork of phil.i is fork.i, its right one
// fork.(i+1).
inline Network sample_philosophers(std::size_t count) {
  NetworkBuilder network;
  LtsBuilder phil;
  for (const char* name : {"THINK", "HUNGRY", "HUNGRY/left", "EAT", "EAT/left"}) phil.add_state(name);
  std::size_t state = 0;
  for (const char* name : {"sit", "left", "right", "leftput", "rightput"}) {
    const LocalLabel label = phil.add_label(name);
    phil.add_edge(LocalState(state), label, LocalState((state + 1) % 5));
    ++state;
  }
  LtsBuilder fork;
  for (const char* name : {"FREE", "TAKEN"}) fork.add_state(name);
  const LocalLabel take = fork.add_label("take");
  const LocalLabel put = fork.add_label("put");
  fork.add_edge(LocalState(0), take, LocalState(1));
  fork.add_edge(LocalState(1), put, LocalState(0));
  const TemplateId phil_template = network.add_template(std::move(phil).build());
  const TemplateId fork_template = network.add_template(std::move(fork).build());
  for (std::size_t i = 0; i < count; ++i) network.add_component("phil." + std::to_string(i), phil_template);
  for (std::size_t i = 0; i < count; ++i) network.add_component("fork." + std::to_string(i), fork_template);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = "phil." + std::to_string(i);
    const ComponentId me(i);
    const ComponentId left(count + i);
    const ComponentId right(count + (i + 1) % count);
    const auto rule = [&](const std::string& action, std::size_t label, std::optional<Participant> partner) {
      std::vector<Participant> participants = {{me, LocalLabel(label)}};
      if (partner) participants.push_back(*partner);
      network.add_rule(network.intern_label(name + action), participants);
    };
    rule(".sit", 0, std::nullopt);
    rule(".left.take", 1, Participant{left, take});
    rule(".right.take", 2, Participant{right, take});
    rule(".left.put", 3, Participant{left, put});
    rule(".right.put", 4, Participant{right, put});
  }
  return std::move(network).build();
}

// The run in which every philosopher sits down and takes the left fork.
inline Trace sample_philosophers_deadlock(const Network& network) {
  std::string labels;
  const std::size_t count = network.num_components() / 2;
  for (std::size_t i = 0; i < count; ++i)
    labels += "phil." + std::to_string(i) + ".sit phil." + std::to_string(i) + ".left.take ";
  Trace trace = sample_trace(network, labels);
  trace.claim_shortest();
  return trace;
}

}   // namespace parley::testing
