#pragma once

#include <set>

#include "naive.h"
#include "tiny_network.h"

namespace parley::evidence_ring {

// A leap set as plain data.
struct LeapClaim {
  Property property;
  Verdict verdict = Verdict::kUnknown;
  std::vector<Locals> rows;
  bool is_reduced = false;
  std::vector<unsigned> supports = {};
  std::vector<std::uint32_t> ranks = {};
  std::vector<ComponentId> steppers = {};
};
Evidence to_evidence(const Network& network, const LeapClaim& claim);
LeapClaim to_leap_claim(const Claim& asked);

// A mistake that somebody could make in a judge of leap sets.
enum class LeapSlip {
  kNone,
  kUnrepresented,        // contains-initial: the initial state itself is looked for
  kFirstTop,             // closed: of several tops only the first
  kFromNode,             // closed: a leap starts in the node itself, and not in what its components come to
  kLocalLeaps,           // closed: local rules leap as well
  kNodeOnly,             // excludes-bad: the states that a node stands for are not looked at
  kErrorsUnseen,         // excludes-bad: steps into errors are not looked at
  kErrorsOfSharedOnly,   // excludes-bad: only those by shared rules are
  kHiddenByErrors,       // reduced: an error that a component enters alone counts as if it could not come to rest
  kAlwaysRests,          // reduced: that a component need not come to rest is forgotten
  kEndedAtOnce,          // reduced: a component has ended if one of its resting states is terminal
  kNeverEnds,            // reduced: only what is terminal itself has ended
  kSignsAreLost,         // reduced: an atom that stands negatively is moved like one that stands positively
  kSumsAreAtoms,         // reduced: the sign of a weight does not matter
  kTwiceIsFine,          // settled: a component may stand twice in a formula
  kErrorsAreFine,        // settled: formulas where there are error states
  kOnTheSpot,            // settled: only what the node itself offers must be offered at rest
  kSteppersLeap,         // anywhere: steppers are forgotten
  kSteppersStand,        // closed: what a stepper does alone is no leap
};

// What docs/formats/evidence/leap-set.md says of leap sets, by enumeration. Shares nothing with the judge.
class NaiveLeaps {
 public:
  explicit NaiveLeaps(const Network& network, LeapSlip slip = LeapSlip::kNone, std::vector<ComponentId> steppers = {});

  using States = std::set<std::uint32_t>;
  bool is_local(RuleId rule) const;
  bool is_local(ComponentId component, LocalLabel label) const;
  bool is_shared(ComponentId component, LocalLabel label) const;
  const States& reach(ComponentId component, std::uint32_t state) const { return reach_[component.index()][state]; }
  std::uint32_t representative(ComponentId component, std::uint32_t state) const;
  bool rests(ComponentId component, std::uint32_t state) const;
  States tops(ComponentId component, LocalLabel label, std::uint32_t state) const;
  std::vector<Locals> cover(const Locals& node) const;

  Locals initial() const;   // node
  bool begins_in_error() const;
  std::set<Locals> leaps(const Locals& node) const;
  std::set<Locals> closure(std::set<Locals> nodes) const;
  std::vector<Locals> all_nodes() const;   // every vector of representatives

  // The network whose steps are leaps, and what is asked of it.
  Network leap_network(const Property& property) const;
  Property translated(const Property& property) const;

  bool well_formed(const LeapClaim& claim) const;
  bool fits_verdict(const LeapClaim& claim) const;
  bool contains_initial(const LeapClaim& claim) const;
  bool closed(const LeapClaim& claim) const;
  bool settled(const LeapClaim& claim) const;
  bool excludes_bad(const LeapClaim& claim) const;
  bool brings_no_error_forward(const LeapClaim& claim) const;
  bool ignores_nobody(const LeapClaim& claim) const;
  bool accepts(const LeapClaim& claim) const;

 private:
  bool slip(LeapSlip which) const { return slip_ == which; }
  States find_reach(ComponentId component, std::uint32_t state) const;
  bool is_error(ComponentId component, std::uint32_t state) const { return network_.lts(component).is_error(LocalState(state)); }
  PredicateBuilder::Handle moved(const Predicate& formula, std::uint32_t node, bool is_positive, PredicateBuilder& builder) const;
  Atom moved(const Atom& atom, bool is_positive) const;
  Lts leap_lts(ComponentId component, bool is_about_deadlocks) const;
  template <class Obligation>
  bool as_reduced(const LeapClaim& claim, const Obligation& obligation) const;

  const Network& network_;
  Naive naive_;
  LeapSlip slip_;
  std::vector<ComponentId> steppers_;
  std::vector<std::vector<States>> reach_;   // component, state
};

}   // namespace parley::evidence_ring
