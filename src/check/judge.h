#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/progress.h"
#include "evidence/evidence.h"

namespace parley {

// What the judge says. 'reason' names the obligation that failed and where, in the user's names.
struct Judgement {
  bool accepted = false;
  std::string obligation;   // name of the row that rejected, "" if accepted
  std::string reason;
};

// Whether 'evidence' proves that 'property' of 'network' has the verdict 'claimed'.
//
// Trusted, short, slow, and on its own: it knows the network, the property and the evidence, never an engine, and
// computes everything (enabledness, blocked sets, termination) from the definitions in docs/formats/network.md. Throws Stopped.
Judgement judge(const Network& network, const Property& property, Verdict claimed, const Evidence& evidence,
                const Limits& limits, Progress& progress);

}  // namespace parley
