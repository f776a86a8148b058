#pragma once

#include <span>

#include "engine/leap/local_parts.h"
#include "engine/searching/level_answers.h"
#include "engine/turn.h"

namespace parley::leap {

std::span<const OptionRow> options();

// No more than this in one turn; what was set to less stays.
Options bounded(Options options, const SearchTurn& most);

enum class Mode : std::uint8_t { kLeaps, kSteps };

struct Settings {
  Mode mode = Mode::kLeaps;
  bool assume_stable = false;
  bool stubborn = true;
  bool count_full = true;
  unsigned word_bits = 0;
  LocalParts::Settings parts;
  std::uint64_t full_first = 0;   // nodes searched in full before stubborn sets are tried, in words
  std::uint64_t walks_from = 0;   // states before walks take turns, in words; 0: they never do
  LevelAnswersSettings answers;   // but for what depends on the width of states
};
Settings settings(const Run& run);

// For states of so many words.
LevelAnswersSettings answers_settings(const Settings& settings, std::size_t words_a_state);

}   // namespace parley::leap
