#pragma once

// Naive versions of the algorithms in src/automata, as close to the definitions as possible.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "net/lts.h"

namespace parley::testing {

using StateSet = std::set<std::uint32_t>;

// 'from', and the states that silent moves reach from it through states for which 'inside(state)' holds.
template <class Inside>
StateSet silently_reached(const Lts& lts, const std::vector<bool>& silent, StateSet from, const Inside& inside) {
  for (bool grows = true; grows;) {
    grows = false;
    for (std::uint32_t state : StateSet(from))
      for (const Edge& edge : lts.edges(LocalState(state)))
        if (silent[edge.label.index()] && inside(edge.target.value)) grows = from.insert(edge.target.value).second || grows;
  }
  return from;
}

inline StateSet closed(const Lts& lts, const std::vector<bool>& silent, const StateSet& from) {
  return silently_reached(lts, silent, from, [](std::uint32_t) { return true; });
}

inline int mark(const Lts& lts, LocalState state) { return lts.is_terminal(state) ? 1 : lts.is_error(state) ? 2 : 0; }

// Refines classes by signatures until nothing changes. A signature is what a state can do after silent moves
// inside its class, and whether such moves can go on for ever. Without silent labels this is strong
// bisimulation. Classes are numbered in the order of their first states.
inline std::vector<std::uint32_t> naive_classes(const Lts& lts, const std::vector<bool>& silent) {
  using Signature = std::set<std::pair<std::uint32_t, std::uint32_t>>;
  constexpr std::uint32_t kSilent = 1000;
  constexpr std::uint32_t kDiverges = 1001;
  std::vector<std::uint32_t> classes(lts.num_states(), 0);
  for (std::size_t count = 0;;) {
    std::map<std::tuple<std::uint32_t, int, Signature>, std::uint32_t> numbers;
    std::vector<std::uint32_t> next;
    for (LocalState state : lts.states()) {
      const auto inside = [&](std::uint32_t other) { return classes[other] == classes[state.index()]; };
      Signature signature;
      for (std::uint32_t via : silently_reached(lts, silent, {state.value}, inside)) {
        for (const Edge& edge : lts.edges(LocalState(via))) {
          const bool is_silent = silent[edge.label.index()];
          if (is_silent && inside(edge.target.value)) {
            // There is a silent cycle inside the class through 'via' if one of its silent moves leads back to
            // it.
            if (silently_reached(lts, silent, {edge.target.value}, inside).contains(via)) signature.emplace(kDiverges, 0);
          } else {
            signature.emplace(is_silent ? kSilent : edge.label.value, classes[edge.target.index()]);
          }
        }
      }
      const auto number = static_cast<std::uint32_t>(numbers.size());
      next.push_back(numbers.emplace(std::tuple(classes[state.index()], mark(lts, state), signature), number).first->second);
    }
    classes = next;
    if (numbers.size() == count) return classes;
    count = numbers.size();
  }
}

// The states in which a set of states can be after 'label' and silent moves.
inline StateSet after(const Lts& lts, const std::vector<bool>& silent, const StateSet& from, const std::string& label) {
  StateSet targets;
  for (std::uint32_t state : from)
    for (const Edge& edge : lts.edges(LocalState(state)))
      if (!silent[edge.label.index()] && lts.label_name(edge.label) == label) targets.insert(edge.target.value);
  return closed(lts, silent, targets);
}

inline bool some_error(const Lts& lts, const StateSet& states) {
  for (std::uint32_t state : states)
    if (lts.is_error(LocalState(state))) return true;
  return false;
}

// All traces up to a length; the value says whether the trace can end in an error state.
inline std::map<std::vector<std::string>, bool> traces(const Lts& lts, const std::vector<bool>& silent, std::size_t length) {
  std::map<std::vector<std::string>, StateSet> layer = {{{}, closed(lts, silent, {lts.initial().value})}};
  std::map<std::vector<std::string>, bool> all;
  for (std::size_t i = 0;; ++i) {
    std::map<std::vector<std::string>, StateSet> next;
    for (const auto& [trace, states] : layer) {
      all[trace] = some_error(lts, states);
      for (LocalLabel label : lts.labels()) {
        if (silent[label.index()]) continue;
        std::vector<std::string> longer = trace;
        longer.push_back(lts.label_name(label));
        const StateSet targets = after(lts, silent, states, longer.back());
        if (!targets.empty()) next[longer] = targets;
      }
    }
    if (i == length) return all;
    layer = next;
  }
}

}   // namespace parley::testing
