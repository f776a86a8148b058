#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "invariant/differences.h"
#include "invariant/pairs.h"
#include "invariant/suffixes.h"
#include "invariant/wiring_tables.h"

// The predicates of (Antonino, Gibson-Robinson and Roscoe) for one global state at a time, without a solver.
// A state that does not pass is unreachable. What a check needs to know about components is computed at the
// first state that needs it. A state in which some component is where it cannot come even alone never passes.
//
// There is no such check for component classes: that is an integer programming problem, which smt_form()
// solves.

namespace parley {

class PairCheck {
 public:
  PairCheck(const Network& network, const Limits& limits);
  bool passes(std::span<const LocalState> state) { return !contradiction(state); }
  // Two components that cannot be in their states together. The same component twice if it shares no rule and
  // cannot reach its state at all.
  std::optional<Pairs::Pair> contradiction(std::span<const LocalState> state);

 private:
  Pairs pairs_;
  struct Unpaired {
    ComponentId component;
    std::vector<bool> reached;
  };
  std::vector<Unpaired> unpaired_;   // components that share no rule and do not reach all their states
};

class OrderCheck {
 public:
  OrderCheck(const Network& network, Grouping grouping, const Limits& limits);
  bool passes(std::span<const LocalState> state) { return contradiction(state).empty(); }
  // Components that cannot agree on the order of their last events, ascending; empty if all agree.
  std::vector<ComponentId> contradiction(std::span<const LocalState> state);

 private:
  const Network& network_;
  WiringTables<SuffixTable> suffixes_;
  std::vector<std::uint32_t> first_node_;   // counter -> the node of its most recent occurrence; kNoNode if it has none
};

// Relations and differences. A check is linear in the number of events of the components.
class CountCheck {
 public:
  enum class Kind : std::uint8_t { kRelation, kDifference };
  CountCheck(const Network& network, Kind kind, Grouping grouping, const Limits& limits)
      : network_(network), kind_(kind), differences_(network, grouping, limits) {}
  bool passes(std::span<const LocalState> state);

 private:
  bool relations_agree(std::span<const LocalState> state);
  bool differences_agree(std::span<const LocalState> state);

  const Network& network_;
  Kind kind_;
  WiringTables<DifferenceTable> differences_;
};

}   // namespace parley
