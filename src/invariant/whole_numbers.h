#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace parley {

// Whole numbers in the proportions of some floating-point numbers that are meant to be small fractions;
// nothing if none fit. What comes out is a guess.
std::optional<std::vector<std::int64_t>> whole_numbers(std::span<const double> values);

}   // namespace parley
