#pragma once

#include <optional>
#include <span>

#include "base/options.h"
#include "engine/searching/level_answers.h"
#include "engine/turn.h"

namespace parley::explicit_engine {

std::span<const OptionRow> options();

// The options with the bounds of one turn; smaller values that were set stay.
Options bounded(Options options, const SearchTurn& most);

bool wants_stubborn_sets(const Run& run);
unsigned word_bits(const Run& run);

// The number of states that are searched in full before stubborn sets are tried.
std::uint64_t states_in_full_first(const Run& run, std::size_t words_per_state);
LevelSearchSettings search_settings(const Run& run);
LevelAnswersSettings answers_settings(const Run& run, std::size_t words_per_state);

}   // namespace parley::explicit_engine
