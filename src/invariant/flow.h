#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "evidence/invariant_proof.h"
#include "invariant/local_reach.h"
#include "solve/lp.h"

namespace parley {

// Looks for sums that show a global state unreachable: the dual of the flow equation of paper 004's setting.
//
// In a run every component makes a walk through its automaton, and the participants of a rule perform it
// equally often. So the numbers of performed edges are flows from the initial states to the current ones that
// agree on every rule. Where no such flows exist there are weights of local states whose sum no rule
// increases, and which is larger in the state than at the start. A linear program finds them, as few as it
// can, and whole numbers check them.
//
// 'restricted': a component uses only edges on a way from its initial state to where it is. That refutes
// more: flows cannot go in circles which the component never saw. The sum then holds only until somebody has
// left the states from which it could still come there: RegionSum.
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
  std::vector<std::uint32_t> first_up_;         // by component: columns of positive parts, one a local state
  std::vector<std::uint32_t> first_down_;       // of negative parts
  std::vector<std::uint32_t> first_row_;        // by component: rows of edges
  std::vector<std::uint32_t> rule_rows_;        // by rule, or kNone
  static constexpr std::uint32_t kNone = 0xffff'ffff;
  std::vector<std::vector<std::vector<bool>>> regions_;   // by kind, by state: from where it can be reached; computed on demand
  std::vector<const std::vector<bool>*> allowed_;         // by component: the region in force, null for everything
  std::vector<LocalState> rewarded_;                      // the state that the objective speaks of
};

// Whether the sum holds at the start and no rule can make it larger while nobody has left: exact.
bool is_invariant(const Network& network, const LocalReach& reach, const RegionSum& sum);

}   // namespace parley
