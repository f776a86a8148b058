#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "net/network.h"
#include "oracle/spec.h"

namespace parley::cover {

// Networks so small that a set of local states is a word. The semantics of docs/formats/network.md is
// implemented once more, naively, but fast enough for a million networks. They are made from the plain data
// of the random tests, or from a network of the library, whose states are then explored by independent code.

using Set = std::uint64_t;               // of local states: one bit per state
using Place = std::uint8_t;              // a local state
using Places = std::span<const Place>;   // one per component

constexpr Set just(int state) { return Set{1} << state; }
constexpr bool has(Set set, int state) { return (set >> state & 1) != 0; }
template <class Visit>
void for_each(Set set, const Visit& visit) {
  for (; set != 0; set &= set - 1) visit(static_cast<Place>(std::countr_zero(set)));
}

struct PlainTemplate {
  int states = 0;
  int labels = 0;
  int initial = 0;
  Set terminal = 0;
  Set error = 0;
  std::vector<Set> targets;   // by state and label

  Set& to(int state, int label) { return targets[static_cast<std::size_t>(state * labels + label)]; }
  Set to(int state, int label) const { return targets[static_cast<std::size_t>(state * labels + label)]; }
};

struct PlainNetwork {
  std::vector<PlainTemplate> templates;
  std::vector<int> template_of;   // by component
  std::vector<bool> is_observer;
  std::vector<std::vector<oracle::Part>> rules;

  explicit PlainNetwork(const oracle::Spec& spec);
  explicit PlainNetwork(const Network& network);

  std::size_t size() const { return template_of.size(); }   // number of components
  const PlainTemplate& of(int component) const {
    return templates[static_cast<std::size_t>(template_of[static_cast<std::size_t>(component)])];
  }
  PlainTemplate& of(int component) {
    return templates[static_cast<std::size_t>(template_of[static_cast<std::size_t>(component)])];
  }
};

bool has_error(const PlainNetwork& network, Places state);
bool is_deadlock(const PlainNetwork& network, Places state);
bool is_local_deadlock(const PlainNetwork& network, Places state);

// Calls 'visit' with every choice of one member per set; with none if one of the sets is empty. 'chosen' is
// the argument of 'visit'.
template <class Visit>
void for_each_choice(std::span<const Set> sets, std::vector<Place>& chosen, const Visit& visit) {
  chosen.resize(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (sets[i] == 0) return;
    chosen[i] = static_cast<Place>(std::countr_zero(sets[i]));
  }
  while (true) {
    visit(Places(chosen));
    std::size_t i = 0;
    for (; i < sets.size(); ++i) {
      const Set later = sets[i] & ~((just(chosen[i]) - 1) | just(chosen[i]));
      if (later != 0) {
        chosen[i] = static_cast<Place>(std::countr_zero(later));
        break;
      }
      chosen[i] = static_cast<Place>(std::countr_zero(sets[i]));
    }
    if (i == sets.size()) return;
  }
}

// Calls 'visit' with each enabled rule and each state that it leads to; a state may come several times.
template <class Visit>
void for_each_step(const PlainNetwork& network, Places state, const Visit& visit) {
  if (has_error(network, state)) return;
  std::vector<Set> sets;
  std::vector<Place> chosen;
  std::vector<Place> next(state.begin(), state.end());
  for (std::size_t rule = 0; rule < network.rules.size(); ++rule) {
    const std::vector<oracle::Part>& parts = network.rules[rule];
    sets.clear();
    for (const oracle::Part& part : parts)
      sets.push_back(network.of(part.component).to(state[static_cast<std::size_t>(part.component)], part.label));
    for_each_choice(sets, chosen, [&](Places targets) {
      for (std::size_t i = 0; i < parts.size(); ++i) next[static_cast<std::size_t>(parts[i].component)] = targets[i];
      visit(rule, Places(next));
    });
    for (const oracle::Part& part : parts)
      next[static_cast<std::size_t>(part.component)] = state[static_cast<std::size_t>(part.component)];
  }
}

// The reachable states in breadth-first order, each with the step by which it was entered first.
class Reachable {
 public:
  explicit Reachable(const PlainNetwork& network);

  std::size_t size() const { return from_.size(); }
  Places operator[](std::size_t i) const { return Places(places_).subspan(i * width_, width_); }
  bool is_error(std::size_t i) const { return is_error_[i]; }
  std::size_t from(std::size_t i) const { return from_[i]; }   // the first state is its own predecessor
  std::size_t rule(std::size_t i) const { return rule_[i]; }
  std::optional<std::size_t> find(Places state) const;

 private:
  std::uint64_t number(Places state) const;
  std::size_t slot(std::uint64_t number) const;
  void add(Places state, std::size_t from, std::size_t rule, bool is_error);
  void grow();

  std::size_t width_;
  std::vector<std::uint64_t> radix_;   // by component
  std::vector<Place> places_;
  std::vector<std::uint32_t> from_;
  std::vector<std::uint32_t> rule_;
  std::vector<bool> is_error_;
  std::vector<std::uint64_t> numbers_;   // by state
  std::vector<std::uint32_t> table_;     // open addressing: 1 + state, or 0
};

}   // namespace parley::cover
