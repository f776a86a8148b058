#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace parley::cross {

// The shape of a random network. Each plain family makes other events frequent. The adversarial ones are
// built against engines that examine a part of the network and extend it (random_goal.h has their goals).
enum class Family : std::uint8_t {
  kDense,           // few components, rules of any arity among any of them
  kRing,            // equal components, each synchronises with its neighbours
  kTree,            // each component synchronises with its parent
  kClients,         // equal clients of one or two servers; mostly all can terminate
  kBarrier,         // a rule with nearly all components, and local work in between
  kLoose,           // many components with mostly local rules
  kTokens,          // adversarial from here on: a ring with one token, sometimes a second one
  kDining,          // philosophers and forks, some of them irregular
  kRequests,        // a tree: requests go up, answers come down
  kClique,          // every pair shares a rule, and all share one
  kChain,           // each may move on after the next one: long chains of dependencies
  kResources,       // the resources suffice for each pair of users, but not for all
  kCopies,          // copies of one small network, one of them perhaps slightly different
  kErrors,          // the goal is about error states, which stop the network
  kLaps,            // the goal is the initial local state, but after some rounds
  kNeverRefusing,   // components that never refuse, but occur in the goal
  // Against proofs by invariants from here on (invariant_spec.h): tokens in places of various capacities,
  // along random rules.
  kConserved,
  kCounting,   // a butler limits how many sit down
  kVotes,      // each component has one vote, counters know the majority
  kSlots,      // a ring of cells that is never full, or can be
  kSystolic,   // cells in rows and columns, each with its own order of steps
  kStray,      // unreachable cycles that a flow could still go round
  kParity,     // switches that change several at once
  kOnce,       // components that move in one direction and stop
  kParts,      // independent groups, one of which may be blocked
};
inline constexpr int kPlainFamilies = 6;
inline constexpr int kFirstInvariantFamily = 16;
inline constexpr int kFamilies = 25;

constexpr bool is_adversarial(Family family) { return static_cast<int>(family) >= kPlainFamilies; }
std::string_view family_name(Family family);
std::optional<Family> find_family(std::string_view name);

}   // namespace parley::cross
