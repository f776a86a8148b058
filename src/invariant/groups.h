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

// What a few components reach together if everybody else is willing at any time: Pairs (paper 004, definition
// 7) for more than two. What one component counts in another's place, or two that were one before a net was
// taken apart, is only seen by looking at all of them at once.
//
// Of all the groups there are those are looked at that have most of their rules among themselves: each two
// components that share a rule are joined by the one that is most at home with them, then by the next. What
// that may cost is counted, in edges and participants that are looked at, and bounded for all states together
// that one search asks about.
class Groups {
 public:
  static constexpr std::size_t kMostMembers = 5;

  Groups(const Network& network, std::uint64_t budget, const Limits& limits);

  // Members of some group that cannot be together where 'state' has them, in as many states as can be said
  // with them; nothing if no group looked at says so.
  std::optional<ApartFact> excluding(std::span<const LocalState> state);
  // The same by those groups alone that were looked at before.
  std::optional<ApartFact> excluding_again(std::span<const LocalState> state) const;

 private:
  using Code = std::uint64_t;                 // the states of all members, by radix
  using Members = std::vector<ComponentId>;   // ascending
  struct Explored {
    Members members;
    std::vector<Code> codes;   // of all that is reached, ascending
  };
  struct Neighbour {
    ComponentId component;
    std::uint32_t shared = 0;   // rules
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
  std::vector<std::vector<Neighbour>> neighbours_;   // by component; empty: not asked for yet, or it has none
  std::vector<std::uint32_t> shared_;                // by component: rules with the members at hand
  std::deque<Members> waiting_;   // groups that could be joined by one more, in the order in which that is tried
  bool has_pairs_ = false;
  std::set<Members> known_;
  std::vector<Explored> explored_;
};

}   // namespace parley
