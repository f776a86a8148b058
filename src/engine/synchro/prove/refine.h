#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/statistics.h"
#include "engine/synchro/settings.h"
#include "evidence/evidence.h"

namespace parley::synchro {

// What an analysis found: a proof that there is no bad reachable state, or a state that nothing excludes.
struct Finding {
  Evidence proof;   // where there is one; NotCertified where it cannot be shown to anybody
  bool is_proved = false;
  std::string reason = "a candidate that no invariant excludes";   // where there is no proof
  bool is_reached = false;                                         // the probe got there
  std::vector<LocalState> candidate;
  std::vector<std::string> survived;   // the methods that could not exclude the candidate
};

// Whether a short search finds a run to a state, or to another bad one. Asked once, before anything costly is
// tried against the state.
using Probe = std::function<bool(std::span<const LocalState> state)>;

// The default form: SAT proposes a bad state, an invariant is looked for that excludes it, and excludes its
// neighbours with it; until no proposal is left, which is a proof, or until a candidate survives.
// docs/algorithms/synchro.md. Throws Stopped.
Finding refine(const Network& network, const Property& property, const Settings& settings, const Probe& probe,
               const Limits& limits, Statistics& statistics);

}   // namespace parley::synchro
