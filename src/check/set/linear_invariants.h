#pragma once

#include "check/set/closed_set.h"
#include "check/support.h"

namespace parley {

// What is wrong with the form of the invariants of a set: components that do not exist or are out of order,
// too many or too few weights, numbers whose sums could overflow. Linear in the invariants.
Objection ill_formed_invariants(const Network& network, const ClosedSet& set);

// Every invariant holds in the initial state, and no rule increases its sum. Costs the invariants, the edges
// of their components, and sorting the rules that name one of them.
Objection invariants_hold(const SetCase& asked);

// Whether some invariant of a set excludes a vector over its support, wherever the other components are.
class RuledOut {
 public:
  RuledOut(const ClosedSet& set, const Support& support);
  bool operator()(std::span<const std::uint64_t> packed_row) const;

 private:
  struct Term {
    std::size_t column = 0;
    const std::vector<std::int64_t>* weights = nullptr;
  };
  struct Sum {
    std::size_t end = 0;     // of its terms
    std::int64_t most = 0;   // the largest sum that the terms may have
  };
  const StateTable& states_;
  std::vector<Term> terms_;
  std::vector<Sum> sums_;
};

}   // namespace parley
