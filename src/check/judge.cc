#include "check/judge.h"

#include <algorithm>
#include <bit>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "check/assumption.h"
#include "check/leap/leap_set.h"
#include "check/obligation.h"
#include "check/proof/facts.h"
#include "check/proof/steps.h"
#include "check/set/linear_invariants.h"

namespace parley {

namespace {

constexpr std::string_view kWellFormed = "well-formed";

Objection ill_formed_predicate(const Network& network, const Predicate& predicate) {
  if (predicate.nodes().empty()) return "the predicate is empty";
  for (const Atom& atom : predicate.atoms()) {
    if (atom.component.index() >= network.num_components()) return "the predicate names a component that does not exist";
    const std::size_t states = network.lts(atom.component).num_states();
    if (std::any_of(atom.states.begin(), atom.states.end(), [&](LocalState state) { return state.index() >= states; }))
      return fmt::format("the predicate names a local state that '{}' does not have", network.name(atom.component));
  }
  return std::nullopt;
}

Objection ill_formed_property(const Network& network, const Property& property) {
  if (const auto* reach = std::get_if<Reach>(&property.ask)) return ill_formed_predicate(network, reach->goal);
  if (const auto* never = std::get_if<Never>(&property.ask)) return ill_formed_predicate(network, never->bad);
  if (const auto* safety = std::get_if<Safety>(&property.ask))
    for (ComponentId automaton : safety->automata)
      if (automaton.index() >= network.num_components()) return "the property names a component that does not exist";
  return std::nullopt;
}

Objection ill_formed_step(const Network& network, const Trace::Step& step) {
  if (step.label.index() >= network.num_labels()) return "a label that does not exist";
  for (std::size_t i = 0; i < step.moves.size(); ++i) {
    const Move& move = step.moves[i];
    if (move.component.index() >= network.num_components()) return "a component that does not exist";
    if (move.to.index() >= network.lts(move.component).num_states()) return "a local state that does not exist";
    if (i > 0 && !(step.moves[i - 1].component < move.component)) return "components out of order, or one twice";
  }
  return std::nullopt;
}

Objection ill_formed_trace(const Claim& asked, const Trace& trace) {
  Pulse pulse(asked.limits);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    pulse.beat();
    if (const Objection objection = ill_formed_step(asked.network, trace[i]))
      return fmt::format("step {}: {}", i + 1, *objection);
  }
  return std::nullopt;
}

// A number that is too large can fit its bits only if the number of local states is no power of two.
Objection ill_formed_rows(const Claim& asked, const StateTable& states) {
  struct Column {
    std::size_t at;
    std::size_t num_states;
  };
  std::vector<Column> columns;
  for (std::size_t column = 0; column < states.num_columns(); ++column)
    if (const std::size_t count = asked.network.lts(states.components()[column]).num_states(); !std::has_single_bit(count))
      columns.push_back({column, count});
  Pulse pulse(asked.limits, rows_per_beat(asked.network));
  for (std::size_t r = 0; r < states.size(); ++r) {
    pulse.beat();
    for (const Column& column : columns)
      if (states.at(r, column.at).index() >= column.num_states)
        return fmt::format("state {} of the set: '{}' has no such local state", r + 1,
                           asked.network.name(states.components()[column.at]));
  }
  return std::nullopt;
}

Objection ill_formed_states(const Claim& asked, const StateTable& states) {
  std::vector<ComponentId> sorted(states.components().begin(), states.components().end());
  std::sort(sorted.begin(), sorted.end());
  if (!sorted.empty() && sorted.back().index() >= asked.network.num_components())
    return "the support names a component that does not exist";
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
    return fmt::format("the support names '{}' twice", asked.network.name(*twice));
  if (!states.fits(asked.network)) return "the set is laid out for another network";
  return ill_formed_rows(asked, states);
}

Objection ill_formed_set(const Claim& asked, const ClosedSet& set) {
  if (Objection objection = ill_formed_states(asked, set.states)) return objection;
  return ill_formed_invariants(asked.network, set);
}

Objection ill_formed_global_states(const Claim& asked, const StateTable& states) {
  for (std::size_t column = 0; column < states.num_columns(); ++column)
    if (states.components()[column].index() != column) return "the components are not in the order of the network";
  if (states.num_columns() != asked.network.num_components()) return "not every component has a column";
  return ill_formed_states(asked, states);
}

Objection ill_formed_set(const Claim& asked, const ReducedSet& set) {
  const std::size_t components = asked.network.num_components();
  if (Objection objection = ill_formed_global_states(asked, set.states)) return objection;
  if (set.supports.size() != set.states.size() * set.words_per_support()) return "there is not one support for each state";
  if (!set.ranks.empty() && set.ranks.size() != set.states.size()) return "there is not one rank for each state";
  const std::size_t used = components % ReducedSet::kWordBits;   // bits used in the last word; 0 means all of them
  if (used == 0) return std::nullopt;
  const std::size_t words = set.words_per_support();
  for (std::size_t last = words - 1; last < set.supports.size(); last += words)
    if (set.supports[last] >> used != 0) return "a support names a component that does not exist";
  return std::nullopt;
}

Objection ill_formed_set(const Claim& asked, const LeapSet& set) {
  if (Objection objection = set.is_reduced ? ill_formed_set(asked, set.nodes) : ill_formed_global_states(asked, set.nodes.states))
    return objection;
  if (!set.is_reduced && (!set.nodes.supports.empty() || !set.nodes.ranks.empty()))
    return "the set is not reduced, and has supports or ranks";
  return leap_set::ill_formed(asked, set);
}

// The tree names only sets that exist, and names all of them. Whether it is a tree is checked by the walk
// through it.
Objection ill_formed_set(const Claim& asked, const CaseSplit& cases) {
  std::unordered_set<const ClosedSet*> seen;
  for (std::size_t i = 0; i < cases.sets.size(); ++i) {
    if (cases.sets[i] == nullptr) return fmt::format("there is no set {}", i);
    if (!seen.insert(cases.sets[i].get()).second) continue;
    if (Objection objection = ill_formed_set(asked, *cases.sets[i])) return fmt::format("set {}: {}", i, *objection);
  }
  std::vector<bool> is_used(cases.sets.size());
  for (std::uint32_t node : cases.tree) {
    if (node == CaseSplit::kSplit || node == CaseSplit::kAbsurd) continue;
    if (node >= cases.sets.size()) return fmt::format("the tree names set {}, which does not exist", node);
    is_used[node] = true;
  }
  for (std::size_t i = 0; i < is_used.size(); ++i)
    if (!is_used[i]) return fmt::format("no case is ruled out by set {}", i);
  return std::nullopt;
}

Judgement rejection(std::string_view obligation, std::string reason) {
  return {.accepted = false, .obligation = std::string(obligation), .reason = std::move(reason)};
}

Judgement apply(std::span<const Obligation> table, const Claim& asked) {
  for (const Obligation& obligation : table) {
    if (obligation.about == About::kSet && asked.set_is_known) continue;
    if (Objection objection = obligation.objection(asked)) return rejection(obligation.name, *std::move(objection));
  }
  return {.accepted = true, .obligation = "", .reason = ""};
}

template <class Set>
Judgement judge_set(std::span<const Obligation> table, const Claim& asked, const std::shared_ptr<const Set>& set) {
  if (set == nullptr) return rejection(kWellFormed, "there is no set");
  if (!asked.set_is_known)
    if (Objection objection = ill_formed_set(asked, *set)) return rejection(kWellFormed, *std::move(objection));
  return apply(table, asked);
}

Objection ill_formed_proof(const Claim& asked, const InvariantProof& proof) {
  Pulse pulse(asked.limits);
  for (std::size_t i = 0; i < proof.facts.size(); ++i) {
    pulse.beat();
    if (Objection objection = proof::ill_formed_fact(asked.network, proof.facts[i]))
      return fmt::format("fact {} {}", i + 1, *objection);
  }
  return proof::ill_formed_steps(asked);
}

// The steps of a proof are about one question, so nothing of an accepted proof can be reused.
Judgement judge_proof(std::span<const Obligation> table, const Claim& asked, const InvariantProofRef& proof) {
  if (proof == nullptr) return rejection(kWellFormed, "there is no proof");
  if (Objection objection = ill_formed_proof(asked, *proof)) return rejection(kWellFormed, *std::move(objection));
  return apply(table, asked);
}

// The address of the set, if what was shown about it holds for other questions as well; otherwise null.
struct ReusableSet {
  const void* operator()(const NotCertified&) const { return nullptr; }
  const void* operator()(const Trace&) const { return nullptr; }
  const void* operator()(const ClosedSetRef& set) const { return set.get(); }
  const void* operator()(const ReducedSetRef& set) const { return set.get(); }
  const void* operator()(const CaseSplitRef& cases) const { return cases.get(); }
  const void* operator()(const InvariantProofRef&) const { return nullptr; }   // its steps are about one question
  const void* operator()(const LeapSetRef& set) const {
    return set == nullptr || set->is_reduced ? nullptr : set.get();   // see leap_set_obligations()
  }
};

// Whether both are the same object. Equal sets do not count.
bool is_same_set(const Evidence& a, const Evidence& b) {
  const void* set = std::visit(ReusableSet(), a);
  return set != nullptr && a.index() == b.index() && set == std::visit(ReusableSet(), b);
}

}   // namespace

