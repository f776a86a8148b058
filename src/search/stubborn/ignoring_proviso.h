#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"

namespace parley {

// The ignoring proviso, checked after the search: the graph of a reduced search, and the distance of each
// state from a state whose choice is firm (search/stubborn/stubborn.h).
//
// A rule that is left out in every state of a cycle would be ignored for ever. So from each state a path of
// steps that count (StubbornSets::counts) must lead to a state with a firm choice. The length of a shortest
// such path is the state's *rank*. The search ignores this at first. Then it asks for the ranks, and gives a
// firm choice to each state that is reported as missing: one state of each strongly connected part that no
// edge leaves. These are far fewer than with a proviso that is decided during the search
// (docs/algorithms/stubborn-sets.md has the numbers).
//
// Memory: 4 bytes per transition and 9 per state; about three times that while ranks are computed.
class ProvisoGraph {
 public:
  explicit ProvisoGraph(const Limits& limits) : limits_(limits) {}

  // Adds the next state, numbered from 0: one with a firm choice, or one without, with its successors by
  // steps that count.
  void add_firm();
  void add(std::span<const std::uint32_t> successors);
  void give_firm_choice(std::uint32_t state) { is_firm_[state] = 1; }   // it was expanded once more, with a firm choice

  struct Ranks {
    std::vector<std::uint32_t> of_state;   // 0: firm; valid only if nothing is missing
    std::vector<std::uint32_t> missing;    // ascending; make these firm, then ask again
  };
  // REQUIRES: all successors have been added as states. Linear. Throws Stopped.
  Ranks ranks() const;

  std::size_t size() const { return is_firm_.size(); }

 private:
  std::span<const std::uint32_t> successors(std::uint32_t state) const {
    // A firm state needs no successor, even if it had some before.
    if (is_firm_[state] != 0) return {};
    return std::span(successors_).subspan(begins_[state], begins_[state + 1] - begins_[state]);
  }
  std::vector<std::uint32_t> distances() const;
  std::vector<std::uint32_t> one_of_each_end(std::span<const std::uint32_t> distances) const;

  const Limits& limits_;
  std::vector<std::uint64_t> begins_{0};   // per state: its first successor; begins_[state + 1] is the end
  std::vector<std::uint32_t> successors_;
  std::vector<std::uint8_t> is_firm_;
};

}   // namespace parley
