#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "engine/synchro/ledger.h"
#include "invariant/constant_sums.h"

namespace parley::synchro {

// Whether one sum of the question's constraints and constant sums, each some times, is a contradiction by itself: then no state has to be proposed at all, and
// "at most one of a hundred thousand" against "two of them" is two lines instead of a pigeonhole. A linear program over the constraints, in which variables that stand in
// the same rows count as one. The number of the combination, which no assignment meets. Throws Stopped.
std::optional<std::uint32_t> contradictory_sum(const Network& network, Question& question, Ledger& ledger, std::span<const ConstantSum> sums, const Limits& limits);

}  // namespace parley::synchro
