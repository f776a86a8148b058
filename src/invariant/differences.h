#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "invariant/projection.h"

namespace parley {

// For each state of a projection, how much the numbers of any two events differ on every path to it
// (Antonino, Gibson-Robinson and Roscoe, definition 13).
//
// The paper defines a set for each pair of events. But "the difference of these two is the same on every
// path" is an equivalence of events. So a state needs only a partition of the events, and one count per event
// along any path to the state: for events of the same class the difference is that of their counts, for
// others it is unknown.
//
// The counts follow a spanning tree. Every edge outside the tree closes a cycle (in the undirected graph),
// and two events stay in one class at a state if all cycles on paths to the state contain both equally often.
// Strongly connected states have the same cycles, so there is one partition per strong component, refined
// from component to component, and a cycle only touches its own events. So this is one propagation instead of
// one per pair.
class DifferenceTable {
 public:
  DifferenceTable(const Lts& lts, const Wiring& wiring, const Limits& limits);

  bool reaches(LocalState state) const { return component_of_[state.index()] != kUnreached; }

  struct Count {
    std::int32_t count = 0;
    std::uint32_t event = 0;
    friend auto operator<=>(const Count&, const Count&) = default;
  };

  // Buffers to reuse between states.
  struct Scratch {
    std::vector<std::int32_t> counts;
    std::vector<Count> members;
  };

  // Calls 'visit' with each class of two or more events at 'state', which must be reached; members are sorted
  // by count, then event. O(events + length of the path).
  template <class Visit>
  void for_each_class(LocalState state, Scratch& scratch, const Visit& visit) const {
    assert(reaches(state));
    count_to(state, scratch.counts);
    for (const auto& members : classes_[component_of_[state.index()]]) {
      scratch.members.clear();
      for (const std::uint32_t event : members) scratch.members.push_back({scratch.counts[event], event});
      visit(sorted(scratch.members));
    }
  }

  // The difference of the numbers of two events at a reached state, or nothing if paths to it disagree.
  std::optional<std::int64_t> difference(LocalState state, std::uint32_t event, std::uint32_t other) const;

 private:
  static constexpr std::uint32_t kUnreached = 0xFFFFFFFF;
  struct TreeEdge {
    std::uint32_t parent = 0;
    std::uint32_t event = 0;   // kSilent if the edge has no event
    std::uint32_t depth = 0;
  };
  static constexpr std::uint32_t kSilent = 0xFFFFFFFF;

  void count_to(LocalState state, std::vector<std::int32_t>& counts) const;
  static std::span<const Count> sorted(std::vector<Count>& members);

  std::uint32_t num_events_ = 0;
  std::vector<std::uint32_t> component_of_;                        // state -> strong component
  std::vector<TreeEdge> tree_;                                     // state -> the tree edge that leads to it
  std::vector<std::vector<std::vector<std::uint32_t>>> classes_;   // strong component -> classes of two or more events

  friend class DifferenceBuilder;
};

}   // namespace parley
