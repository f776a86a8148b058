#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"

namespace parley {

// Against ignoring: the graph of a reduced search, and how far each of its states is from one whose choice is
// firm (search/stubborn/stubborn).
//
// A rule that is put off in every state of a cycle would be ignored for ever, so from each state some path of
// quiet steps must lead to a firm choice; the length of a shortest one is the state's rank. The search
// explores without a thought of this, then asks for the ranks, and makes firm what is named as missing, which
// is one state of each part that cannot be left: far fewer than with a rule that decides on the spot
// (docs/algorithms/stubborn-sets.md). 4 bytes a transition and 9 a state; about three times that while ranks
// are computed.
class RankGraph {
 public:
  explicit RankGraph(const Limits& limits) : limits_(limits) {}

  // The states in the order of their numbers, from 0 on: with a firm choice, or without and with these
  // successors by quiet steps.
  void add_firm();
  void add(std::span<const std::uint32_t> successors);
  void make_firm(std::uint32_t state) { is_firm_[state] = 1; }   // it was expanded once more

  struct Ranks {
    std::vector<std::uint32_t> of_state;   // 0: firm; only where nothing is missing
    std::vector<std::uint32_t> missing;    // ascending: to be made firm, and then to be asked again
  };
  // All successors have been added as states. Linear. Throws Stopped.
  Ranks ranks() const;

  std::size_t size() const { return is_firm_.size(); }

 private:
  std::span<const std::uint32_t> successors(std::uint32_t state) const {
    // A firm state needs nobody, whatever it was before.
    if (is_firm_[state] != 0) return {};
    return std::span(successors_).subspan(begins_[state], begins_[state + 1] - begins_[state]);
  }
  std::vector<std::uint32_t> distances() const;
  std::vector<std::uint32_t> one_of_each_end(std::span<const std::uint32_t> distances) const;

  const Limits& limits_;
  std::vector<std::uint64_t> begins_{0};   // state -> its first successor; begins_[state + 1] its end
  std::vector<std::uint32_t> successors_;
  std::vector<std::uint8_t> is_firm_;
};

}   // namespace parley
