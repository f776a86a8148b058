#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/limits.h"
#include "search/walk/walk_run.h"

namespace parley {

struct DepthFirstPlan {
  std::uint64_t length = 0;               // most work
  std::uint64_t last_step = UINT64_MAX;   // stop when so many steps were fired
  std::optional<std::size_t> goal;        // guides the order; without one the order is drawn
};

// A search that goes on from the state it found last, and takes steps back where every successor was seen.
//
// What was seen is remembered by 32 bits of each state's hash in a table whose size does not grow (hash
// compaction: Wolper and Leroy, CAV 1993), and of a state with many successors only some are tried, in an
// order drawn for this search alone: each search goes elsewhere (swarm verification: Holzmann, Joshi and
// Groce, IEEE TSE 2011). So it proves nothing; it finds. The journey must have begun and keep its path.
// Answers the work done. Throws Stopped.
std::uint64_t depth_first(Journey& journey, const DepthFirstPlan& plan, Dice& dice, const Limits& limits,
                          const std::function<bool()>& wanted);

}   // namespace parley
