#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace parley::cross {

// What a random network looks like. The plain families make other things happen often, each its own. The
// adversarial ones are built against engines that look at a part of the network and grow it (random_goal.h
// has their goals).
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
  kConserved,   // against proofs by invariants from here on (invariant_spec.h): tokens in places of various capacities, along random wires
  kCounting,   // a butler lets so many sit down
  kVotes,      // each has one vote, counters know when it is enough
  kSlots,      // a ring of cells that is never full, or is
  kSystolic,   // cells in rows and columns, each with an order of its own
  kStray,      // cycles that nobody has come to, but that flows go round
  kParity,     // switches that are turned together
  kOnce,       // components that go one way and stop
  kParts,      // groups of their own, one of which may be stuck
};
inline constexpr int kPlainFamilies = 6;
inline constexpr int kFirstInvariantFamily = 16;
inline constexpr int kFamilies = 25;

constexpr bool is_adversarial(Family family) { return static_cast<int>(family) >= kPlainFamilies; }
std::string_view family_name(Family family);
std::optional<Family> find_family(std::string_view name);

}   // namespace parley::cross
