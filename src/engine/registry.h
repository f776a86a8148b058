#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/engine.h"

namespace parley {

// All engines, in the order in which `--engine auto` asks them. A new engine is one row in registry.cc; the
// cross-checks, option fuzzing and evidence checks then include it.
std::span<const Engine* const> engines();
const Engine* find_engine(std::string_view name);   // null if there is none
Options all_options();                              // the options of all engines, at their defaults

struct RunSettings {
  const Options& options;
  const Limits& limits;
  Progress& progress;
  unsigned threads = 1;
  std::uint64_t seed = 0;
  // Called as soon as a property is answered, while the engine continues with the others; may be empty.
  std::function<void(std::size_t property, const Outcome& outcome)> on_answer = {};
};

// Runs 'engine' on 'task' and returns one outcome per property. Limits, signals and lack of memory are not
// thrown: properties not answered by then are Unknown.
std::vector<Outcome> run(const Engine& engine, const Task& task, const RunSettings& settings, Statistics& statistics);

}   // namespace parley
