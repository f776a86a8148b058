#pragma once

#include <span>

#include "base/options.h"
#include "engine/engine.h"
#include "search/level_search.h"

namespace parley::explicit_engine {

std::span<const OptionRow> options();

bool wants_certificate(const Run& run);
bool wants_stubborn_sets(const Run& run);

// How to search; whether depths are kept is up to the caller.
LevelSearchSettings search_settings(const Run& run);

}  // namespace parley::explicit_engine
