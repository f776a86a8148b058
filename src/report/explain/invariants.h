#pragma once

#include "base/limits.h"
#include "evidence/invariant_proof.h"
#include "report/model.h"

namespace parley {

// What the facts of a proof say, one sentence per form of fact: "exactly one of these 4 components is in
// HOLDING or CRITICAL: node.0 ... node.3".
//
// A sum and its opposite become one sentence. Of facts that differ only in the numbers of names, one is told,
// with the number of others like it. Sums come first, then traps, congruences, orders, rankings and pairs. At
// most kListedFacts sentences, then one that says how many are left out. Linear in the facts, except for
// pairs: of each form, one product is explored if it is small. Throws Stopped.
inline constexpr std::size_t kListedFacts = 200;
Explanation explain_invariants(const Network& network, const InvariantProof& proof, const Limits& limits);

}   // namespace parley
