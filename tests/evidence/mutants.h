#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "claim.h"
#include "tiny_network.h"

namespace parley::evidence_ring {

// A way to spoil right evidence. Most mutants are wrong, some are right by luck (another rule allows the step
// as well): the naive judge knows which.
struct Mutation {
  std::string_view name;
  // Nothing where it does not apply.
  std::optional<OwnedClaim> (*mutate)(Dice& dice, const Network& network, const OwnedClaim& right);
};

std::vector<Mutation> mutations();               // all
std::span<const Mutation> reduced_mutations();   // those that spoil reduced sets, or make them of other evidence

std::span<const Mutation> cases_mutations();   // those that spoil case splits, invariants and what is self-contained

}   // namespace parley::evidence_ring
