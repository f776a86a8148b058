#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/limits.h"
#include "search/walk/walk_run.h"

namespace parley {

struct DepthFirstPlan {
  std::uint64_t length = 0;               // bound on the work
  std::uint64_t last_step = UINT64_MAX;   // stop after this many steps
  std::optional<std::size_t> goal;        // branches nearer to it come first; without a goal the order is drawn
};

// Depth-first search from the initial state, with steps back if every successor was seen.
//
// The states seen are remembered by 32 bits of their hashes, in a table of fixed size (hash compaction:
// Wolper and Leroy, CAV 1993). If a state has many successors, only some are tried, in an order drawn for
// this search: each search goes elsewhere (swarm verification: Holzmann, Joshi and Groce, IEEE TSE 2011). So
// the search can find a state, but never prove that there is none. REQUIRES: the journey has begun, with
// Keep::kPath. Returns the work. Throws Stopped.
std::uint64_t depth_first(WalkRun& walk_run, const DepthFirstPlan& plan, Rng& rng, const Limits& limits,
                          const std::function<bool()>& wanted);

}   // namespace parley
