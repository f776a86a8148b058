#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cross/random_spec.h"
#include "search/stubborn/stubborn.h"

namespace parley::cross {

// Stubborn sets against their definitions: the naive twins of src/search/stubborn/stubborn, on the oracle's
// plain data.

// Which condition of docs/algorithms/stubborn-sets.md the choice violates in this state, for these questions;
// nothing if none. A question to which the state itself is a bad one is not asked.
std::optional<std::string> choice_fault(const oracle::Spec& spec, const std::vector<oracle::Question>& questions,
                                        const oracle::State& state, const StubbornSets::Choice& choice);

struct Reduced {
  std::size_t states = 0;
  std::vector<bool> found;            // by question: a bad state was found
  std::optional<std::string> fault;   // the first choice that violates a condition
};

// Everything that is reached by expanding the chosen rules alone. What never leads to a firm choice
// (search/stubborn/ignoring_proviso) gets one in the end; then the ranks are looked at one by one.
Reduced reduced_search(const oracle::Spec& spec, const std::vector<oracle::Question>& questions,
                       const StubbornSettings& settings);

// The states of all searches that were compared.
struct Savings {
  std::uint64_t full = 0;
  std::uint64_t reduced = 0;
};

// Asks the questions of the case that stubborn sets do not decline: all at once, then one of them alone, with
// and without deferring. Compares with the exploration. What is wrong, or nothing.
std::optional<std::string> reduction_fault(Random& random, const RandomCase& drawn, Savings& savings);

// Does so for the network of this seed, with questions; larger ones than 'most' states are drawn again.
std::optional<std::string> reduction_fault_at(std::uint64_t seed, std::size_t most, Savings& savings);

}   // namespace parley::cross
