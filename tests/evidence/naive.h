#pragma once

#include <optional>
#include <vector>

#include "claim.h"

namespace parley::evidence_ring {

// What docs/formats/network.md and docs/formats/evidence say, done by enumeration: all rules, all choices of
// edges, all subsets of processes, all truth values of what is unknown. Shares nothing with the judge but the
// network and the claim. For tiny networks only.
//
// A slip is a mistake that somebody could make in a judge: the naive judge can be told to make it, and is
// then a wrong one that the right judge's tests must find out.
enum class Slip {
  kNone,
  // steps-replay
  kGoesOnAfterError,   // an error state stops nothing
  kAnyLabel,           // the step's label is not compared with the rule's
  kMoreMovers,         // components that the rule does not name may move as well
  kAnyTarget,          // a participant that offers its label may go anywhere
  // reaches-claim
  kErrorIsDeadlock,        // a state with an error component counts as a deadlock
  kTerminatedIsDeadlock,   // termination is forgotten
  kEarlierState,           // any state on the way may be the one
  kEndedIsStuck,           // components in terminal states count as stuck
  kIdleIsStuck,            // components that no rule names count as stuck
  // closed
  kFirstEdge,      // of several edges with one label only the first is followed
  kOthersRefuse,   // rules that name somebody outside the support are passed over
  kTauStands,      // rules that perform tau are passed over
  // excludes-bad
  kUnknownIsFalse,     // an atom outside the support counts as false
  kErrorIsNotBad,      // states with an error component are passed over, whatever the property
  kOthersEnable,       // a rule that names somebody outside counts as enabled
  kMissingHaveEnded,   // processes outside the support count as terminated
  kAnyRuleEnds,        // termination does not ask every rule for a process that can end
  kMissingAreFree,     // local deadlock without all processes
  // reduced sets: closed
  kOutsideWaits,   // a rule that nobody in the support refuses may need somebody outside
  // reduced sets: excludes-bad
  kSupportMoves,        // the formula and the automata are looked up in the row, whatever the support is
  kAnyRuleEnables,      // a rule outside the support shows that there is no deadlock
  kFirmOnly,            // nothing may be put off
  kLoudStep,            // any step may put a formula off
  kSumsMayChange,       // only the atoms outside sums must keep their truth
  kTermsMayNotChange,   // atoms inside a sum must keep their truth as well
  kAutomataMove,        // automata asked about may move in the step that puts them off
  kErrorComesFirst,     // that step may enter an error state
  kAnybodySteps,        // that step may need somebody outside the support
  // reduced sets: ignores-nobody, and excludes-bad where something is put off
  kRanksMayStay,   // a rank that does not grow is enough
  // invariants-hold, and closed where it leans on invariants
  kInitialIsFree,        // the initial sum is not looked at
  kSmallestChange,       // the smallest change along a rule's edges counts
  kDeadRulesGrow,        // a rule that can never fire counts
  kOthersWeighNothing,   // components outside the support add nothing to a sum
  // self-contained
  kOnlyMoversInside,      // those whom the property speaks of do not belong to the support of a trace
  kOnlyInitialOffers,     // only the labels that are offered at the beginning count
  kInvariantsContained,   // a set that leans on invariants may be self-contained
  kDeadlockContained,     // so may evidence about deadlocks
  // covers-every-case
  kAnyLeaf,           // a set need not rule its case out
  kAnyAbsurdity,      // a case that does not contradict itself may be called absurd
  kSignsAreLost,      // the operand of a negation keeps its sign
  kAtomsStand,        // an atom in a conjunction restricts nobody
  kNoSums,            // a sum never contradicts what is allowed
  kTreeMayEndEarly,   // cases without a node are passed over
  kTreeMayGoOn,       // nodes behind the last case are passed over
};

class Naive {
 public:
  explicit Naive(const Network& network, Slip slip = Slip::kNone) : network_(network), slip_(slip) {}

  struct Transition {
    RuleId rule;
    Locals to;
  };
  Locals initial() const;
  std::vector<Transition> transitions(const Locals& state) const;
  bool is_bad(const Property& property, const Locals& state) const;   // what the property speaks of: the goal for reach
  Verdict verdict(const Property& property) const;                    // by visiting every reachable state

