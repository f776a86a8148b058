#pragma once

#include <cstdint>
#include <vector>

#include "engine/lazy/partial_product.h"

namespace parley::lazy {

// A path of a group to its goal, in the numbers of its fragment.
struct Plan {
  // Where somebody goes who is no member: anywhere.
  static constexpr LocalState kAnyMove{~std::size_t{0}};

  struct Step {
    std::uint32_t rule = 0;
    std::uint32_t first_target = 0;   // as many as the rule has parts
  };
  std::vector<Step> steps;
  std::vector<LocalState> targets;
  bool ends_in_error = false;
};
Plan plan_of(const Fragment& fragment, const PartialProduct& product, const PartialProduct::Found& found);

// Whom the plan needs besides those revealed, in its order, the willing ones left out.
std::vector<Party> strangers(const Fragment& fragment, const Plan& plan);

// What is known of a group, in the numbers of its fragment: so it is true of every group with the same
// description.
struct Finding {
  enum class Kind : std::uint8_t {
    kIncomplete,   // a path leads to the goal, but needs components that are no members
    kComplete,     // a path leads to the goal, and no rule of it needs anybody else
    kRefuted,      // no path leads to the goal
  };
  Kind kind = Kind::kIncomplete;
  std::vector<Party> needed;         // kIncomplete
  Plan plan;                         // kComplete
  bool moves_strangers = false;      // willing ones
  std::vector<Party> members;        // kRefuted: of whom the states speak
  std::vector<std::uint64_t> rows;   // their states, as a StateTable over these members has them
};

// What a search of the product has shown: a path that needs nobody but the members,
Finding complete_finding(Plan plan);
// or that there is no path. Nothing is below the product, and all its states were visited; they are taken
// from it.
Finding refuted_finding(PartialProduct& product);

// Why no reachable state fulfils all wishes: the states of some components, which are all that they can be in
// together, fulfil none of them.
struct Refutation {
  std::vector<ComponentId> components;
  std::vector<std::uint64_t> rows;   // as a StateTable over these components has them
};

// The same in the network's numbers.
Refutation refutation(const Fragment& fragment, const Finding& refuted);

}   // namespace parley::lazy
