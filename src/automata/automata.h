#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/limits.h"
#include "base/progress.h"
#include "net/network.h"

// Operations on single automata. A label of an Lts is visible or silent ('silent' has one entry per label); a
// silent move cannot be observed from outside. All equivalences here distinguish terminal states, error
// states and all other states from each other. All functions throw Stopped at a limit.
namespace parley::automata {

using Silent = std::vector<bool>;   // one entry per label

// A partition of the states of an Lts into classes 0, 1, ..., numbered in the order of their first states.
struct Partition {
  std::vector<std::uint32_t> class_of;
  std::size_t classes = 0;
};

// For each state, the states that silent moves reach from it, itself included, ascending (CSR). Time: the sum
// over all states of the silent edges among the states that each reaches.
struct Closure {
  std::vector<std::uint64_t> begins;
  std::vector<LocalState> states;
};
Closure tau_closure(const Lts& lts, const Silent& silent, const Limits& limits);

// The coarsest strong bisimulation; all labels count as visible. O(m log n) for m edges and n states.
Partition strong_bisimulation(const Lts& lts, const Limits& limits);

// The coarsest divergence-preserving branching bisimulation. Silent moves inside a class are ignored, but a
// state that can move silently for ever inside its class is distinguished from one that cannot. O(m log n).
Partition branching_bisimulation(const Lts& lts, const Silent& silent, const Limits& limits);

// One state per class, with the name of its first state; the names and aliases of the others become aliases.
// Silent moves inside a class are removed ('silent' says which labels these are), except for one silent loop
// on a class that can diverge. Unreachable classes stay.
Lts quotient(const Lts& lts, const Partition& partition, const Silent& silent, const Limits& limits);

// The part that is reachable from the initial state. States keep their order; all labels stay.
Lts reachable_part(const Lts& lts);

// The deterministic automaton with the same traces. Silent moves are removed; silent labels stay, without
// edges. A state is named after its set, {A,B}. All sets with an error state become one error state. A set
// without visible moves is terminal if some member is terminal and each other member has a silent move: A
// -tau-> END ends. Exponential in the worst case.
Lts determinise(const Lts& lts, const Silent& silent, const Limits& limits);

// The smallest deterministic automaton with the traces of a deterministic one, without unreachable states.
// O(m log n).
Lts minimise(const Lts& deterministic, const Limits& limits);

// Whether every trace of 'left' is a trace of 'right'. If not, a shortest trace that is not, as label names.
// Labels are matched by name; silent ones are not part of a trace. A trace that leads 'left' to an error
// state is included only if 'right' can be in an error state after it. Exponential in 'right' in the worst
// case.
std::optional<std::vector<std::string>> trace_not_included(const Lts& left, const Silent& left_silent, const Lts& right,
                                                           const Silent& right_silent, const Limits& limits);

// The reachable part of a network as one Lts, its states numbered breadth first. Its labels are all labels of
// the network, in the order of their ids, even if they are never performed. States are called by their
// numbers, or by their local states joined with ','; names are quoted only if two global states would get the
// same name (names.h). Terminated states are terminal if they have no moves; states with a component in an
// error state are error states.
enum class StateNames : std::uint8_t { kNumbers, kLocalStates };
Lts product(const Network& network, StateNames names, const Limits& limits, Progress& progress);

}   // namespace parley::automata
