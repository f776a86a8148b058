#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.h"
#include "front/pnml/net.h"

namespace parley {

// Finds sets of places that never have two tokens together: the state machines that a net is made of.
//
// A *state machine* here is a set S of places with at most one token at the start, such that every transition
// has at most one place of S in its preset and at most one in its postset, and one in its preset if it has
// one in its postset. So no transition makes the tokens of S more. (A place invariant of ones is the special
// case in which no transition makes them fewer either.) To grow one from a place, each transition that gives
// a token to S needs a place of S that it takes one from; where several could be it, one is tried and taken
// back if it leads to a contradiction. What is found that way is then made larger in the direction of the
// arcs.
//
// Every attempt costs the arcs that it looks at. They are counted, and after a number of them in proportion
// to the net no more is searched: the net is covered as far as it is then. The result depends on the net
// alone.
class StateMachines {
 public:
  StateMachines(const PetriNet& net, const Limits& limits);

  // Disjoint sets, each a part of a state machine, ascending; what no set has is not known to be 1-safe.
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
  PlaceLists producers_;   // of each place: the transitions that give it a token
  PlaceLists consumers_;
  PlaceLists wide_producers_;   // those among them that have too many places to put all others out one by one
  PlaceLists wide_consumers_;
  std::vector<bool> is_covered_;
  std::uint64_t work_ = 0;
  std::uint64_t most_work_ = 0;

  // Of the machine that grows:
  std::vector<Side> side_;
  std::vector<std::uint32_t> trail_;   // the places that are in or out, as they were decided
  std::vector<std::uint32_t> needy_;   // transitions that give it a token, as they came
  std::size_t first_needy_ = 0;        // before it every one takes a token as well
  std::vector<bool> takes_;            // transition -> whether it takes a token from the machine
  std::vector<bool> gives_;
  bool has_token_ = false;
};

}   // namespace parley
