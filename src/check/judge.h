#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/progress.h"
#include "evidence/evidence.h"
#include "property/assumption.h"

namespace parley {

// What the judge says. 'reason' names the obligation that failed and where, in the user's names.
struct Judgement {
  bool accepted = false;
  std::string obligation;   // name of the row that rejected, "" if accepted
  std::string reason;
  // Of evidence that is accepted: whether it counts only once the assumption of the network was shown, and
  // whether it shows that assumption itself (check/assumption.h).
  bool is_conditional = false;
  bool shows_assumption = false;
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
  // 'assumption' is that of the network, null if it has none; it outlives the judge.
  explicit Judge(const Network& network, const Assumption* assumption = nullptr) : network_(network), assumption_(assumption) {}

  // Accepted evidence is conditional only as long as the assumption was not shown. Throws Stopped.
  Judgement operator()(const Property& property, Verdict claimed, const Evidence& evidence, const Limits& limits,
                       Progress& progress);

  // Whether this evidence, if it is accepted, counts only once the assumption was shown, and it was not yet.
  bool is_conditional(const Property& property, const Evidence& evidence) const;
  // Whether evidence was accepted that shows the assumption; or was accepted elsewhere, about this network.
  bool is_assumption_shown() const { return is_assumption_shown_; }
  void set_assumption_shown() { is_assumption_shown_ = true; }

 private:
  const Network& network_;
  const Assumption* assumption_;
  bool is_assumption_shown_ = false;
  Evidence accepted_;   // keeps the set alive, so that no other one gets its address
};

// One piece of evidence by itself.
Judgement judge(const Network& network, const Property& property, Verdict claimed, const Evidence& evidence, const Limits& limits,
                Progress& progress);

}   // namespace parley
