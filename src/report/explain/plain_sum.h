#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "evidence/invariant_proof.h"
#include "net/network.h"

namespace parley {

// A sum in a normal form, which is equal for sums that say the same, and for the opposite of a sum's
// opposite. Each row starts at 0 and the weights have no common divisor.
struct PlainSum {
  struct Row {
    ComponentId component;
    std::vector<std::int64_t> weights;
    std::span<const LocalState> left;
  };
  std::vector<Row> rows;
  std::int64_t bound = 0;

  // A key of the sum or, with sign -1, of its opposite.
  std::string key(std::int64_t sign) const;
};

// Linear in the states of the components of the sum. The result refers to the sum.
PlainSum plain(const Network& network, const RegionSum& sum);

// The states of the automaton that are not among 'left', which is sorted.
std::vector<LocalState> all_but(const Lts& lts, std::span<const LocalState> left);

}   // namespace parley
