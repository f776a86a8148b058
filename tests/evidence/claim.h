#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "check/obligation.h"

namespace parley::evidence_ring {

// Evidence as plain data that a mutator can edit and a naive judge can read.
using Locals = std::vector<std::uint32_t>;   // a local state a component, or a column

struct PlainStep {
  LabelId label;
  std::vector<Move> moves;
};
using PlainTrace = std::vector<PlainStep>;

struct PlainSet {
  std::vector<ComponentId> support;
  std::vector<Locals> rows;
  std::vector<LinearInvariant> invariants = {};
  bool self_contained = false;
};

struct PlainCases {
  std::vector<PlainSet> sets;
  std::vector<std::uint32_t> tree;   // as in CaseSplit
};

struct PlainReduced {
  std::vector<Locals> rows;           // over all components
  std::vector<unsigned> supports;     // for each row, bit c for component c
  std::vector<std::uint32_t> ranks;   // for each row, or none at all
};

using PlainEvidence = std::variant<PlainTrace, PlainSet, PlainReduced, PlainCases>;

struct OwnedClaim {
  Property property;
  Verdict verdict = Verdict::kUnknown;
  PlainEvidence evidence;
  bool trace_is_self_contained = false;   // what a trace claims
};

Evidence to_evidence(const Network& network, const OwnedClaim& claim);
OwnedClaim to_claim(const Claim& asked);   // and back

std::vector<PlainSet> sets_of(const OwnedClaim& claim);   // the set, or those of the cases

bool accepts(const ObligationTables& tables, const Network& network, const OwnedClaim& claim, const Evidence& evidence);
ObligationTables right_judge();

}   // namespace parley::evidence_ring
