#pragma once

#include <random>
#include <vector>

#include "property/property.h"

namespace parley::evidence_ring {

// Numbers that are the same on every machine, which the distributions of the standard library are not.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : static_cast<std::size_t>(engine_() % bound); }
  std::size_t between(std::size_t least, std::size_t most) { return least + below(most - least + 1); }
  bool chance(std::size_t percent) { return below(100) < percent; }

 private:
  std::mt19937_64 engine_;
};

// One to four processes and sometimes an observer, up to four states each, non-determinism, tau, terminal and
// error states, rules that share labels and participants. Small enough to be understood by enumeration.
Network tiny_network(Dice& dice);

// One property of each kind that makes sense there.
std::vector<Property> tiny_properties(Dice& dice, const Network& network);

}   // namespace parley::evidence_ring
