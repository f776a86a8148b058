#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "engine/synchro/prove/ledger.h"
#include "invariant/constant_sums.h"

namespace parley::synchro {

inline constexpr std::uint32_t kAnyValue = 0xffff'ffff;

// Looks for a sum of linear constraints, each some times, that cannot be met where variables have the values
// given (a value or kAnyValue for each): a cutting plane. "At most one of a hundred thousand" against "two of
// them" is two lines that way, instead of a pigeonhole; and with the helper variables of a formula given, so
// is each of its cases. A linear program over all constraints so far and the constant sums, in which
// variables that stand in the same rows count as one. The number of the combination. Throws Stopped.
std::optional<std::uint32_t> find_cutting_plane(const Network& network, Question& question, Ledger& ledger,
                                                std::span<const ConstantSum> sums, std::span<const std::uint32_t> given,
                                                const Limits& limits);

}   // namespace parley::synchro
