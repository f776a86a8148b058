#pragma once

#include <algorithm>
#include <cstdint>

#include "net/state_layout.h"

namespace parley {

// How much work an engine may do in a turn of `--engine auto`. Work is counted, never timed, so that the
// answers do not depend on the machine.
//
// Each round allows eight times as much as the one before. So what a later round repeats is at most a seventh
// of its work.
constexpr std::int64_t turn_growth(unsigned round) { return std::int64_t{1} << (3 * round); }

// For engines that visit states, and try random walks if there are too many.
struct SearchTurn {
  std::int64_t states = 0;
  std::int64_t in_full_first = 0;   // how many of them without reduction, before stubborn sets are used; for states of one word
  std::int64_t walk_steps = 0;
};
inline SearchTurn search_turn(const Network& network, unsigned round) {
  constexpr std::int64_t kStates = 200'000;   // of one word
  constexpr std::int64_t kWalkSteps = 500'000;
  constexpr std::int64_t kFewWords =
      8;   // the cost of a step depends on the rules around it; the width matters only for very wide states
  const auto words = static_cast<std::int64_t>(StateLayout(network).num_words());
  // Computing stubborn sets costs several times as much as a full search per state. If a second round may
  // complete the search, reduction does not pay yet.
  return {.states = std::max<std::int64_t>(kStates / words, 1) * turn_growth(round),
          .in_full_first = kStates * turn_growth(std::min(round, 1U)),
          .walk_steps = std::max<std::int64_t>(words <= kFewWords ? kWalkSteps : kWalkSteps / words, 1) * turn_growth(round)};
}

}   // namespace parley
