#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.h"
#include "search/shorten/path.h"

namespace parley {

// The steps of the path without loops of single components. If a component returns to a local state, its
// steps in between are removed, provided that each partner in them returns as well, or can take its next step
// all the same. If a partner cannot, some of its next steps are removed too. What is left is a run to the
// same end.
//
// This finds what no contiguous part of the path shows: a philosopher's meal takes six steps, but thousands
// of steps of others lie between them. Whether steps can be removed is decided from the local sequences of
// their participants, so the cost of a trial does not depend on the length of the path. Makes at most eight
// passes over all components, and stops after one that removes nothing. Reduces 'work' by its cost. Throws
// Stopped.
std::vector<Path::Step> without_local_loops(const Network& network, const Path& path, std::uint64_t& work, const Limits& limits);

}   // namespace parley
