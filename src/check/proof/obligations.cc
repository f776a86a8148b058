#include <array>

#include "check/proof/facts.h"
#include "check/proof/steps.h"

namespace parley {

namespace {

Objection ends_in_contradiction(const Claim& asked) {
  const InvariantProof& proof = *std::get<InvariantProofRef>(asked.evidence);
  if (proof.steps.empty()) return "there are no steps";
  const auto* last = std::get_if<InvariantProof::Nogood>(&proof.steps.back());
  if (last != nullptr && last->literals.empty()) return std::nullopt;
  return "the last step is no contradiction: a nogood without literals";
}

constexpr std::array<Obligation, 4> kInvariantObligations{{
    {"fits-verdict", fits_verdict},
    {"facts-hold", proof::facts_hold},
    {"ends-in-contradiction", ends_in_contradiction},   // costs nothing, so it is checked before the steps
    {"steps-follow", proof::steps_follow},
}};

}   // namespace

std::span<const Obligation> invariant_obligations() { return kInvariantObligations; }

}   // namespace parley
