#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.h"
#include "evidence/invariant_proof.h"
#include "net/network.h"

namespace parley {

// A sum of weights of local states that no rule changes, so it is the same in every reachable state.
struct ConstantSum {
  std::vector<RegionSum::Row> rows;   // by component, ascending; the smallest weight of each row is 0, and 'left' is empty
  std::int64_t value = 0;
};

// A basis of all constant sums (over the rational numbers), each in whole numbers without a common divisor.
// Sums of few components come first; sums with numbers too large for evidence are left out.
//
// Every edge of a component with the same label must change its weight by the same amount, and the amounts of
// a rule's participants must add up to 0. The first condition is solved per template, the second for the
// network: near linear if rules have two participants. 'most_rows' bounds the rows of all sums together:
// longer sums are left out first. Throws Stopped.
std::vector<ConstantSum> constant_sums(const Network& network, std::size_t most_rows, const Limits& limits);

// The same modulo 2 and modulo 3. A constant sum has a constant remainder as well, so constant sums are among
// them.
std::vector<Congruence> congruences(const Network& network, std::size_t most_rows, const Limits& limits);

// The two halves of a constant sum: at most its value, and at least.
RegionSum at_most(const ConstantSum& sum);
RegionSum at_least(const ConstantSum& sum);

}   // namespace parley
