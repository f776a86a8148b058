#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/engine.h"

namespace parley {

// `--engine auto`: which engine is asked about which properties, and in which order.
//
// All engines that do not decline have turns, round after round; those with comes_first() are first in each
// round. In each round an engine may do eight times as much work as in the round before (engine/turn.h). So
// an engine for which a question is easy answers it soon, and the time lost on the other engines is a
// fraction of it. After some rounds only complete engines are left, which always answer given time and
// memory: they work without bounds. Work is counted, not timed: the turns are the same on any machine.
class Schedule {
 public:
  // Network, properties and options outlive the schedule.
  Schedule(const Network& network, std::span<const Property> properties, const Options& options);

  struct Turn {
    const Engine& engine;
    Options options;
    std::vector<std::size_t> properties;   // ascending; without those that the engine declines
  };
  // The next turn, about properties that are open; nothing after the last turn.
  std::optional<Turn> next(const std::vector<bool>& open);

 private:
  static constexpr unsigned kRounds = 4;   // with bounds

  std::vector<std::size_t> share(const Engine& engine, const std::vector<bool>& open) const;

  const Network& network_;
  std::span<const Property> properties_;
  const Options& options_;
  std::vector<const Engine*> order_;
  unsigned round_ = 0;
  std::size_t at_ = 0;   // the engine whose turn it is in this round
};

}   // namespace parley
