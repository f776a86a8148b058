#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace parley::cross {

// Random numbers that are the same on every machine. The distributions of the standard library are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed ^ 0x9E3779B97F4A7C15ull)) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ull;
    return mix(state_);
  }
  int below(std::size_t bound) { return static_cast<int>(next() % bound); }   // bound > 0
  int between(int least, int most) { return least + below(static_cast<std::size_t>(most - least + 1)); }
  bool chance(int percent) { return below(100) < percent; }

  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(below(from.size()))];
  }
  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[static_cast<std::size_t>(below(i))]);
  }
  // A random permutation of 0 .. size-1.
  std::vector<int> permutation(std::size_t size) {
    std::vector<int> to(size);
    for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<int>(i);
    shuffle(to);
    return to;
  }

 private:
  std::uint64_t state_;
};

}   // namespace parley::cross
