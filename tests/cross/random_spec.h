#pragma once

#include "cross/family.h"
#include "cross/random.h"
#include "oracle/oracle.h"
#include "oracle/spec.h"

namespace parley::cross {

// A network of any family, without questions. One of a plain family has 2 to 8 components of 2 to 8 states,
// and rules of 1 to 5 participants. Features that are easily forgotten occur sometimes: tau, terminal and
// error states, several edges with one label, observers, components that no rule names, labels that no rule
// uses, equal rules, rules with equal participants, shared templates, initial states other than the first.
// adversarial_spec.h has the adversarial families.
oracle::Spec random_network(Random& random, Family family);

struct RandomCase {
  Family family = Family::kDense;
  oracle::Spec spec;   // with questions of every kind
  oracle::Exploration exploration;
};

// The case of this seed, of a plain family or of the given one. Networks with more than 20,000 states are
// drawn again, and so are most of those with very few. If 'most_states' is not 0, networks with more states
// than that are drawn again too.
RandomCase random_case(std::uint64_t seed, std::optional<Family> family = std::nullopt, std::size_t most_states = 0);

}   // namespace parley::cross
