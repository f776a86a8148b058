#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "engine/lazy/partial_product.h"

namespace parley::lazy {

// A path of a group to its goal, in the numbers of the group's fragment.
struct Plan {
  // The target of a participant that is no member: any state.
  static constexpr LocalState kAnyMove{std::numeric_limits<std::uint32_t>::max()};

  struct Step {
    std::uint32_t rule = 0;
    std::uint32_t first_target = 0;   // one target per part of the rule
  };
  std::vector<Step> steps;
  std::vector<LocalState> targets;
  bool ends_in_error = false;
};
Plan plan_of(const Fragment& fragment, const PartialProduct& product, const PartialProduct::Found& found);

// The components that the plan needs but the fragment has not revealed, in the order of the plan.
// Participants that never refuse are left out.
std::vector<LocalComponent> outside_components(const Fragment& fragment, const Plan& plan);

// What is known of a group, in the numbers of its fragment. So it is true of every group with the same
// description.
struct Finding {
  enum class Kind : std::uint8_t {
    kIncomplete,   // a path leads to the goal, but needs outside components
    kComplete,     // a path leads to the goal and needs no outside component
    kRefuted,      // no path leads to the goal
  };
  Kind kind = Kind::kIncomplete;
  std::vector<LocalComponent> needed;      // kIncomplete
  Plan plan;                               // kComplete
  bool moves_outside_components = false;   // kComplete: the plan has participants that are no members, but never refuse
  std::vector<LocalComponent> members;     // kRefuted: the columns of 'rows'
  std::vector<std::uint64_t> rows;         // kRefuted: packed as in a StateTable over these members
};

// The finding for a path that needs the members only.
Finding complete_finding(Plan plan);
// The finding that there is no path. The product has no level below, and all its states were visited. They
// are moved out of it.
Finding refuted_finding(PartialProduct& product);

// Why no reachable state satisfies all local goals: the reachable states of some components, in none of which
// all their local goals hold.
struct Refutation {
  std::vector<ComponentId> components;
  std::vector<std::uint64_t> rows;   // packed as in a StateTable over these components
};

// A refuted finding in the numbers of the network.
Refutation refutation(const Fragment& fragment, const Finding& refuted);

}   // namespace parley::lazy
