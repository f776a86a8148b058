#pragma once

#include <vector>

#include "cross/random.h"
#include "oracle/oracle.h"
#include "oracle/spec.h"

namespace parley::cross {

// Whether some explored state satisfies all of these at once.
bool is_met(const oracle::Exploration& exploration, const std::vector<oracle::Atom>& goal);

// A goal that no explored state meets, though mostly every part of it that leaves one atom out is met:
// whoever is to see that it cannot be must look at all of its components at once. Empty if none was found.
std::vector<oracle::Atom> near_miss(Random& random, const oracle::Spec& spec, const oracle::Exploration& exploration);

// Questions of every kind about a network of an adversarial family, in random order. Goals are conjunctions
// over many components: what the family aims at, a far state, or a near miss; said plainly or by way of
// negations, disjunctions and counts. Now and then one is trivial.
std::vector<oracle::Question> hard_questions(Random& random, const oracle::Spec& spec, const oracle::Exploration& exploration,
                                             const std::vector<oracle::Atom>& aim);

}   // namespace parley::cross
