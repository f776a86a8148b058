#include "leap/plain.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "base/hash.h"

namespace parley::cover {

namespace {

constexpr int kMostStates = 64;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

PlainTemplate sized(std::size_t states, std::size_t labels) {
  if (states > at(kMostStates)) throw std::length_error("a component with more states than a word has bits");
  PlainTemplate plain;
  plain.states = static_cast<int>(states);
  plain.labels = static_cast<int>(labels);
  plain.targets.assign(states * labels, 0);
  return plain;
}

bool refuses(const PlainNetwork& network, Places state, const oracle::Part& part) {
  return network.of(part.component).to(state[at(part.component)], part.label) == 0;
}

bool is_terminated(const PlainNetwork& network, Places state) {
  const auto can_end = [&](int component) { return !network.is_observer[at(component)] && network.of(component).terminal != 0; };
  bool one_can_end = false;
  for (int component = 0; at(component) < network.size(); ++component) {
    if (!can_end(component)) continue;
    one_can_end = true;
    if (!has(network.of(component).terminal, state[at(component)])) return false;
  }
  return one_can_end && std::ranges::all_of(network.rules, [&](const std::vector<oracle::Part>& rule) {
           return std::ranges::any_of(rule, [&](const oracle::Part& part) { return can_end(part.component); });
         });
}

}   // namespace

PlainNetwork::PlainNetwork(const oracle::Spec& spec) {
  for (const oracle::Behaviour& behaviour : spec.behaviours) {
    PlainTemplate& plain = templates.emplace_back(sized(behaviour.states.size(), behaviour.labels.size()));
    plain.initial = behaviour.initial;
    for (int state = 0; state < plain.states; ++state) {
      if (behaviour.marks[at(state)] == oracle::Mark::kTerminal) plain.terminal |= just(state);
      if (behaviour.marks[at(state)] == oracle::Mark::kError) plain.error |= just(state);
    }
    for (const oracle::Arrow& arrow : behaviour.arrows) plain.to(arrow.from, arrow.label) |= just(arrow.to);
  }
  for (const oracle::Component& component : spec.components) {
    template_of.push_back(component.behaviour);
    is_observer.push_back(component.role == oracle::Role::kObserver);
  }
  for (const oracle::Rule& rule : spec.rules) rules.push_back(rule.parts);
}

PlainNetwork::PlainNetwork(const Network& network) {
  for (TemplateId of : network.templates()) {
    const Lts& lts = network.lts(of);
    PlainTemplate& plain = templates.emplace_back(sized(lts.num_states(), lts.num_labels()));
    plain.initial = static_cast<int>(lts.initial().value);
    for (LocalState state : lts.states()) {
      const int number = static_cast<int>(state.value);
      if (lts.is_terminal(state)) plain.terminal |= just(number);
      if (lts.is_error(state)) plain.error |= just(number);
      for (const Edge& edge : lts.edges(state))
        plain.to(number, static_cast<int>(edge.label.value)) |= just(static_cast<int>(edge.target.value));
    }
  }
  for (ComponentId component : network.components()) {
    template_of.push_back(static_cast<int>(network.template_of(component).value));
    is_observer.push_back(network.is_observer(component));
  }
  for (RuleId rule : network.rules()) {
    std::vector<oracle::Part>& parts = rules.emplace_back();
    for (const Participant& participant : network.participants(rule))
      parts.push_back({static_cast<int>(participant.component.value), static_cast<int>(participant.label.value)});
  }
}

bool has_error(const PlainNetwork& network, Places state) {
  for (int component = 0; at(component) < network.size(); ++component)
    if (has(network.of(component).error, state[at(component)])) return true;
  return false;
}

bool is_deadlock(const PlainNetwork& network, Places state) {
  if (has_error(network, state)) return false;
  const auto is_refused = [&](const std::vector<oracle::Part>& rule) {
    return std::ranges::any_of(rule, [&](const oracle::Part& part) { return refuses(network, state, part); });
  };
  return std::ranges::all_of(network.rules, is_refused) && !is_terminated(network, state);
}

bool is_local_deadlock(const PlainNetwork& network, Places state) {
  if (has_error(network, state)) return false;
  std::uint64_t blocked = 0;
  std::uint64_t named = 0;
  for (std::size_t component = 0; component < network.size(); ++component)
    if (!network.is_observer[component]) blocked |= std::uint64_t{1} << component;
  for (const std::vector<oracle::Part>& rule : network.rules)
    for (const oracle::Part& part : rule) named |= just(part.component);
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::vector<oracle::Part>& rule : network.rules) {
      std::uint64_t members = 0;
      for (const oracle::Part& part : rule) members |= just(part.component);
      members &= blocked;
      const auto refuses_inside = [&](const oracle::Part& part) {
        return has(members, part.component) && refuses(network, state, part);
      };
      if (members == 0 || std::ranges::any_of(rule, refuses_inside)) continue;
      blocked &= ~members;
      changed = true;
    }
  }
  for (int component = 0; at(component) < network.size(); ++component)
    if (has(blocked & named, component) && !has(network.of(component).terminal, state[at(component)])) return true;
  return false;
}

Reachable::Reachable(const PlainNetwork& network) : width_(network.size()), table_(64) {
  std::uint64_t all = 1;
  std::vector<Place> initial;
  for (int component = 0; at(component) < network.size(); ++component) {
    radix_.push_back(all);
    const auto states = static_cast<std::uint64_t>(network.of(component).states);
    if (all > std::numeric_limits<std::uint64_t>::max() / states) throw std::length_error("more states than a word can number");
    all *= states;
    initial.push_back(static_cast<Place>(network.of(component).initial));
  }
  add(initial, 0, 0, has_error(network, initial));
  std::vector<Place> state;
  for (std::size_t i = 0; i < size(); ++i) {
    state.assign((*this)[i].begin(), (*this)[i].end());
    for_each_step(network, state, [&](std::size_t rule, Places next) {
      if (!find(next)) add(next, i, rule, has_error(network, next));
    });
  }
}

std::uint64_t Reachable::number(Places state) const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < width_; ++i) sum += radix_[i] * state[i];
  return sum;
}

std::size_t Reachable::slot(std::uint64_t number) const {
  std::size_t slot = mix(number) & (table_.size() - 1);
  while (table_[slot] != 0 && numbers_[table_[slot] - 1] != number) slot = (slot + 1) & (table_.size() - 1);
  return slot;
}

std::optional<std::size_t> Reachable::find(Places state) const {
  const std::uint32_t found = table_[slot(number(state))];
  if (found == 0) return std::nullopt;
  return found - 1;
}

void Reachable::add(Places state, std::size_t from, std::size_t rule, bool is_error) {
  if (2 * (size() + 1) > table_.size()) grow();
  numbers_.push_back(number(state));
  from_.push_back(static_cast<std::uint32_t>(from));
  rule_.push_back(static_cast<std::uint32_t>(rule));
  is_error_.push_back(is_error);
  places_.insert(places_.end(), state.begin(), state.end());
  table_[slot(numbers_.back())] = static_cast<std::uint32_t>(size());
}

void Reachable::grow() {
  table_.assign(4 * table_.size(), 0);
  for (std::size_t i = 0; i < size(); ++i) table_[slot(numbers_[i])] = static_cast<std::uint32_t>(i + 1);
}

}   // namespace parley::cover
