#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/leap/local_parts.h"
#include "oracle/spec.h"

namespace parley::cover {

// What the networks of a campaign were like. It shows if most of them were trivial.
struct Tally {
  std::uint64_t networks = 0;
  std::uint64_t states = 0;        // of the products
  std::uint64_t nodes = 0;         // of the leap graphs
  std::uint64_t plain_nodes = 0;   // nodes by the definition, with nothing merged
  std::uint64_t covered = 0;       // states in the boxes of the nodes, with repetition
  std::uint64_t error_states = 0;
  std::uint64_t error_nodes = 0;
  std::uint64_t deadlocks = 0;   // states
  std::uint64_t local_deadlocks = 0;
  std::uint64_t deadlock_nodes = 0;   // with a deadlock inside
  std::uint64_t local_deadlock_nodes = 0;
  std::uint64_t formula_nodes = 0;      // with a state inside in which a formula is true
  std::uint64_t formula_in_error = 0;   // with such a state only after a step into an error
  std::uint64_t lifted = 0;             // runs of single steps, replayed and judged
  std::uint64_t longest = 0;            // the longest of these runs
  std::uint64_t with_deadlock = 0;      // from here on: number of networks
  std::uint64_t with_local_deadlock = 0;
  std::uint64_t with_error = 0;         // that can be entered
  std::uint64_t with_error_alone = 0;   // by a local rule
  std::uint64_t with_observer = 0;
  std::uint64_t with_terminated = 0;   // that can terminate
  std::uint64_t multi_way = 0;         // a rule of three or more
  std::uint64_t nondeterministic = 0;
  std::uint64_t with_both_uses = 0;   // a label that local and shared rules use
  std::uint64_t with_alike = 0;       // states that lead to one another by local rules
  std::uint64_t with_choice = 0;      // a node in which a component has several rests
  std::uint64_t unsettled = 0;
  std::uint64_t with_stepper = 0;     // a component whose local rules count as shared
  std::uint64_t reducing = 0;         // fewer nodes than states
  std::uint64_t exact_formulas = 0;   // formulas
  std::uint64_t relaxed_formulas = 0;

  void add(const Tally& other);
  std::string to_text() const;
};

// A failed statement, by its text, and where it fails.
struct Gap {
  std::string statement;
  std::string where;
};

// Compares everything that src/engine/leap says about a network with the full product of the plain data: the
// coverage theorem, what is found inside nodes, lifted runs, and the networks and formulas over nodes. It
// asks the questions of the spec. Nothing if all statements hold.
//
// 'told' is the network that the library is given. It is the same one, unless a test asks whether a
// difference would be noticed.
std::optional<Gap> examine(const oracle::Spec& spec, const leap::LocalParts::Settings& settings, Tally& tally);
std::optional<Gap> examine(const oracle::Spec& spec, const oracle::Spec& told, const leap::LocalParts::Settings& settings,
                           Tally& tally);

// Compares the product of the plain data with that of tests/oracle, which is slower and even simpler.
std::optional<Gap> examine_product(const oracle::Spec& spec);

}   // namespace parley::cover
