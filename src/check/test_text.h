#pragma once

// For tests only: networks, traces and sets written as text.

#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "check/judge.h"
#include "property/parse.h"

namespace parley::test {

inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::string part;
  for (std::istringstream in(text); std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

inline std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> result;
  std::string word;
  for (std::istringstream in(text); in >> word;) result.push_back(word);
  return result;
}

inline std::size_t number(const std::string& text) { return std::stoul(text); }

// "0 a 1, 1 b 2, end 2, error 3": edges, then marks; states count from 0, which is the initial one.
inline Lts lts(const std::string& text, std::map<std::string, LocalLabel>& labels) {
  LtsBuilder builder;
  const auto state = [&](const std::string& name) {
    if (number(name) >= builder.num_states()) builder.add_states(number(name) + 1 - builder.num_states());
    return LocalState(number(name));
  };
  state("0");
  for (const std::string& item : split(text, ',')) {
    const std::vector<std::string> w = words(item);
    if (w.size() == 2 && w[0] == "end") {
      builder.set_terminal(state(w[1]));
    } else if (w.size() == 2 && w[0] == "error") {
      builder.set_error(state(w[1]));
    } else if (w.size() == 3) {
      if (!labels.contains(w[1])) labels[w[1]] = builder.add_label(w[1]);
      const LocalState from = state(w[0]);
      builder.add_edge(from, labels[w[1]], state(w[2]));
    } else if (!w.empty()) {
      throw std::invalid_argument("not an edge: " + item);
    }
  }
  return std::move(builder).build();
}

// One line each:  P = 0 a 1, 1 b 0     observer O = ...     x: P.a Q.b   (label, participants; after the components)
inline Network network(const std::string& text) {
  NetworkBuilder builder;
  std::map<std::string, ComponentId> components;
  std::map<std::string, std::map<std::string, LocalLabel>> labels;
  for (const std::string& line : split(text, '\n')) {
    std::vector<std::string> w = words(line);
    if (w.empty()) continue;
    if (const std::size_t equals = line.find('='); equals != std::string::npos) {
      const Role role = w[0] == "observer" ? Role::kObserver : Role::kProcess;
      const std::string name = role == Role::kObserver ? w[1] : w[0];
      const TemplateId of = builder.add_template(lts(line.substr(equals + 1), labels[name]));
      components[name] = builder.add_component(name, of, role);
      continue;
    }
    std::vector<Participant> participants;
    for (std::size_t i = 1; i < w.size(); ++i) {
      const std::size_t dot = w[i].find('.');
      const std::string name = w[i].substr(0, dot);
      participants.push_back({components.at(name), labels.at(name).at(w[i].substr(dot + 1))});
    }
    w[0].pop_back();   // the colon
    builder.add_rule(builder.intern_label(w[0]), participants);
  }
  return std::move(builder).build();
}

// "x P>1 Q>0; tau P>0"
inline Trace trace(const Network& network, const std::string& text) {
  Trace result;
  for (const std::string& step : split(text, ';')) {
    const std::vector<std::string> w = words(step);
    if (w.empty()) continue;
    std::vector<Move> moves;
    for (std::size_t i = 1; i < w.size(); ++i) {
      const std::size_t arrow = w[i].find('>');
      moves.push_back({network.find_component(w[i].substr(0, arrow)).value(), LocalState(number(w[i].substr(arrow + 1)))});
    }
    result.add(network.find_label(w[0]).value(), moves);
  }
  return result;
}

// The support "P Q" and the states "00 01 11", a digit a component.
inline Evidence closed_set(const Network& network, const std::string& support, const std::string& states) {
  std::vector<ComponentId> components;
  for (const std::string& name : words(support)) components.push_back(network.find_component(name).value());
  StateTable table(network, components);
  std::vector<LocalState> row(components.size());
  for (const std::string& digits : words(states)) {
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = LocalState(number(digits.substr(i, 1)));
    table.add(row);
  }
  return std::make_shared<const ClosedSet>(ClosedSet{std::move(table)});
}

inline Predicate predicate(const Network& network, const std::string& text) {
  Result<Predicate> result = parse_predicate(SourceText("predicate", text), network);
  if (!result) throw std::invalid_argument(to_text(result.diagnostics()));
  return *std::move(result);
}

inline Property deadlock() { return {"d", Deadlock{}}; }
inline Property local_deadlock() { return {"l", LocalDeadlock{}}; }
inline Property reach(const Network& network, const std::string& text) { return {"r", Reach{predicate(network, text)}}; }
inline Property never(const Network& network, const std::string& text) { return {"n", Never{predicate(network, text)}}; }
inline Property safety(const Network& network, const std::string& names) {
  Safety ask;
  for (const std::string& name : words(names)) ask.automata.push_back(network.find_component(name).value());
  return {"s", std::move(ask)};
}

// "accepted", or the obligation that rejects.
inline std::string judged(const Network& network, const Property& property, Verdict claimed, const Evidence& evidence) {
  Progress silent;
  const Judgement judgement = judge(network, property, claimed, evidence, Limits(), silent);
  return judgement.accepted ? "accepted" : judgement.obligation;
}

inline std::string reason(const Network& network, const Property& property, Verdict claimed, const Evidence& evidence) {
  Progress silent;
  return judge(network, property, claimed, evidence, Limits(), silent).reason;
}

}  // namespace parley::test
