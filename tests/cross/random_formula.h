#pragma once

#include "cross/random.h"
#include "oracle/oracle.h"
#include "oracle/spec.h"

namespace parley::cross {

// Questions of every kind about an explored network, in random order. A formula aims at a reachable state, at
// one that differs from a reachable state in few components, or at a random state. So the answers go both
// ways and are not all near the initial state.
std::vector<oracle::Question> random_questions(Random& random, const oracle::Spec& spec, const oracle::Exploration& exploration);

// Some components, mostly with error states, for a question about property automata.
std::vector<int> random_automata(Random& random, const oracle::Spec& spec);

}   // namespace parley::cross
