#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cross/random.h"
#include "oracle/oracle.h"
#include "oracle/spec.h"

namespace parley::leap {

// Questions for covering steps: deadlock, local deadlock, an automaton, and formulas. Half of the formulas
// are stable because each of their parts is.
std::vector<oracle::Question> questions_for_steps(cross::Random& random, const oracle::Spec& spec,
                                                  const oracle::Exploration& exploration);

struct Verdicts {
  std::optional<std::string> problem;   // a wrong or missing answer, or a trace that the judge rejects
  std::uint64_t met = 0;                // formulas that some reachable state satisfies, with a trace
  std::uint64_t never_met = 0;          // formulas that no reachable state satisfies, answered so
  std::uint64_t unknown = 0;            // not known to be stable
};
// Compares the answers of check_steps to the questions of the spec with the full product.
Verdicts check_verdicts(const oracle::Spec& spec, const oracle::Exploration& exploration);

}   // namespace parley::leap
