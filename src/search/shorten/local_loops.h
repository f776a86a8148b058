#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.h"
#include "search/shorten/path.h"

namespace parley {

// The steps of the path without loops of single components: where a component comes back to a local state,
// its steps in between go, if each partner in them comes back as well or can go on with its next step all the
// same; if not, the partner's next steps go too, a few of them. What is left is a run to the same end.
//
// This finds what no part of the path shows: a philosopher's meal takes six steps, but between them stand
// thousands of the others. Whether steps can go is decided from the local sequences of their participants
// alone, so that the cost of a trial does not depend on the length of the path. Passes over all components
// until one finds nothing, a few at most. 'work' is reduced by what it costs. Throws Stopped.
std::vector<Path::Step> without_local_loops(const Network& network, const Path& path, std::uint64_t& work, const Limits& limits);

}   // namespace parley
