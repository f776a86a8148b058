#include "invariant/whole_numbers.h"

#include <algorithm>

namespace parley {

std::optional<std::vector<std::int64_t>> whole_numbers(std::span<const double> values) {
  constexpr double kNothing = 1e-9;   // relative to the largest; smaller values are rounding errors
  constexpr double kClose = 1e-5;
  constexpr int kMultiples = 240;   // most small denominators divide one of these
  constexpr double kLargest = 1e12;
  double largest = 0;
  for (double value : values) largest = std::max(largest, std::abs(value));
  if (largest == 0) return std::nullopt;
  double smallest = largest;
  for (double value : values)
    if (std::abs(value) > largest * kNothing) smallest = std::min(smallest, std::abs(value));
  for (int multiple = 1; multiple <= kMultiples; ++multiple) {
    const double scale = multiple / smallest;
    if (largest * scale > kLargest) return std::nullopt;
    const bool fits = std::all_of(values.begin(), values.end(), [&](double value) {
      const double scaled = value * scale;
      return std::abs(scaled - std::round(scaled)) <= kClose * std::max(1.0, std::abs(scaled) * 1e-3);
    });
    if (!fits) continue;
    std::vector<std::int64_t> whole;
    whole.reserve(values.size());
    for (double value : values) whole.push_back(static_cast<std::int64_t>(std::round(value * scale)));
    return whole;
  }
  return std::nullopt;
}

}   // namespace parley
