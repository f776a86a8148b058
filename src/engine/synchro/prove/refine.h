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

// The result of an analysis: a proof that no bad state is reachable, or a bad state that nothing excludes.
struct Finding {
  Evidence proof;   // if is_proved; NotCertified where no judge can check it
  bool is_proved = false;
  std::string reason = "a candidate that no invariant excludes";   // if there is no proof
  bool is_reached = false;                                         // the probe found a run to a bad state
  std::vector<LocalState> candidate;
  std::vector<std::string> survived;   // the methods that could not exclude the candidate
};

// Whether a short search finds a run to this state, or to another bad one. Called once, before the costly
// methods are tried against the state.
using Probe = std::function<bool(std::span<const LocalState> state)>;

// The refinement loop, which is the default form. SAT proposes a bad state; an invariant is searched for that
// excludes it, and with it the neighbouring states. This goes on until no proposal is left, which is a proof,
// or until a candidate survives. docs/algorithms/synchro.md. Throws Stopped.
Finding refine(const Network& network, const Property& property, const Settings& settings, const Probe& probe,
               const Limits& limits, Statistics& statistics);

}   // namespace parley::synchro
