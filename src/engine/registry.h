#pragma once

#include <span>
#include <string_view>

#include "engine/engine.h"

namespace parley {

// All engines, in the order in which `--engine auto` asks them.
std::span<const Engine* const> engines();
const Engine* find_engine(std::string_view name);   // null if there is none
Options all_options();                              // every engine's rows

// Runs 'engine' on 'task' and gives one outcome a property. Limits, signals and lack of memory end in Unknown
// for what was not answered until then; nothing is thrown.
std::vector<Outcome> run(const Engine& engine, const Task& task, const Options& options, const Limits& limits, Progress& progress,
                         Statistics& statistics, unsigned threads, std::uint64_t seed);

}  // namespace parley
