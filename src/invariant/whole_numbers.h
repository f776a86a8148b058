#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace parley {

// Whole numbers in the proportions of floating-point numbers that should be small fractions; nothing if there
// are none. The result is a guess, which the caller must check.
std::optional<std::vector<std::int64_t>> whole_numbers(std::span<const double> values);

}   // namespace parley
