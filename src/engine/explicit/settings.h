#pragma once

#include <optional>
#include <span>

#include "base/options.h"
#include "engine/engine.h"
#include "search/level_search.h"

namespace parley::explicit_engine {

std::span<const OptionRow> options();

bool wants_certificate(const Run& run);
bool wants_stubborn_sets(const Run& run);
unsigned word_bits(const Run& run);

// How many states are searched in full before stubborn sets are tried.
std::uint64_t states_in_full_first(const Run& run, std::size_t words_a_state);
// How many states are searched breadth first before walks take their first turn; none if they never do.
std::optional<std::uint64_t> states_before_walks(const Run& run, std::size_t words_a_state);
std::uint64_t last_walk_steps(const Run& run);   // once the search cannot go on

// How to search; whether depths are kept is up to the caller.
LevelSearchSettings search_settings(const Run& run);

}  // namespace parley::explicit_engine
