#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "claim.h"
#include "tiny_network.h"

namespace parley::evidence_ring {

struct ProofClaim {
  Property property;
  Verdict verdict = Verdict::kHolds;
  InvariantProof proof;
};

// A fact of a kind (its index in Fact), true or not; often not far from the truth. Instead of a ranking, of
// which scheduled_network.h knows more, an order.
Fact any_fact(Dice& dice, const Network& network, std::size_t kind);

// A proof from these facts and some sums of constraints, by going through the cases that are left, if there
// is one.
std::optional<InvariantProof> prove(Dice& dice, const Network& network, const Property& property, std::vector<Fact> facts);

// A way to spoil a proof; see Mutation.
struct ProofMutation {
  std::string_view name;
  std::optional<ProofClaim> (*mutate)(Dice& dice, const Network& network, const ProofClaim& right);
};
std::span<const ProofMutation> proof_mutations();

}   // namespace parley::evidence_ring
