#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/engine.h"

namespace parley {

// All engines, in the order in which `--engine auto` asks them. A new engine is one row in registry.cc;
// cross-checking, option fuzzing and evidence checking follow from it.
std::span<const Engine* const> engines();
const Engine* find_engine(std::string_view name);   // null if there is none
Options all_options();                              // every engine's rows, at their presets

struct RunSettings {
  const Options& options;
  const Limits& limits;
  Progress& progress;
  unsigned threads = 1;
  std::uint64_t seed = 0;
  // Called at the moment a property is answered, while the engine goes on with the others; may be empty.
  std::function<void(std::size_t property, const Outcome& outcome)> on_answer = {};
};

// Runs 'engine' on 'task' and gives one outcome a property. Limits, signals and lack of memory end in Unknown
// for what was not answered until then; they are not thrown.
std::vector<Outcome> run(const Engine& engine, const Task& task, const RunSettings& settings, Statistics& statistics);

}   // namespace parley
