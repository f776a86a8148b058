#pragma once

#include <cstdint>
#include <vector>

#include "engine/synchro/prove/proposer.h"

namespace parley::synchro {

// What a clause leans on: clauses before it, in the order in which unit propagation uses them.
struct Trimmed {
  std::vector<bool> is_needed;                       // by clause
  std::vector<std::vector<std::uint32_t>> because;   // by clause; of those derived and needed
  std::vector<std::uint32_t> conflict;               // for the empty clause
};

// Goes back from the contradiction with which the log ends through the derived clauses, checks each that is
// needed by unit propagation, and notes what it needed. The literals of a solver's clauses are numbered up to
// 'variables'. Throws Stopped, and std::logic_error if the log does not end in a contradiction.
Trimmed trim(const ClauseLog& log, std::size_t variables, const Limits& limits);

}   // namespace parley::synchro
