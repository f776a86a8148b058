#pragma once

#include <span>

#include "base/options.h"
#include "engine/searching/staged_search.h"
#include "engine/turn.h"

namespace parley::explicit_engine {

std::span<const OptionRow> options();

// The options with the bounds of one turn; smaller values that were set stay.
Options bounded(Options options, const SearchTurn& most);

StagedSearchSettings settings(const Run& run);

}   // namespace parley::explicit_engine