std::uint32_t rows_per_beat(const Network& network) {
  constexpr std::size_t kWork = 200'000;   // participants and components examined per beat
  return static_cast<std::uint32_t>(
      std::clamp<std::size_t>(kWork / (network.num_components() + network.num_participants() + 1), 1, 4096));
}

Objection needs_everybody(const Claim& asked) {
  switch (kind_of(asked.property)) {
    case PropertyKind::kReach:
    case PropertyKind::kNever:
    case PropertyKind::kSafety: return std::nullopt;
    case PropertyKind::kDeadlock:
    case PropertyKind::kLocalDeadlock:
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: break;
  }
  return fmt::format("evidence for '{}' is never self-contained: it depends on every component",
                     kind_name(kind_of(asked.property)));
}

Objection fits_verdict(const Claim& asked) {
  if (std::holds_alternative<CaseSplitRef>(asked.evidence) && needs_everybody(asked))
    return fmt::format("a case split is about a formula, not about '{}'", kind_name(kind_of(asked.property)));
  const bool trace = std::holds_alternative<Trace>(asked.evidence);
  const bool reach = std::holds_alternative<Reach>(asked.property.ask);
  const Verdict proved = trace == reach ? Verdict::kHolds : Verdict::kViolated;
  if (asked.claimed == proved) return std::nullopt;
  const bool is_proof = std::holds_alternative<InvariantProofRef>(asked.evidence);
  return fmt::format("a {} for '{}' can only show '{}', not '{}'",
                     is_proof ? "proof from invariants" : kind_name(kind_of(asked.evidence)), kind_name(kind_of(asked.property)),
                     verdict_name(proved), verdict_name(asked.claimed));
}

