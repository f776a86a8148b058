#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "invariant/projection.h"

namespace parley {

// For each state of a projection, by how much the numbers of any two events differ on every way to it (paper
// 004, definition 13).
//
// The paper defines a set for each pair of events; but "the difference of these two is the same on every way"
// is an equivalence of events, so a state needs only a partition, and one count an event along any way to it:
// the difference of two events of one class is that of their counts, of two classes it is unknown. Along a
// spanning tree every edge outside the tree closes a circle (as a graph without directions); two events stay
// together at a state if all circles on ways to it hold both equally often. Strongly connected states have
// the same circles, so there is a partition for each strong component, refined from component to component,
// and a circle only touches the events on it. So this is one propagation instead of one for each pair.
class DifferenceTable {
 public:
  DifferenceTable(const Lts& lts, const Wiring& wiring, const Limits& limits);

  bool reaches(LocalState state) const { return component_of_[state.index()] != kUnreached; }

  struct Count {
    std::int32_t count = 0;
    std::uint32_t event = 0;
    friend auto operator<=>(const Count&, const Count&) = default;
  };

  // Memory for visiting many states.
  struct Scratch {
    std::vector<std::int32_t> counts;
    std::vector<Count> members;
  };

  // Calls 'visit' with each class of two events or more at 'state', its members by count and then event.
  // O(events + length of a way).
  template <class Visit>
  void for_each_class(LocalState state, Scratch& scratch, const Visit& visit) const {
    count_to(state, scratch.counts);
    for (const auto& members : classes_[component_of_[state.index()]]) {
      scratch.members.clear();
      for (const std::uint32_t event : members) scratch.members.push_back({scratch.counts[event], event});
      visit(sorted(scratch.members));
    }
  }

  // The difference of the numbers of two events at a reachable state, or nothing where ways to it differ.
  std::optional<std::int64_t> difference(LocalState state, std::uint32_t event, std::uint32_t other) const;

 private:
  static constexpr std::uint32_t kUnreached = 0xFFFFFFFF;
  struct TreeEdge {
    std::uint32_t parent = 0;
    std::uint32_t event = 0;   // kSilent: none
    std::uint32_t depth = 0;
  };
  static constexpr std::uint32_t kSilent = 0xFFFFFFFF;

  void count_to(LocalState state, std::vector<std::int32_t>& counts) const;
  static std::span<const Count> sorted(std::vector<Count>& members);

  std::uint32_t num_events_ = 0;
  std::vector<std::uint32_t> component_of_;                        // state -> strong component
  std::vector<TreeEdge> tree_;                                     // state -> how the tree comes to it
  std::vector<std::vector<std::vector<std::uint32_t>>> classes_;   // strong component -> classes of two events or more

  friend class DifferenceBuilder;
};

}   // namespace parley
