#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "evidence/invariant_proof.h"
#include "invariant/local_reach.h"
#include "solve/lp.h"

namespace parley {

// Searches for sums that show that a global state is unreachable: the dual of the flow equation.
//
// In a run every component walks through its automaton, and the participants of a rule perform it equally
// often. So the numbers of performed edges are flows from the initial states to the current ones, and these
// flows agree on every rule. If no such flows exist, there are weights of local states whose sum no rule
// increases, and whose sum is larger in the given state than at the start. A linear program finds weights, as
// few as it can, and exact arithmetic checks them.
//
// Edges::kOnTheWay: a component uses only edges on a path from its initial state to where it is. This refutes
// more, since a flow cannot use cycles that the component never visits. The sum then holds only until some
// component has left the states from which it could still come there: see RegionSum.
class Flow {
 public:
  Flow(const Network& network, const LocalReach& reach, const Limits& limits);

  enum class Edges : std::uint8_t { kAll, kOnTheWay };
  std::optional<RegionSum> excluding(std::span<const LocalState> state, Edges edges);

 private:
  struct LocalEdge {
    LocalState from;
    LocalState to;
    LocalLabel label;
    std::uint32_t row = 0;   // relative to the component's first row
  };
  const std::vector<bool>& region(ComponentId component, LocalState at);
  bool is_allowed(ComponentId component, const LocalEdge& edge) const;
  void restrict_to(std::span<const LocalState> state, Edges edges);
  RegionSum read() const;

  const Network& network_;
  const LocalReach& reach_;
  const Limits& limits_;
  Pulse pulse_;
  LinearProgram program_;
  std::vector<std::vector<LocalEdge>> edges_;   // by kind of component
  std::vector<std::uint32_t> first_up_;         // by component: columns of positive parts, one per local state
  std::vector<std::uint32_t> first_down_;       // of negative parts
  std::vector<std::uint32_t> first_row_;        // by component: rows of edges
  std::vector<std::uint32_t> rule_rows_;        // by rule, or kNone
  static constexpr std::uint32_t kNone = 0xffff'ffff;
  std::vector<std::vector<std::vector<bool>>> regions_;   // by kind, by state: the states that can reach it; on demand
  std::vector<const std::vector<bool>*> allowed_;         // by component: the region in use; null if there is no restriction
  std::vector<LocalState> rewarded_;                      // the state that the objective is about
};

// Whether the sum holds at the start and no rule can increase it while no component has left its region.
// Exact.
bool is_invariant(const Network& network, const LocalReach& reach, const RegionSum& sum);

}   // namespace parley
