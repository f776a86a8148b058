#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/engine.h"

namespace parley {

// `--engine auto`: who is asked what, and in which order.
//
// All engines that do not decline have turns, round after round, those that want to come first before the
// others. In each round an engine may do eight times as much as in the one before (engine/turn.h), so that
// whoever finds a question easy answers it soon, and the time lost on those who do not is a fraction of it.
// After some rounds there is nothing left but to let somebody work without bounds: those that always answer,
// given time and memory. All of it is counted work: the same turns on any machine.
class Schedule {
 public:
  // Network, properties and options outlive it.
  Schedule(const Network& network, std::span<const Property> properties, const Options& options);

  struct Turn {
    const Engine& engine;
    Options options;
    std::vector<std::size_t> properties;   // ascending; those that it does not decline
  };
  // The next turn about those properties that are open; nothing when all had their turns.
  std::optional<Turn> next(const std::vector<bool>& open);

 private:
  static constexpr unsigned kRounds = 4;   // with bounds

  std::vector<std::size_t> share(const Engine& engine, const std::vector<bool>& open) const;

  const Network& network_;
  std::span<const Property> properties_;
  const Options& options_;
  std::vector<const Engine*> order_;
  unsigned round_ = 0;
  std::size_t at_ = 0;   // whose turn it is in this round
};

}   // namespace parley
