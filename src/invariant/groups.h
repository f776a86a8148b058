#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "base/limits.h"
#include "evidence/invariant_proof.h"
#include "net/network.h"

namespace parley {

// What a few components reach together if all others never refuse: Pairs (Antonino, Gibson-Robinson and
// Roscoe, definition 7) for more than two. Some facts can only be seen by looking at several components at
// once: one component may count in place of another, or two may have been one before a net was decomposed.
//
// Only groups that have most of their rules among themselves are explored. Each pair of components that share
// a rule is extended by the component that shares the largest part of the rules, then by the next one. The
// cost is counted in edges and participants, and the budget holds for all states together that one search
// asks about.
class GroupReach {
 public:
  static constexpr std::size_t kMostMembers = 5;

  GroupReach(const Network& network, std::uint64_t budget, const Limits& limits);

  // A fact that members of some group are never together in the states that 'state' has, widened to as many
  // states as possible. Nothing if no explored group excludes the state.
  std::optional<ApartFact> excluding(std::span<const LocalState> state);
  // The same with only the groups that were explored before.
  std::optional<ApartFact> excluding_by_known(std::span<const LocalState> state) const;

 private:
  using Code = std::uint64_t;                 // the states of all members, in mixed radix
  using Members = std::vector<ComponentId>;   // ascending
  struct Explored {
    Members members;
    std::vector<Code> codes;   // of all reached combinations, ascending
  };
  struct Neighbour {
    ComponentId component;
    std::uint32_t shared = 0;   // number of common rules
  };
  class Exploration;

  bool is_spent() const { return work_ >= budget_; }
  void find_pairs();
  const std::vector<Neighbour>& neighbours(ComponentId component);
  std::optional<Members> joined(const Members& members);
  std::optional<ApartFact> fact(const Explored& group, std::span<const LocalState> state) const;

  const Network& network_;
  std::uint64_t budget_;
  std::uint64_t work_ = 0;
  const Limits& limits_;
  std::vector<std::vector<Neighbour>> neighbours_;   // by component; empty: not computed yet, or none
  std::vector<std::uint32_t> shared_;                // by component: number of rules shared with the current members
  std::deque<Members> waiting_;                      // groups to be extended by one more member, in this order
  bool has_pairs_ = false;
  std::set<Members> known_;
  std::vector<Explored> explored_;
};

}   // namespace parley
