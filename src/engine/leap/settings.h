#pragma once

#include <span>

#include "engine/leap/local_parts.h"
#include "engine/searching/staged_search.h"
#include "engine/turn.h"

namespace parley::leap {

std::span<const OptionRow> options();

// Upper bounds for one turn. A smaller value that was set by name stays.
Options bounded(Options options, const SearchTurn& most);

enum class Mode : std::uint8_t { kLeaps, kSteps };

struct Settings {
  Mode mode = Mode::kLeaps;
  bool assume_stable = false;
  bool count_full = true;
  LocalParts::Settings parts;
  StagedSearchSettings search;   // of the leap graph, or of the states if there are no leaps
};
Settings settings(const Run& run);

}   // namespace parley::leap
