#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "property/predicate.h"

namespace parley {

// Stands for "this component may be anywhere" in a vector of local states.
inline constexpr LocalState kAnywhere{std::numeric_limits<std::uint32_t>::max()};

enum class Truth : std::uint8_t { kFalse, kOpen, kTrue };

// The truth of a predicate where the states of some components are not known: Kleene's strong three-valued
// logic, and intervals for sums. kFalse and kTrue are definite: they hold wherever the components at
// kAnywhere are. kOpen may be either, and is also the answer where only a relation between two unknown atoms
// would decide (a@0 || !a@0).
//
// One pass over the nodes, children first; no recursion, so that a formula may be as deep as it likes.
class TruthOf {
 public:
  explicit TruthOf(const Predicate& predicate) : predicate_(predicate), values_(predicate.nodes().size()) {}
  Truth operator()(std::span<const LocalState> state);   // one entry a component of the network

 private:
  Truth atom(const Atom& atom, std::span<const LocalState> state) const;
  Truth at_most(const Predicate::Node& node, std::span<const LocalState> state) const;
  Truth node(const Predicate::Node& node, std::span<const LocalState> state) const;

  const Predicate& predicate_;
  std::vector<Truth> values_;
};

}   // namespace parley
