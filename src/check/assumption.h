#pragma once

#include "check/obligation.h"
#include "property/assumption.h"

namespace parley {

// The rule about assumptions (docs/adr/0016-assumptions.md), shared by parley and parley-check.
//
// A network may represent its model only under an assumption, which is a safety property of the network.
// - A trace is evidence by itself. A trace that ends in an error state is rejected, unless its property asks
//   for error states: it only shows that the assumption is violated.
// - Any other evidence is conditional: it counts once evidence for the assumption was accepted. A property
//   that implies the assumption needs no other evidence.
//
// The three parts are function pointers, so that the tests can plant a wrong rule for each part.
struct AssumptionRule {
  Objection (*outside)(const Claim&);   // why the evidence is rejected
  bool (*is_conditional)(const Assumption&, const Property&, const Evidence&);
  bool (*shows)(const Assumption&, const Property&, Verdict);   // whether accepted evidence shows the assumption
};
const AssumptionRule& assumption_rule();

// Whether the evidence counts only after the assumption was shown.
bool is_conditional(const Assumption& assumption, const Property& property, const Evidence& evidence);

}   // namespace parley
