#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "engine/synchro/prove/ledger.h"
#include "invariant/constant_sums.h"

namespace parley::synchro {

inline constexpr std::uint32_t kAnyValue = 0xffff'ffff;

// Searches for a cutting plane: a combination of linear constraints, with factors, that no state meets in
// which variables have the given values (a value or kAnyValue for each variable). "At most one of a hundred
// thousand" against "two of them" becomes two lines that way, instead of a pigeonhole problem for SAT. With
// the helper variables of a formula given, so does each of its cases.
//
// It solves a linear program over all constraints so far and the constant sums, in which variables that occur
// in the same rows count as one. Returns the number of the combination. Throws Stopped.
std::optional<std::uint32_t> find_cutting_plane(const Network& network, Question& question, Ledger& ledger,
                                                std::span<const ConstantSum> sums, std::span<const std::uint32_t> given,
                                                const Limits& limits);

}   // namespace parley::synchro
