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

// Judges evidence about one network, which outlives it: whether it proves that a property has the verdict
// claimed.
//
// Trusted, short, and on its own: it knows the network, the property and the evidence, never an engine, and
// computes everything (enabledness, blocked sets, termination) from the definitions in
// docs/formats/network.md.
//
// It remembers the set that it accepted last. Where the same set is given for another property, only that is
// judged which depends on the property; sets are immutable and shared, so the same pointer is the same set.
class Judge {
 public:
  explicit Judge(const Network& network) : network_(network) {}

  // Throws Stopped.
  Judgement operator()(const Property& property, Verdict claimed, const Evidence& evidence, const Limits& limits,
                       Progress& progress);

 private:
  const Network& network_;
  Evidence accepted_;   // keeps the set alive, so that no other one gets its address
};

// One piece of evidence by itself.
Judgement judge(const Network& network, const Property& property, Verdict claimed, const Evidence& evidence, const Limits& limits,
                Progress& progress);

}   // namespace parley
