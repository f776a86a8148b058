#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "front/fsp/read.h"
#include "property/print.h"

// Shared by the tests of the FSP front end: reads a model and prints its parts as text.
namespace parley::fsp {

inline std::string codes(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics.list())
    text += fmt::format("{}{} {}:{}", text.empty() ? "" : ", ", d.code, d.line, d.column);
  return text;
}

struct Asked {
  std::string target;
  std::string observer;
  ReadOptions options;
};

inline Result<std::unique_ptr<Model>> read(const std::string& text, const ReadOptions& options = {}) {
  Progress silent;
  return read_fsp("test.fsp", text, options, Limits(), silent);
}

// The codes and positions of all diagnostics of reading the model and building its target.
inline std::string diagnose(const std::string& text, const Asked& asked = {}) {
  const auto model = read(text, asked.options);
  if (!model) return codes(model.diagnostics());
  Progress silent;
  const auto network = (*model)->build(asked.target, asked.observer, Limits(), silent);
  const std::string warnings = codes((*model)->warnings());
  const std::string built = codes(network.diagnostics());
  return warnings.empty() || built.empty() ? warnings + built : warnings + ", " + built;
}

inline Network network_of(const std::string& text, const Asked& asked = {}) {
  auto model = read(text, asked.options);
  if (!model) throw std::runtime_error(to_text(model.diagnostics()));
  Progress silent;
  auto network = (*model)->build(asked.target, asked.observer, Limits(), silent);
  if (!network) throw std::runtime_error(to_text(network.diagnostics()));
  return std::move(*network);
}

// One line per state: name, '.' if terminal, '!' if an error state, then its edges. The initial state is
// first.
inline std::string to_text(const Lts& lts) {
  std::vector<LocalState> order{lts.initial()};
  for (const LocalState state : lts.states())
    if (state != lts.initial()) order.push_back(state);
  std::string text;
  for (const LocalState state : order) {
    text += lts.state_name(state) + (lts.is_terminal(state) ? "." : lts.is_error(state) ? "!" : "") + ":";
    for (const Edge& edge : lts.edges(state))
      text += fmt::format(" {}->{}", lts.label_name(edge.label), lts.state_name(edge.target));
    text += "\n";
  }
  return text;
}

inline std::string lts_text(const std::string& text, const Asked& asked = {}) {
  const Network network = network_of(text, asked);
  return to_text(network.lts(ComponentId(0)));
}

inline std::string labels_text(const Lts& lts) {
  std::string text;
  for (const LocalLabel label : lts.labels()) text += (text.empty() ? "" : " ") + lts.label_name(label);
  return text;
}

// Rules as "label <- component.label component.label", sorted. The name of an observer has a '?' behind it.
inline std::string rules_text(const Network& network) {
  std::vector<std::string> lines;
  for (const RuleId rule : network.rules()) {
    std::string line = fmt::format("{} <-", network.label_name(rule));
    for (const Participant& p : network.participants(rule))
      line += fmt::format(" {}{}!{}", network.name(p.component), network.is_observer(p.component) ? "?" : "",
                          network.lts(p.component).label_name(p.label));
    lines.push_back(std::move(line));
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

inline std::string rules_text(const std::string& text, const Asked& asked = {}) { return rules_text(network_of(text, asked)); }

inline std::string components_text(const std::string& text, const Asked& asked = {}) {
  const Network network = network_of(text, asked);
  std::string names;
  for (const ComponentId component : network.components())
    names += fmt::format("{}{}", names.empty() ? "" : " ", network.name(component));
  return names;
}

struct Counts {
  std::size_t states = 0;
  std::size_t transitions = 0;   // distinct (state, label, state), as LTSA counts
  std::size_t stuck = 0;         // states without successors and without a component in an error state
  std::size_t errors = 0;        // states with a component in an error state
  bool holds_reach = false;
};

// Naive breadth-first search of the whole product.
inline Counts explore(const Network& network, const Predicate* goal = nullptr) {
  using Vector = std::vector<LocalState>;
  Vector initial;
  for (const ComponentId component : network.components()) initial.push_back(network.lts(component).initial());
  std::vector<Vector> queue{initial};
  std::set<Vector> seen{initial};
  Counts counts;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const Vector state = queue[at];
    if (goal != nullptr && PredicateEvaluator(*goal)([&](ComponentId c) { return state[c.index()]; })) counts.holds_reach = true;
    const bool is_error = std::any_of(network.components().begin(), network.components().end(),
                                      [&](ComponentId c) { return network.lts(c).is_error(state[c.index()]); });
    if (is_error) {
      ++counts.errors;
      continue;
    }
    std::set<std::pair<std::string_view, Vector>> steps;
    for (const RuleId rule : network.rules()) {
      std::vector<Vector> next{state};
      for (const Participant& p : network.participants(rule)) {
        std::vector<Vector> moved;
        for (const Vector& vector : next)
          for (const Edge& edge : network.lts(p.component).edges(state[p.component.index()], p.label)) {
            moved.push_back(vector);
            moved.back()[p.component.index()] = edge.target;
          }
        next = std::move(moved);
      }
      for (Vector& vector : next) {
        if (seen.insert(vector).second) queue.push_back(vector);
        steps.emplace(network.label_name(rule), std::move(vector));
      }
    }
    counts.transitions += steps.size();
    if (steps.empty()) ++counts.stuck;
  }
  counts.states = queue.size();
  return counts;
}

inline std::string counts_text(const Network& network) {
  const Counts counts = explore(network);
  return fmt::format("{}/{}", counts.states, counts.transitions);
}

// The predicate of a check given on the command line, or the codes of its errors.
inline std::string predicate_text(const std::string& model_text, const std::string& expression, const Asked& asked = {}) {
  auto model = read(model_text, asked.options);
  if (!model) return codes(model.diagnostics());
  Progress silent;
  auto network = (*model)->build(asked.target, "", Limits(), silent);
  if (!network) return codes(network.diagnostics());
  CheckRequest request;
  request.kind = PropertyKind::kReach;
  request.expression = expression;
  request.flag = "--reach";
  const auto property = (*model)->bind(request, *network, Limits());
  if (!property) return codes(property.diagnostics());
  return to_text(std::get<Reach>(property->ask).goal, *network);
}

}   // namespace parley::fsp
