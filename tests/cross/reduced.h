#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cross/random_spec.h"
#include "search/stubborn/stubborn.h"

namespace parley::cross {

// Compares stubborn sets with their definitions: naive counterparts of src/search/stubborn/stubborn, on the
// oracle's plain data.

// Which condition of docs/algorithms/stubborn-sets.md the choice violates in this state, for these questions;
// nothing if none. A question for which the state itself is bad is not tested.
std::optional<std::string> choice_fault(const oracle::Spec& spec, const std::vector<oracle::Question>& questions,
                                        const oracle::State& state, const StubbornSets::Choice& choice);

struct Reduced {
  std::size_t states = 0;
  std::vector<bool> found;            // by question: whether a bad state was found
  std::optional<std::string> fault;   // the first choice that violates a condition
};

// Searches the states that the chosen rules alone lead to. A state that never leads to a firm choice
// (search/stubborn/ignoring_proviso) gets one in the end. Then the ranks are tested one by one.
Reduced reduced_search(const oracle::Spec& spec, const std::vector<oracle::Question>& questions,
                       const StubbornSettings& settings);

// The number of states of all searches that were compared.
struct Savings {
  std::uint64_t full = 0;
  std::uint64_t reduced = 0;
};

// Asks the questions of the case that stubborn sets do not decline: all at once, then one of them alone, with
// and without deferring. Compares with the exploration. Returns what is wrong, or nothing.
std::optional<std::string> reduction_fault(Random& random, const RandomCase& drawn, Savings& savings);

// The same for the network of this seed, with questions. Networks with more than 'most' states are drawn
// again.
std::optional<std::string> reduction_fault_at(std::uint64_t seed, std::size_t most, Savings& savings);

}   // namespace parley::cross
