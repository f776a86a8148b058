#pragma once

#include <cstdint>
#include <vector>

#include "engine/synchro/prove/proposer.h"

namespace parley::synchro {

// The reasons of clauses: earlier clauses, in the order in which unit propagation uses them.
struct Trimmed {
  std::vector<bool> is_needed;                       // by clause
  std::vector<std::vector<std::uint32_t>> because;   // by clause; only for derived clauses that are needed
  std::vector<std::uint32_t> conflict;               // the reasons of the empty clause
};

// Goes backwards from the contradiction at the end of the log through the derived clauses. Each one that is
// needed is checked by unit propagation, and its reasons are recorded: the backward check of DRUP proofs. The
// literals of the clauses are numbered up to 'variables'. Throws Stopped, and std::logic_error if the log
// does not end in a contradiction.
Trimmed trim(const ClauseLog& log, std::size_t variables, const Limits& limits);

}   // namespace parley::synchro
