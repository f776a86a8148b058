#pragma once

#include <set>
#include <vector>

#include "claim.h"

namespace parley::evidence_ring {

// A mistake that somebody could make in a judge of proofs from invariants; see Slip.
enum class ProofSlip {
  kNone,
  // facts-hold
  kRegionIsOpen,            // a component may come back into its region
  kRegionStart,             // it may begin outside
  kSumStart,                // the initial sum is not looked at
  kSmallestGrowth,          // of a rule's edges the one that adds least counts
  kEdgesOutsideCount,       // so do edges that leave the region
  kFirstRemainder,          // of edges with one label only the first counts
  kRemainderStart,          // the initial remainder is not looked at
  kOneEdgeFills,            // one edge into the trap is enough, however many others there are
  kOneStays,                // one participant that does not leave the trap is enough
  kTrapStart,               // nobody needs to be in the trap at first
  kFirstStateOnly,          // of the states of a row of an order only the first counts
  kShortestPath,            // what happened on the shortest way counts, whatever happened on others
  kEverythingBefore,        // what a component takes part in comes before all of its sequence even if it is in there
  kOrderless,               // sequences with something in common exclude one another
  kErrorsGoOnApart,         // an error state stops only its own component
  kOthersRefuseApart,       // rules that name somebody outside never fire
  kFirstMovesApart,         // of the components of a rule only the first one moves
  kRefusersStayApart,       // a component that refuses stands still while the others go on without it
  kFirstEdgeApart,          // of edges with one label only the first is taken
  kStartsApart,             // where the components begin is not looked at
  kNobodyIsApart,           // there may be no components
  kFirstStateApart,         // of the states of a row only the first counts
  kUnreachedCount,          // edges from states that are not reached count as well
  kOnlySharedLeadOn,        // rules with one participant lead to no state
  kRanksFirst,              // counts are compared only where ranks are equal (which would do as well, but is not what is written)
  kRanksForgotten,          // a rule comes before those with the same count, whatever the ranks
  kEqualComesBefore,        // a rule comes before those with the same count and rank
  kFirstWayCounts,          // counts may depend on the way
  kSeveralRulesALabel,      // of several rules with one label the first is counted
  kOneRefusalExcused,       // of the rules that are refused one is compared
  kAnyOfferIsFree,          // a label that no rule uses keeps a process from being blocked
  kNeverOfferedForgotten,   // rules that a process never offers are not refused by it
  kErrorsMustOffer,         // a process in an error state is asked to offer something
  kObserversMustOffer,      // and so are observers
  kRanksProveAnything,      // a ranking is about any property
  kNothingComesFirst,       // there may be no rules
  // steps-follow: the question
  kErrorsForgotten,     // a deadlock may have a component in an error state
  kEndForgotten,        // and may be terminated
  kObserversBlock,      // observers may be in a blocked set
  kEndedMayBeStuck,     // what has ended may be stuck
  kNegationForgotten,   // an operand of a negation keeps its sign
  kAllIsAny,            // one part of a conjunction must be true
  kBoundOfNegation,     // a sum that is not at most b is at least b
  // steps-follow: facts as constraints
  kLeftWeighsNothing,     // a component outside its region adds nothing
  kOthersRefuseInPairs,   // rules with a third participant never fire
  kErrorsGoOnInPairs,     // an error state stops only its own component
  kTrapNeedsAll,          // of a trap all states are taken to be occupied
  // steps-follow: the steps
  kBoundIsTooMuch,         // a sum that reaches its bound contradicts it
  kStrikesTheLast,         // values that reach the bound are struck out
  kNeedsNoContradiction,   // a list of reasons that strikes something out is enough
  kAnyReason,              // a step may lean on later ones
  kFactorsForgotten,       // terms of a sum count once
  kWeightsRoundUp,         // a division rounds weights up
  kNoShift,                // negative weights are cut off towards 0
  kBoundRoundsDown,        // a division rounds the bound one lower
  kCongruenceGuesses,      // of two open rows of a congruence the first is decided
};

// What docs/formats/evidence/invariants.md says of proofs from invariants, done by enumeration, for tiny
// networks. Shares nothing with the judge.
class NaiveProof {
 public:
  NaiveProof(const Network& network, const Property& property, const InvariantProof& proof, ProofSlip slip = ProofSlip::kNone);

  // A sum over all variables; those that it does not weigh have no weights. With a modulus it is a
  // congruence.
  struct Constraint {
    std::vector<std::vector<std::int64_t>> weights;
    std::int64_t bound = 0;
    std::int64_t modulus = 0;
  };
  using Domain = std::vector<std::vector<bool>>;   // variable -> value -> whether it is left

  bool well_formed() const;
  bool fact_holds(const Fact& fact) const;
  bool facts_hold() const;
  bool steps_follow() const;
  bool ends_in_contradiction() const;

  std::size_t num_variables() const { return sizes_.size(); }
  std::size_t num_values(std::size_t variable) const { return sizes_[variable]; }
  const std::vector<Constraint>& question() const { return question_; }
  std::vector<Constraint> constraints(const Fact& fact) const;
  Constraint constraint(const InvariantProof::Nogood& nogood) const;
  Constraint constraint(const InvariantProof::Combination& combination, const std::vector<Constraint>& before) const;
  Domain everything() const;
  // False where the constraint cannot be met.
  bool propagate(const Constraint& constraint, Domain& domain) const;
  static bool is_met(const Constraint& constraint, const std::vector<std::uint32_t>& values);

 private:
  struct Part;
  bool slip(ProofSlip which) const { return slip_ == which; }
  bool has_sets(std::size_t component) const;
  Constraint empty() const;
  // Adds a weight for each local state, whether the component is in the set or not.
  void weigh(Constraint& into, ComponentId component, const std::vector<std::int64_t>& weights) const;
  std::vector<std::int64_t> marks(ComponentId component, const std::vector<LocalState>& states, std::int64_t inside,
                                  std::int64_t outside) const;
  void ask_deadlock();
  void ask_local_deadlock();
  void ask_errors();
  void ask_formula(const Predicate& formula);
  Part part(const Predicate& formula, std::uint32_t node, bool is_positive);
  void refuse(const Predicate& formula, const Part& operand, Constraint& into) const;
  void ask_part(const Predicate& formula, const Part& part);

  std::vector<bool> reached(ComponentId component) const;   // by local state
  bool is_live(RuleId rule) const;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges(const Participant& participant) const;
  bool holds(const RegionSum& sum) const;
  bool holds(const Congruence& sum) const;
  bool holds(const Trap& trap) const;
  bool holds(const PairFact&) const { return true; }
  bool holds(const OrderFact& order) const;
  bool holds(const ApartFact& apart) const;
  bool holds(const Ranking& ranking) const;   // in naive_ranking.cc
  bool is_never_blocked(ComponentId component, const Ranking& ranking) const;
  // The vectors that a rule leads to, where only these components are known.
  std::set<Locals> successors(RuleId rule, const std::vector<ComponentId>& components, const Locals& from) const;
  std::vector<std::vector<std::vector<std::uint32_t>>> windows(ComponentId component, bool classes) const;
  std::uint32_t event(RuleId rule, bool classes) const;

  const Network& network_;
  const Property& property_;
  const InvariantProof& proof_;
  ProofSlip slip_;
  std::vector<std::size_t> sizes_;   // variable -> values
  std::vector<Constraint> question_;
};

}   // namespace parley::evidence_ring
