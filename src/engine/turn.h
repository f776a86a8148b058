#pragma once

#include <algorithm>
#include <cstdint>

#include "net/state_layout.h"

namespace parley {

// How much an engine may do in a turn of `--engine auto`: counted work, never time, so that the answers do
// not depend on the machine.
//
// Each round allows eight times as much as the one before. Whatever is done again in a later round is then at
// most a seventh of it.
constexpr std::int64_t turn_growth(unsigned round) { return std::int64_t{1} << (3 * round); }

// For engines that visit states, and walk when there are too many.
struct SearchTurn {
  std::int64_t states = 0;
  std::int64_t in_full_first = 0;   // of them, before anything is left out; for states of one word
  std::int64_t walk_steps = 0;
};
inline SearchTurn search_turn(const Network& network, unsigned round) {
  constexpr std::int64_t kStates = 200'000;   // of one word
  constexpr std::int64_t kWalkSteps = 500'000;
  constexpr std::int64_t kFewWords =
      8;   // a step costs what the rules around it do; how wide the state is tells only where it is very wide
  const auto words = static_cast<std::int64_t>(StateLayout(network).num_words());
  // Choosing what to leave out costs several times what looking at all of it does: where a second round may
  // end the search, it is not the time to choose.
  return {.states = std::max<std::int64_t>(kStates / words, 1) * turn_growth(round),
          .in_full_first = kStates * turn_growth(std::min(round, 1U)),
          .walk_steps = std::max<std::int64_t>(words <= kFewWords ? kWalkSteps : kWalkSteps / words, 1) * turn_growth(round)};
}

}   // namespace parley
