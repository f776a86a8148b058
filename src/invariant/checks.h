#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "invariant/differences.h"
#include "invariant/pairs.h"
#include "invariant/suffixes.h"
#include "invariant/wiring_tables.h"

// The predicates of paper 004 for one global state at a time, without a solver. A state that does not pass is
// not reachable. Whatever a check needs to know about components is computed when a state first asks for it.
// A state in which a component is where it cannot come to even alone never passes.
//
// For component classes there is no such check: that is a question of integer programming, for smt_form().

namespace parley {

class PairCheck {
 public:
  PairCheck(const Network& network, const Limits& limits);
  bool passes(std::span<const LocalState> state) { return !contradiction(state); }
  // Two components that cannot be where they are together; the same one twice if it cannot be there at all,
  // and shares no rule.
  std::optional<Pairs::Pair> contradiction(std::span<const LocalState> state);

 private:
  Pairs pairs_;
  struct Loner {
    ComponentId component;
    std::vector<bool> reached;
  };
  std::vector<Loner> loners_;   // who shares no rule, and does not reach all its states
};

class OrderCheck {
 public:
  OrderCheck(const Network& network, Grouping grouping, const Limits& limits);
  bool passes(std::span<const LocalState> state) { return contradiction(state).empty(); }
  // Components that cannot agree on the order of what they did last, ascending; none if all can.
  std::vector<ComponentId> contradiction(std::span<const LocalState> state);

 private:
  const Network& network_;
  WiringTables<SuffixTable> suffixes_;
  std::vector<std::uint32_t> first_node_;   // counter -> its most recent occurrence among the nodes; kNoNode where there is none
};

// Relations and differences. Linear in the number of events of the components.
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
