#pragma once

#include "base/limits.h"
#include "evidence/invariant_proof.h"
#include "report/model.h"

namespace parley {

// What the facts of a proof say, one sentence for each kind of fact: "exactly one of these 4 components is in
// HOLDING or CRITICAL: node.0 ... node.3".
//
// A sum and its opposite are told as one. Facts that differ only in numbers of names are told once, with how
// many more there are like it. Sums come first, then traps, congruences, orders, rankings and pairs. At most
// kListedFacts sentences, then one that says how many are left out. Linear in the facts, but for pairs: of
// each kind one is looked into, if the two have few states. Throws Stopped.
inline constexpr std::size_t kListedFacts = 200;
Explanation explain_invariants(const Network& network, const InvariantProof& proof, const Limits& limits);

}   // namespace parley
