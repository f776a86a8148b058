#pragma once

#include <cassert>
#include <cstdint>

#include "base/hash.h"

namespace parley {

// A random generator that gives the same numbers on every machine for the same seed; the distributions of the
// standard library do not. SplitMix (Steele, Lea and Flood, OOPSLA 2014): a counter and a mixing function, so
// that two seeds give two sequences.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : counter_(mix(seed + kStride)) {}

  std::uint64_t next() { return mix(counter_ += kStride); }

  // Less than 'bound', which must not be 0. The bias is below bound / 2^32.
  std::uint32_t below(std::uint32_t bound) {
    assert(bound != 0);
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

  // True with probability chances / 1024.
  bool happens(std::uint32_t chances) { return (next() >> 54) < chances; }

 private:
  static constexpr std::uint64_t kStride = 0x9E3779B97F4A7C15ull;
  std::uint64_t counter_;
};

}   // namespace parley
