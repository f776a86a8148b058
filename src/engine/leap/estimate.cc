#include "engine/leap/estimate.h"

#include <algorithm>
#include <cmath>

#include "engine/leap/lift.h"
#include "search/walk/position.h"
#include "search/walk/rng.h"

namespace parley::leap {

double steps_per_leap(const Network& original, const LocalParts& parts, const Network& leap_network, std::uint64_t seed,
                      const Limits& limits) {
  constexpr int kMostLeaps = 200;
  Rng rng(seed);
  Position position(leap_network);
  position.reset();
  Trace leaps;
  std::vector<Move> moves;
  Pulse pulse(limits, 16);
  for (int i = 0; i < kMostLeaps && position.can_step(); ++i) {
    pulse.beat();
    const RuleId rule = position.lane(0)[rng.below(position.num_enabled())];
    moves.clear();
    bool is_idle = true;
    for (const Participant& participant : leap_network.participants(rule)) {
      const std::span<const Edge> edges = position.edges(participant);
      moves.push_back({participant.component, edges[rng.below(static_cast<std::uint32_t>(edges.size()))].target});
      is_idle = is_idle && moves.back().to == position.at(participant.component);
    }
    // An idle loop is no leap. A shared rule that moves no component adds nothing to the average either.
    if (is_idle) continue;
    leaps.add(leap_network.label(rule), moves);
    for (const Move& move : moves) position.move(move.component, move.to);
  }
  if (leaps.size() == 0) return 1;
  const Trace steps = lift(original, parts, leaps, nullptr, limits);
  return std::max(1.0, static_cast<double>(steps.size()) / static_cast<double>(leaps.size()));
}

double growth(double states, double steps) { return std::log(std::max(states, 1.0)) / std::max(steps, 1.0); }

}   // namespace parley::leap
