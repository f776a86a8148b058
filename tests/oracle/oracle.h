#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/spec.h"

namespace parley::oracle {

using State = std::vector<int>;   // one local state per component

// All reachable states, breadth first, with what docs/formats/network.md says about each.
//
// Naive on purpose. Each definition is implemented as it stands on that page, by loops over the whole spec,
// without index, work list or hash table. All engines are compared with it, so it must be easy to read rather
// than fast.
struct Exploration {
  std::vector<State> states;   // by distance, the initial state first
  std::vector<int> distance;
  std::vector<bool> error;
  std::vector<bool> terminated;
  std::vector<bool> deadlock;
  std::vector<bool> local_deadlock;
  std::uint64_t transitions = 0;   // distinct (state, rule, state)

  int depth() const { return distance.empty() ? 0 : distance.back(); }
  std::uint64_t deadlocks() const;
  std::uint64_t local_deadlocks() const;
};

// nullopt if there are more than 'most' states.
std::optional<Exploration> explore(const Spec& spec, std::size_t most);

struct Answer {
  bool holds = false;
  std::optional<int> distance;   // of the nearest state that a trace would lead to; none if there is no such state
};
Answer answer(const Spec& spec, const Exploration& exploration, const Question& question);

// The individual definitions, for the tests of the oracle and for the histogram of features.
bool has_error(const Spec& spec, const State& state);
bool is_enabled(const Spec& spec, const State& state, const Rule& rule);
bool is_terminated(const Spec& spec, const State& state);
bool is_deadlock(const Spec& spec, const State& state);
std::vector<bool> largest_blocked_set(const Spec& spec, const State& state);
std::vector<int> stuck_components(const Spec& spec, const State& state);
bool is_local_deadlock(const Spec& spec, const State& state);
bool satisfies(const State& state, const Formula& formula);

}   // namespace parley::oracle
