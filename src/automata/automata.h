#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/limits.h"
#include "base/progress.h"
#include "net/network.h"

// Operations on single automata. Labels of an Lts are visible or silent ('silent' has one entry a label);
// silent moves are what nobody outside can tell apart or see. Terminal and error states are told apart from
// each other and from all others by every equivalence here. All of them throw Stopped at a limit.
namespace parley::automata {

using Silent = std::vector<bool>;   // of each label

// A partition of the states of an Lts into classes 0, 1, ... numbered by their first states.
struct Partition {
  std::vector<std::uint32_t> class_of;
  std::size_t classes = 0;
};

// The states reached from each state by silent moves, itself included, ascending (CSR). As long as the silent
// edges among what each state reaches.
struct Closure {
  std::vector<std::uint64_t> begins;
  std::vector<LocalState> states;
};
Closure tau_closure(const Lts& lts, const Silent& silent, const Limits& limits);

// The coarsest strong bisimulation; every label counts as visible. O(m log n).
Partition strong_bisimulation(const Lts& lts, const Limits& limits);

// The coarsest divergence-preserving branching bisimulation: silent moves inside a class are not seen, but a
// state that can go on silently for ever without leaving its class is told apart from one that cannot. O(m
// log n).
Partition branching_bisimulation(const Lts& lts, const Silent& silent, const Limits& limits);

// One state a class, called as its first state; the names and aliases of the others become aliases. Silent
// moves inside a class go, but for one silent loop on a class that can diverge ('silent' says which labels
// may go). Unreachable classes stay.
Lts quotient(const Lts& lts, const Partition& partition, const Silent& silent, const Limits& limits);

// The part that can be reached from the initial state, states in their old order, all labels.
Lts reachable_part(const Lts& lts);

// The deterministic automaton with the same traces (silent moves removed, silent labels without edges), its
// states named after the sets, {A,B}. Sets with an error state are one state, an error. A set from which
// nothing visible goes on is terminal if one of its states is and none of them is stuck: A -tau-> END ends.
// It can be exponential.
Lts determinise(const Lts& lts, const Silent& silent, const Limits& limits);

// The smallest deterministic automaton with the traces of a deterministic one, unreachable states left out.
// O(m log n).
Lts minimise(const Lts& deterministic, const Limits& limits);

// Whether every trace of 'left' is one of 'right' (labels matched by name; silent ones not part of a trace);
// otherwise a shortest trace that is not, as label names. A trace that leads 'left' to an error state only
// counts if 'right' can be in an error state after it.
std::optional<std::vector<std::string>> trace_not_included(const Lts& left, const Silent& left_silent, const Lts& right,
                                                           const Silent& right_silent, const Limits& limits);

// The reachable part of a network as one Lts, numbered breadth first, its labels the network's in the order
// of the network's label ids, whether they are ever performed or not. States are called by their numbers, or
// by their local states joined with ',', quoted only where two global states would be called alike (names.h).
// Terminated states are terminal where nothing goes on, states with a component in an error state are the
// error states.
enum class StateNames : std::uint8_t { kNumbers, kLocalStates };
Lts product(const Network& network, StateNames names, const Limits& limits, Progress& progress);

}   // namespace parley::automata
