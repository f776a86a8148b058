#pragma once

#include <vector>

#include "cross/random.h"
#include "oracle/oracle.h"
#include "oracle/spec.h"

namespace parley::cross {

// Whether some explored state satisfies all these atoms.
bool is_met(const oracle::Exploration& exploration, const std::vector<oracle::Atom>& goal);

// A goal that no explored state satisfies, although mostly every subset with one atom less is satisfied. So
// an engine must examine all of its components together. Empty if none was found.
std::vector<oracle::Atom> near_miss(Random& random, const oracle::Spec& spec, const oracle::Exploration& exploration);

// Questions of every kind about a network of an adversarial family, in random order. Goals are conjunctions
// over many components: the aim of the family, a far state, or a near miss; written plainly or with
// negations, disjunctions and counts. Sometimes one is trivial.
std::vector<oracle::Question> hard_questions(Random& random, const oracle::Spec& spec, const oracle::Exploration& exploration,
                                             const std::vector<oracle::Atom>& aim);

}   // namespace parley::cross
