#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace parley::cross {

// What a random network looks like. The plain families make other things happen often, each its own. The adversarial ones are built against
// engines that look at a part of the network and grow it (random_goal.h has their goals).
enum class Family : std::uint8_t {
  kDense,       // few components, rules among any of them, of any arity
  kRing,        // alike components, each synchronising with its neighbours
  kTree,        // each with its parent
  kClients,     // alike clients of one or two servers; mostly all can end
  kBarrier,     // a rule in which nearly all take part, and work in between
  kLoose,       // many components that are mostly on their own
  kTokens,      // adversarial from here on: a ring with one token, or a second one by mistake
  kDining,      // philosophers and forks, some of them odd
  kRequests,    // a tree: requests go up, answers come down
  kClique,      // every pair shares a rule, and all share one
  kChain,       // each may go on when the next one has: long ways of dependencies
  kResources,   // each pair of users fits, all of them do not
  kCopies,      // one small network several times, one copy perhaps slightly other
  kErrors,      // the goal is about error states, which stop everything else
  kLaps,        // the goal is where it starts, but only after some rounds
  kWilling,     // components that refuse nothing, and are in the goal themselves
};
inline constexpr int kPlainFamilies = 6;
inline constexpr int kFamilies = 16;

constexpr bool is_adversarial(Family family) { return static_cast<int>(family) >= kPlainFamilies; }
std::string_view family_name(Family family);
std::optional<Family> find_family(std::string_view name);

}  // namespace parley::cross