namespace {

// Judges by the tables alone, without the rule about assumptions.
struct JudgeByKind {
  const ObligationTables& tables;
  const Claim& asked;

  Judgement operator()(const NotCertified&) const {
    return rejection("fits-verdict", "there is neither a trace nor a certificate: nothing is shown");
  }
  Judgement operator()(const Trace& trace) const {
    if (Objection objection = ill_formed_trace(asked, trace)) return rejection(kWellFormed, *std::move(objection));
    return apply(tables.trace, asked);
  }
  Judgement operator()(const ClosedSetRef& set) const { return judge_set(tables.closed_set, asked, set); }
  Judgement operator()(const ReducedSetRef& set) const { return judge_set(tables.reduced_set, asked, set); }
  Judgement operator()(const CaseSplitRef& cases) const { return judge_set(tables.case_split, asked, cases); }
  Judgement operator()(const LeapSetRef& set) const { return judge_set(tables.leap_set, asked, set); }
  Judgement operator()(const InvariantProofRef& proof) const { return judge_proof(tables.invariants, asked, proof); }
};

}   // namespace

Judgement judge_with(const ObligationTables& tables, const Claim& asked) {
  if (Objection objection = ill_formed_property(asked.network, asked.property))
    return rejection(kWellFormed, *std::move(objection));
  Judgement judgement = std::visit(JudgeByKind{tables, asked}, asked.evidence);
  if (!judgement.accepted || asked.assumption == nullptr) return judgement;
  if (Objection objection = tables.assumption->outside(asked)) return rejection("assumption", *std::move(objection));
  judgement.is_conditional = tables.assumption->is_conditional(*asked.assumption, asked.property, asked.evidence);
  judgement.shows_assumption = tables.assumption->shows(*asked.assumption, asked.property, asked.claimed);
  return judgement;
}

Judgement Judge::operator()(const Property& property, Verdict claimed, const Evidence& evidence, const Limits& limits,
                            Progress& progress) {
  Judgement judgement = judge_with({.trace = trace_obligations(),
                                    .closed_set = closed_set_obligations(),
                                    .reduced_set = reduced_set_obligations(),
                                    .case_split = case_split_obligations(),
                                    .invariants = invariant_obligations(),
                                    .leap_set = leap_set_obligations(),
                                    .assumption = &assumption_rule()},
                                   {.network = network_,
                                    .property = property,
                                    .claimed = claimed,
                                    .evidence = evidence,
                                    .limits = limits,
                                    .progress = progress,
                                    .assumption = assumption_,
                                    .set_is_known = is_same_set(evidence, accepted_)});
  if (judgement.accepted && !std::holds_alternative<Trace>(evidence)) accepted_ = evidence;
  if (judgement.shows_assumption) is_assumption_shown_ = true;
  if (is_assumption_shown_) judgement.is_conditional = false;
  return judgement;
}

bool Judge::is_conditional(const Property& property, const Evidence& evidence) const {
  return assumption_ != nullptr && !is_assumption_shown_ && assumption_rule().is_conditional(*assumption_, property, evidence);
}

Judgement judge(const Network& network, const Property& property, Verdict claimed, const Evidence& evidence, const Limits& limits,
                Progress& progress) {
  return Judge(network)(property, claimed, evidence, limits, progress);
}

}   // namespace parley
