#pragma once

#include <span>

#include "base/limits.h"
#include "net/network.h"
#include "report/model.h"

namespace parley {

// Deadlocks in words: which component waits for which (report/explain/waits.h), as a circle if there is one,
// then the other components that wait, have stopped or have ended. Long circles are cut in the middle, long
// lists at their end. 'movers' are the components that moved last: if there are several circles, theirs is
// preferred.
Explanation explain_deadlock(const Network& network, std::span<const LocalState> state, std::span<const ComponentId> movers,
                             const Limits& limits);
Explanation explain_local_deadlock(const Network& network, std::span<const LocalState> state, std::span<const ComponentId> movers,
                                   const Limits& limits);

}   // namespace parley
