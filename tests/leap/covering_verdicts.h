#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cross/random.h"
#include "oracle/oracle.h"
#include "oracle/spec.h"

namespace parley::leap {

// Questions for covering steps: deadlock, local deadlock, an automaton, and formulas, half of which stay true
// once they are true because each of their parts does.
std::vector<oracle::Question> questions_for_steps(cross::Random& random, const oracle::Spec& spec,
                                                  const oracle::Exploration& exploration);

struct Verdicts {
  std::optional<std::string> problem;   // a wrong answer, or one that is missing; a trace that the judge rejects
  std::uint64_t met = 0;                // formulas that are satisfied somewhere, and shown to be
  std::uint64_t never_met = 0;          // satisfied nowhere, and said to be
  std::uint64_t unknown = 0;            // not known to be stable
};
// What check_steps says about the questions of the spec, held against the full product.
Verdicts check_verdicts(const oracle::Spec& spec, const oracle::Exploration& exploration);

}   // namespace parley::leap