  // Right evidence for the property: a shortest trace, or the reachable states.
  OwnedClaim prove(const Property& property) const;
  // The smallest closed set over 'support' that contains the initial state and leans on the invariants.
  PlainSet closure(std::vector<ComponentId> support, std::vector<LinearInvariant> invariants = {}) const;

  // The same for reduced sets, in naive_reduced.cc.
  bool contains_initial_reduced(const OwnedClaim& claim) const;
  bool closed_reduced(const OwnedClaim& claim) const;
  bool excludes_bad_reduced(const OwnedClaim& claim) const;
  bool brings_no_error_forward(const OwnedClaim& claim) const;
  bool ignores_nobody(const OwnedClaim& claim) const;
  bool may_err() const;   // whether some component has error states
  bool in_error(const Locals& state) const { return has_error(whole(state)); }
  // Whether the rule names a member of the support, and no member of it refuses.
  bool is_willing(RuleId rule, const Locals& state, unsigned support) const;
  unsigned participants(RuleId rule) const;
  // Whether the property is decided as long as the support stands still: nothing needs to be put off.
  bool is_firm(const Property& property, const Locals& state, unsigned support) const;
  // Whether a step may come before a run to what the property speaks of.
  bool is_invisible(const Property& property, const Locals& from, const Locals& to) const;
  // Whether the property may be what it speaks of where only the support is known.
  bool may_be_bad(const Property& property, const Locals& state, unsigned support) const;

  // The same for cases, invariants and what is self-contained, in naive_cases.cc.
  bool invariants_hold(const OwnedClaim& claim) const;
  bool self_contained(const OwnedClaim& claim) const;
  bool covers_every_case(const OwnedClaim& claim) const;
  bool invariant_holds(const LinearInvariant& invariant) const;
  bool set_is_contained(const PlainSet& set) const;
  bool trace_is_contained(const OwnedClaim& claim) const;
  // A tree of cases for the property, with these sets to rule cases out. A case that none of them rules out
  // is given the first one: a lie.
  std::vector<std::uint32_t> case_tree(const Property& property, const std::vector<PlainSet>& sets) const;

  // The obligations, one by one, and all together.
  bool fits_verdict(const OwnedClaim& claim) const;
  bool steps_replay(const OwnedClaim& claim) const;
  bool reaches_claim(const OwnedClaim& claim) const;
  bool contains_initial(const OwnedClaim& claim) const;
  bool closed(const OwnedClaim& claim) const;
  bool excludes_bad(const OwnedClaim& claim) const;
  bool accepts(const OwnedClaim& claim) const;

 private:
  using Partial = std::vector<std::optional<std::uint32_t>>;   // a component outside the support has none
  struct Possible {
    bool truth = false;
    bool falsehood = false;
  };

  bool slip(Slip which) const { return slip_ == which; }
  Partial whole(const Locals& state) const;
  Partial partial(const PlainSet& set, const Locals& row) const;
  bool offers(const Participant& participant, std::uint32_t state) const;
  bool has_error(const Partial& state) const;
  bool is_terminated(const Partial& state) const;
  bool is_deadlock(const Partial& state) const;
  bool has_stuck(const Partial& state) const;
  bool refused_inside(RuleId rule, const Partial& state, unsigned subset) const;
  Possible possible(const Predicate& predicate, std::uint32_t node, const Partial& state) const;
  Possible possible(const Atom& atom, const Partial& state) const;
  std::vector<Partial> successors(const Partial& state, RuleId rule) const;
  bool step_allowed(const Locals& state, const PlainStep& step) const;
  bool may_be_bad(const Property& property, const Partial& state) const;
  std::vector<std::int64_t> atoms_and_sums(const Predicate& predicate, const Locals& state) const;
  bool descends(const OwnedClaim& claim, std::size_t row) const;
  bool ruled_out(const PlainSet& set, const Partial& state) const;
  bool set_contains_initial(const PlainSet& set) const;
  bool set_is_closed(const PlainSet& set) const;

  const Network& network_;
  Slip slip_;
};

}   // namespace parley::evidence_ring
