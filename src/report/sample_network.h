#pragma once

#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence.h"
#include "net/network.h"

namespace parley {

// Small networks written as text, for the tests of this folder only.
//
//   sample({"phil: IDLE -take-> HAS, HAS -put-> IDLE", "?watch: ..."}, {"go = phil.take fork.take"})
//
// A component is a name (an observer with '?' in front) and its edges; the first state is initial, END is terminal, ERROR an error. A state
// alone declares itself. A rule is a label and its participants, each a component and, after the last dot, a local label: so
// local labels have no dots here.
inline Network sample(const std::vector<std::string>& components, const std::vector<std::string>& rules) {
  NetworkBuilder network;
  for (std::string text : components) {
    const Role role = text.starts_with('?') ? Role::kObserver : Role::kProcess;
    if (role == Role::kObserver) text.erase(0, 1);
    for (char& c : text)
      if (c == ',') c = ' ';
    const std::size_t colon = text.find(':');
    LtsBuilder lts;
    std::vector<std::string> states;
    std::vector<std::string> labels;
    const auto state_of = [&](const std::string& name) {
      for (std::size_t i = 0; i < states.size(); ++i)
        if (states[i] == name) return LocalState(i);
      states.push_back(name);
      const LocalState state = lts.add_state(name);
      if (name == "END") lts.set_terminal(state);
      if (name == "ERROR") lts.set_error(state);
      return state;
    };
    const auto label_of = [&](const std::string& name) {
      for (std::size_t i = 0; i < labels.size(); ++i)
        if (labels[i] == name) return LocalLabel(i);
      labels.push_back(name);
      return lts.add_label(name);
    };
    std::istringstream words(text.substr(colon + 1));
    std::string word;
    std::optional<LocalState> from;
    std::optional<LocalLabel> by;
    while (words >> word) {
      if (word.size() > 3 && word.starts_with('-') && word.ends_with("->")) {
        by = label_of(word.substr(1, word.size() - 3));
        continue;
      }
      const LocalState state = state_of(word);
      if (by) lts.add_edge(*from, *by, state);
      by.reset();
      from = state;
    }
    network.add_component(text.substr(0, colon), network.add_template(std::move(lts).build()), role);
  }
  NetworkBuilder with_rules = network;   // names are looked up in a first, ruleless version
  const Network names = std::move(network).build();
  for (const std::string& text : rules) {
    std::istringstream words(text);
    std::string label;
    std::string word;
    words >> label >> word;   // the label and "="
    std::vector<Participant> participants;
    while (words >> word) {
      const std::size_t dot = word.rfind('.');
      const ComponentId component = names.find_component(word.substr(0, dot)).value();
      const Lts& lts = names.lts(component);
      for (LocalLabel local : lts.labels())
        if (lts.label_name(local) == word.substr(dot + 1)) participants.push_back({component, local});
    }
    with_rules.add_rule(with_rules.intern_label(label), participants);
  }
  return std::move(with_rules).build();
}

// The run that performs the labels in 'text', separated by blanks: of each the first rule that is enabled, along first edges.
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

// 'count' philosophers, each taking his left fork first. phil.i's left is fork.i, his right fork.(i+1).
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

// The run in which every philosopher sits down and takes his left fork.
inline Trace sample_philosophers_deadlock(const Network& network) {
  std::string labels;
  const std::size_t count = network.num_components() / 2;
  for (std::size_t i = 0; i < count; ++i) labels += "phil." + std::to_string(i) + ".sit phil." + std::to_string(i) + ".left.take ";
  return sample_trace(network, labels);
}

}  // namespace parley
