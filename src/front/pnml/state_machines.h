#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.h"
#include "front/pnml/net.h"

namespace parley {

// Finds sets of places of which at most one has a token at any time: the state machines of a net.
//
// A *state machine* here is a set S of places that has at most one token in the initial marking. Every
// transition has at most one place of S in its preset and at most one in its postset. If it has one in its
// postset, it has one in its preset. So no transition increases the number of tokens in S. (A place invariant
// with coefficients 0 and 1 is the special case in which no transition decreases it either.)
//
// A state machine is grown from one place. Each transition that gives a token to S needs a place of S from
// which it takes one. If there are several candidates, one is tried, and undone if it leads to a
// contradiction. The result is then extended in the direction of the arcs.
//
// Each attempt costs the arcs that it inspects. These are counted, and the search ends after a number of arcs
// that is proportional to the net. Places that are not covered then remain uncovered. The result depends on
// the net alone.
class StateMachines {
 public:
  StateMachines(const PetriNet& net, const Limits& limits);

  // Disjoint sets, each a subset of a state machine, ascending. A place in none of them is not known to be
  // 1-safe.
  std::vector<std::vector<std::uint32_t>> run();

 private:
  enum class Side : std::uint8_t { kOpen, kIn, kOut };
  struct Mark {
    std::size_t trail;
    std::size_t needy;
  };
  struct Decision {
    std::uint32_t place;
    Mark before;
  };

  bool grow(std::uint32_t seed, std::size_t tries);
  void extend();
  void clear();
  bool put_in(std::uint32_t place);
  void put_out(std::uint32_t place);
  void put_out_narrow(std::span<const std::uint32_t> places);
  bool settle(std::vector<Decision>& decisions, std::size_t tries);
  bool propagate(std::uint32_t& choice);
  void undo(const Mark& mark);
  Mark mark() const { return {trail_.size(), needy_.size()}; }
  bool may_join(std::uint32_t place);
  void count(std::size_t arcs) {
    work_ += arcs + 1;
    pulse_.beat();
  }

  const PetriNet& net_;
  Pulse pulse_;
  PlaceLists producers_;   // by place: the transitions that give it a token
  PlaceLists consumers_;
  PlaceLists wide_producers_;   // those with too many places to exclude all others one by one
  PlaceLists wide_consumers_;
  std::vector<bool> is_covered_;
  std::uint64_t work_ = 0;
  std::uint64_t most_work_ = 0;

  // State of the machine that is being grown.
  std::vector<Side> side_;
  std::vector<std::uint32_t> trail_;   // the places that are in or out, in the order of the decisions
  std::vector<std::uint32_t> needy_;   // transitions that give the machine a token, in the order found
  std::size_t first_needy_ = 0;        // all transitions before this index also take a token
  std::vector<bool> takes_;            // by transition: whether it takes a token from the machine
  std::vector<bool> gives_;            // by transition: whether it gives the machine a token
  bool has_token_ = false;
};

}   // namespace parley
