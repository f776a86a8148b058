#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "net/network.h"

namespace parley::lazy {

// Sets of local states, each stored once and named by a number. So equal local goals of a million components
// are compared as numbers.
class StateSets {
 public:
  static constexpr std::uint32_t kAll = 0;   // all states of any component

  StateSets() { sets_.emplace_back(); }

  std::uint32_t intern(const std::vector<LocalState>& states) {   // 'states' are ascending
    assert(std::ranges::is_sorted(states));
    const auto [place, is_new] = numbers_.try_emplace(states, static_cast<std::uint32_t>(sets_.size()));
    if (is_new) sets_.push_back(states);
    return place->second;
  }

  // The part of a set inside 'states', or outside of them, for a component with 'size' states.
  std::uint32_t meet(std::uint32_t set, std::span<const LocalState> states, bool inside, std::size_t size) {
    scratch_.clear();
    const auto take = [&](LocalState state) {
      if (std::ranges::binary_search(states, state) == inside) scratch_.push_back(state);
    };
    if (set == kAll && inside) scratch_.assign(states.begin(), states.end());
    else if (set == kAll)
      for (LocalState state : IdRange<LocalState>(size)) take(state);
    else std::ranges::for_each(sets_[set], take);
    return intern(scratch_);
  }

  bool contains(std::uint32_t set, LocalState state) const {
    return set == kAll || std::ranges::binary_search(sets_[set], state);
  }
  const std::vector<LocalState>& states(std::uint32_t set) const {
    assert(set != kAll);   // which is not stored as a list
    return sets_[set];
  }

 private:
  std::vector<std::vector<LocalState>> sets_;
  std::map<std::vector<LocalState>, std::uint32_t> numbers_;
  std::vector<LocalState> scratch_;
};

// A local goal: the component shall be in one of these states.
struct LocalGoal {
  ComponentId component;
  std::uint32_t set = StateSets::kAll;
};

}   // namespace parley::lazy
