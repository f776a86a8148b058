#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/progress.h"
#include "evidence/evidence.h"
#include "property/assumption.h"

namespace parley {

// What the judge says. 'reason' names the failed obligation and the place, in the user's names.
struct Judgement {
  bool accepted = false;
  std::string obligation;   // name of the obligation that rejected, "" if accepted
  std::string reason;
  // Of accepted evidence: whether it counts only after the assumption of the network was shown, and whether
  // it shows that assumption itself (check/assumption.h).
  bool is_conditional = false;
  bool shows_assumption = false;
};

// Judges evidence about one network, which outlives the judge: whether the evidence proves that a property
// has the claimed verdict.
//
// A verdict is as trustworthy as this judge and the code that it calls: src/check, the reader of the
// evidence, and the front end that built the network. ARCHITECTURE.md has a table of what must be trusted for
// each kind of evidence, with sizes. The judge is independent of the engines: it knows only the network, the
// property and the evidence. It computes everything (enabledness, blocked sets, termination) from the
// definitions in docs/formats/network.md.
//
// It remembers the last accepted set. If the same set is given for another property, only the obligations
// that depend on the property are checked. Sets are immutable and shared, so the same pointer is the same
// set.
class Judge {
 public:
  // 'assumption' is the assumption of the network, or null; it outlives the judge.
  explicit Judge(const Network& network, const Assumption* assumption = nullptr) : network_(network), assumption_(assumption) {}

  // Accepted evidence is conditional only until the assumption was shown. Throws Stopped.
  Judgement operator()(const Property& property, Verdict claimed, const Evidence& evidence, const Limits& limits,
                       Progress& progress);

  // Whether this evidence, if accepted, would be conditional: the assumption is needed and was not shown yet.
  bool is_conditional(const Property& property, const Evidence& evidence) const;
  // Whether accepted evidence, here or elsewhere, has shown the assumption of this network.
  bool is_assumption_shown() const { return is_assumption_shown_; }
  void set_assumption_shown() { is_assumption_shown_ = true; }

 private:
  const Network& network_;
  const Assumption* assumption_;
  bool is_assumption_shown_ = false;
  Evidence accepted_;   // keeps the set alive, so that no other set gets its address
};

// Judges one piece of evidence by itself.
Judgement judge(const Network& network, const Property& property, Verdict claimed, const Evidence& evidence, const Limits& limits,
                Progress& progress);

}   // namespace parley
