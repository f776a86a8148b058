#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "property/predicate.h"

namespace parley {

// In a vector of local states: "this component may be in any state".
inline constexpr LocalState kAnywhere{std::numeric_limits<std::uint32_t>::max()};

enum class Truth : std::uint8_t { kFalse, kOpen, kTrue };

// The truth of a predicate if the states of some components are not known: Kleene's strong three-valued
// logic, with intervals for sums. kFalse and kTrue are definite: they hold wherever the components at
// kAnywhere are. kOpen may be either. It is also the answer if only a relation between two unknown atoms
// would decide (a@0 || !a@0).
//
// One pass over the nodes, children first. There is no recursion, so a formula may be arbitrarily deep.
class TruthOf {
 public:
  explicit TruthOf(const Predicate& predicate) : predicate_(predicate), values_(predicate.nodes().size()) {}
  Truth operator()(std::span<const LocalState> state);   // one entry per component of the network

 private:
  Truth atom(const Atom& atom, std::span<const LocalState> state) const;
  Truth at_most(const Predicate::Node& node, std::span<const LocalState> state) const;
  Truth node(const Predicate::Node& node, std::span<const LocalState> state) const;

  const Predicate& predicate_;
  std::vector<Truth> values_;
};

}   // namespace parley
