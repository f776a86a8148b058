#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/limits.h"
#include "search/shorten/path.h"

namespace parley {

// Looks for shortcuts of a path. From some of its states, a breadth-first search of a few hundred states
// looks for a later state of the path that it reaches in fewer steps, or for another state that would do as
// the end. States are compared by 64-bit hashes, so the caller must replay the result. Answers whether the
// path is now shorter. 'work' bounds the cost (in components read), and is reduced by the actual cost. Throws
// Stopped.
bool take_shortcuts(const Network& network, Path& path, const std::function<bool(std::span<const LocalState>)>& is_end,
                    std::uint64_t& work, const Limits& limits);

}   // namespace parley
