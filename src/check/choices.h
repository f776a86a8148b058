#pragma once

#include <cassert>
#include <span>
#include <vector>

#include "base/limits.h"
#include "check/edge_tables.h"

namespace parley {

// Enumerates the ways in which some components can move along their labels at once: the product of their
// edges, counted like an odometer with one wheel per component.
class Choices {
 public:
  explicit Choices(const Limits& limits) : pulse_(limits, 4096) {}

  void clear() {
    wheels_.clear();
    are_single_ = true;
  }
  // Adds a component that moves along one of these edges. There is at least one edge.
  void add(std::span<const Edge> edges) {
    assert(!edges.empty());
    wheels_.push_back({edges, 0});
    are_single_ = are_single_ && edges.size() == 1;
  }

  // Calls 'visit' with each choice, one target per component added, until it returns true. Returns whether it
  // did.
  template <class Visit>
  bool any(const Visit& visit) {
    targets_.resize(wheels_.size());
    if (are_single_) {   // nearly always
      for (std::size_t i = 0; i < wheels_.size(); ++i) targets_[i] = wheels_[i].edges[0].target;
      return visit(std::span<const LocalState>(targets_));
    }
    for (std::size_t turning = 0; turning < wheels_.size();) {
      pulse_.beat();
      for (std::size_t i = 0; i < wheels_.size(); ++i) targets_[i] = wheels_[i].edges[wheels_[i].at].target;
      if (visit(std::span<const LocalState>(targets_))) return true;
      turning = 0;
      while (turning < wheels_.size() && ++wheels_[turning].at == wheels_[turning].edges.size()) wheels_[turning++].at = 0;
    }
    return false;
  }

 private:
  struct Wheel {
    std::span<const Edge> edges;
    std::size_t at = 0;
  };
  Pulse pulse_;
  std::vector<Wheel> wheels_;
  bool are_single_ = true;   // every wheel has one position
  std::vector<LocalState> targets_;
};

}   // namespace parley
