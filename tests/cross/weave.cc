#include "cross/weave.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

namespace parley::cross {

using oracle::Behaviour;
using oracle::Mark;

namespace {

int index_of(const std::vector<std::string>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::logic_error("there is no " + std::string(name));
  return static_cast<int>(found - names.begin());
}

}   // namespace

int intern(std::vector<std::string>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  const auto index = static_cast<int>(found - names.begin());
  if (found == names.end()) names.emplace_back(name);
  return index;
}

Behaviour sketch(std::string_view edges) {
  Behaviour behaviour;
  std::istringstream list{std::string(edges)};
  for (std::string edge; std::getline(list, edge, ',');) {
    std::istringstream words(edge);
    std::string from, label, to;
    words >> from >> label >> to;
    if (to.empty()) throw std::logic_error("an edge without an end: " + edge);
    const int begin = intern(behaviour.states, from);
    const int end = intern(behaviour.states, to);
    behaviour.arrows.push_back({begin, intern(behaviour.labels, label), end});
  }
  behaviour.marks.reserve(behaviour.states.size());
  for (const std::string& state : behaviour.states)
    behaviour.marks.push_back(state == "END" ? Mark::kTerminal : state == "ERROR" ? Mark::kError : Mark::kPlain);
  return behaviour;
}

Behaviour random_path(Random& random, int states, const std::vector<std::string>& labels) {
  std::string edges;
  const auto edge = [&](int from, int to) {
    edges += fmt::format("{}s{} {} s{}", edges.empty() ? "" : ",", from, random.pick(labels), to);
  };
  for (int state = 0; state + 1 < states; ++state) edge(state, state + 1);
  if (random.chance(70)) edge(states - 1, random.below(static_cast<std::size_t>(states)));
  for (int more = random.between(0, states - 1); more > 0; --more) {
    const int from = random.below(static_cast<std::size_t>(states));
    edge(from, random.below(static_cast<std::size_t>(states)));
  }
  Behaviour behaviour = sketch(edges);
  for (const std::string& label : labels) intern(behaviour.labels, label);   // a label without an edge is always refused
  return behaviour;
}

int Weave::add(const Behaviour& behaviour, std::string_view initial, oracle::Role role) {
  Behaviour wanted = behaviour;
  if (!initial.empty()) wanted.initial = index_of(wanted.states, initial);
  int number = 0;
  for (; static_cast<std::size_t>(number) < spec_.behaviours.size(); ++number) {
    wanted.name = spec_.behaviours[static_cast<std::size_t>(number)].name;
    if (wanted == spec_.behaviours[static_cast<std::size_t>(number)]) break;
  }
  if (static_cast<std::size_t>(number) == spec_.behaviours.size()) {
    wanted.name = "t" + std::to_string(number);
    spec_.behaviours.push_back(std::move(wanted));
  }
  spec_.components.push_back({"c" + std::to_string(spec_.components.size()), number, role});
  return spec_.num_components() - 1;
}

void Weave::rule(std::string label, const std::vector<NamedPart>& parts) {
  oracle::Rule rule{std::move(label), {}};
  for (const auto& [component, name] : parts) rule.parts.push_back({component, index_of(spec_.of(component).labels, name)});
  spec_.rules.push_back(std::move(rule));
}

bool Weave::offers(int component, std::string_view label) const {
  const std::vector<std::string>& labels = spec_.of(component).labels;
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

int Weave::state(int component, std::string_view name) const { return index_of(spec_.of(component).states, name); }

}   // namespace parley::cross
