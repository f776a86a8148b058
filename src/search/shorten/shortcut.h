#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/limits.h"
#include "search/shorten/path.h"

namespace parley {

// Looks for ways across a path: from some of its states a breadth-first search of few states, for a later
// state of the path that it reaches in fewer steps, or for another state that would do as the end. The path
// stays a run to such an end: what is spliced in consists of steps of the network, and states are compared by
// a hash of 64 bits, so whoever calls replays the result. Answers whether the path is shorter; 'work' is what
// it may cost (components looked at), and is reduced by what it did cost. Throws Stopped.
bool take_shortcuts(const Network& network, Path& path, const std::function<bool(std::span<const LocalState>)>& is_end,
                    std::uint64_t& work, const Limits& limits);

}   // namespace parley
