#include "naive.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace parley::evidence_ring {

Locals Naive::initial() const {
  Locals state;
  for (ComponentId component : network_.components()) state.push_back(network_.lts(component).initial().value);
  return state;
}

Naive::Partial Naive::whole(const Locals& state) const { return {state.begin(), state.end()}; }

Naive::Partial Naive::partial(const PlainSet& set, const Locals& row) const {
  Partial state(network_.num_components());
  for (std::size_t column = 0; column < row.size(); ++column) state[set.support[column].index()] = row[column];
  return state;
}

bool Naive::offers(const Participant& participant, std::uint32_t state) const {
  for (const Edge& edge : network_.lts(participant.component).edges(LocalState(state)))
    if (edge.label == participant.label) return true;
  return false;
}

bool Naive::has_error(const Partial& state) const {
  for (ComponentId component : network_.components())
    if (state[component.index()] && network_.lts(component).is_error(LocalState(*state[component.index()]))) return true;
  return false;
}

// Every way in which the known components can take part; empty if one of them refuses.
std::vector<Naive::Partial> Naive::successors(const Partial& state, RuleId rule) const {
  std::vector<Partial> done = {state};
  for (const Participant& participant : network_.participants(rule)) {
    const auto now = state[participant.component.index()];
    if (!now) continue;
    std::vector<Partial> next;
    for (const Partial& before : done)
      for (const Edge& edge : network_.lts(participant.component).edges(LocalState(*now))) {
        if (edge.label != participant.label) continue;
        next.push_back(before);
        next.back()[participant.component.index()] = edge.target.value;
        if (slip(Slip::kFirstEdge)) break;
      }
    done = std::move(next);
  }
  return done;
}

std::vector<Naive::Transition> Naive::transitions(const Locals& state) const {
  std::vector<Transition> result;
  if (has_error(whole(state))) return result;
  for (RuleId rule : network_.rules())
    for (const Partial& next : successors(whole(state), rule)) {
      Locals to;
      for (const auto& local : next) to.push_back(*local);
      result.push_back({rule, std::move(to)});
    }
  return result;
}

bool Naive::is_terminated(const Partial& state) const {
  std::set<ComponentId> can_end;
  for (ComponentId component : network_.components())
    if (!network_.is_observer(component))
      for (LocalState local : network_.lts(component).states())
        if (network_.lts(component).is_terminal(local)) can_end.insert(component);
  if (can_end.empty()) return false;
  for (ComponentId component : can_end) {
    const auto now = state[component.index()];
    if (!now && slip(Slip::kMissingHaveEnded)) continue;
    if (!now || !network_.lts(component).is_terminal(LocalState(*now))) return false;
  }
  if (slip(Slip::kAnyRuleEnds)) return true;
  for (RuleId rule : network_.rules()) {
    const auto parts = network_.participants(rule);
    if (std::none_of(parts.begin(), parts.end(), [&](const Participant& p) { return can_end.contains(p.component); }))
      return false;
  }
  return true;
}

bool Naive::is_deadlock(const Partial& state) const {
  if (has_error(state) && !slip(Slip::kErrorIsDeadlock)) return false;
  for (RuleId rule : network_.rules()) {
    bool enabled = true;
    bool somebody_known = false;
    for (const Participant& participant : network_.participants(rule)) {
      const auto now = state[participant.component.index()];
      somebody_known = somebody_known || now;
      if (!now && slip(Slip::kOthersEnable)) continue;
      enabled = enabled && now && offers(participant, *now);
    }
    if (enabled && somebody_known) return false;
  }
  return slip(Slip::kTerminatedIsDeadlock) || !is_terminated(state);
}

bool Naive::refused_inside(RuleId rule, const Partial& state, unsigned subset) const {
  for (const Participant& participant : network_.participants(rule)) {
    const std::size_t at = participant.component.index();
    if ((subset >> at & 1U) != 0 && !offers(participant, *state[at])) return true;
  }
  return false;
}

// The union of all blocked sets of processes, found by trying every set.
bool Naive::has_stuck(const Partial& state) const {
  if (has_error(state)) return false;
  unsigned all = 0;
  for (ComponentId component : network_.components())
    if (!network_.is_observer(component) && state[component.index()]) all |= 1U << component.index();
  unsigned largest = 0;
  for (unsigned subset = 1; subset <= all; ++subset) {
    if ((subset & ~all) != 0) continue;
    bool blocked = true;
    for (RuleId rule : network_.rules()) {
      const auto parts = network_.participants(rule);
      const bool concerned = std::any_of(parts.begin(), parts.end(),
                                         [&](const Participant& p) { return (subset >> p.component.index() & 1U) != 0; });
      if (concerned && !refused_inside(rule, state, subset)) blocked = false;
    }
    if (blocked) largest |= subset;
  }
  for (ComponentId component : network_.components()) {
    if ((largest >> component.index() & 1U) == 0) continue;
    const bool ended = network_.lts(component).is_terminal(LocalState(*state[component.index()]));
    const bool idle = network_.rules(component).empty();
    if ((!ended || slip(Slip::kEndedIsStuck)) && (!idle || slip(Slip::kIdleIsStuck))) return true;
  }
  return false;
}

Naive::Possible Naive::possible(const Atom& atom, const Partial& state) const {
  const auto now = state[atom.component.index()];
  if (!now) return {.truth = !slip(Slip::kUnknownIsFalse), .falsehood = true};
  const bool holds = std::find(atom.states.begin(), atom.states.end(), LocalState(*now)) != atom.states.end();
  return {.truth = holds, .falsehood = !holds};
}

Naive::Possible Naive::possible(const Predicate& predicate, std::uint32_t at, const Partial& state) const {
  const Predicate::Node& node = predicate.nodes()[at];
  switch (node.kind) {
    case Predicate::Kind::kConstant: return {.truth = node.value, .falsehood = !node.value};
    case Predicate::Kind::kAtom: return possible(predicate.atoms()[node.first], state);
    case Predicate::Kind::kNot: {
      const Possible operand = possible(predicate, predicate.children(node)[0], state);
      return {.truth = operand.falsehood, .falsehood = operand.truth};
    }
    case Predicate::Kind::kAnd: {
      Possible all{.truth = true, .falsehood = false};
      for (std::uint32_t child : predicate.children(node)) {
        const Possible part = possible(predicate, child, state);
        all = {.truth = all.truth && part.truth, .falsehood = all.falsehood || part.falsehood};
      }
      return all;
    }
    case Predicate::Kind::kOr: {
      Possible any{.truth = false, .falsehood = true};
      for (std::uint32_t child : predicate.children(node)) {
        const Possible part = possible(predicate, child, state);
        any = {.truth = any.truth || part.truth, .falsehood = any.falsehood && part.falsehood};
      }
      return any;
    }
    case Predicate::Kind::kAtMost: {
      std::set<std::int64_t> sums = {0};
      for (const Predicate::Term& term : predicate.terms(node)) {
        const Possible counted = possible(predicate.atoms()[term.atom], state);
        std::set<std::int64_t> next;
        for (std::int64_t sum : sums) {
          if (counted.truth) next.insert(sum + term.weight);
          if (counted.falsehood) next.insert(sum);
        }
        sums = std::move(next);
      }
      return {.truth = *sums.begin() <= node.bound, .falsehood = *sums.rbegin() > node.bound};
    }
  }
  return {.truth = true, .falsehood = true};
}

bool Naive::may_be_bad(const Property& property, const Partial& state) const {
  const auto satisfiable = [&](const Predicate& predicate) {
    return possible(predicate, static_cast<std::uint32_t>(predicate.nodes().size() - 1), state).truth;
  };
  switch (kind_of(property)) {
    case PropertyKind::kDeadlock: return is_deadlock(state);
    case PropertyKind::kLocalDeadlock: return has_stuck(state);
    case PropertyKind::kReach: return satisfiable(std::get<Reach>(property.ask).goal);
    case PropertyKind::kNever: return satisfiable(std::get<Never>(property.ask).bad);
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: return false;   // never asked here: no engine decides them
    case PropertyKind::kSafety:
      for (ComponentId automaton : std::get<Safety>(property.ask).automata) {
        const auto now = state[automaton.index()];
        if (now && network_.lts(automaton).is_error(LocalState(*now))) return true;
      }
      return false;
  }
  return true;
}

bool Naive::is_bad(const Property& property, const Locals& state) const { return may_be_bad(property, whole(state)); }

Verdict Naive::verdict(const Property& property) const { return prove(property).verdict; }

OwnedClaim Naive::prove(const Property& property) const {
  struct Arrival {
    Locals from;
    RuleId rule;
  };
  const bool reach = kind_of(property) == PropertyKind::kReach;
  std::map<Locals, Arrival> seen = {{initial(), {}}};
  std::deque<Locals> queue = {initial()};
  while (!queue.empty()) {
    Locals state = queue.front();
    queue.pop_front();
    if (is_bad(property, state)) {
      PlainTrace steps;
      while (state != initial()) {
        const Arrival& arrival = seen.at(state);
        PlainStep step{.label = network_.label(arrival.rule), .moves = {}};
        for (const Participant& p : network_.participants(arrival.rule))
          step.moves.push_back({p.component, LocalState(state[p.component.index()])});
        steps.insert(steps.begin(), std::move(step));
        state = Locals(arrival.from);
      }
      return {property, reach ? Verdict::kHolds : Verdict::kViolated, std::move(steps)};
    }
    for (Transition& transition : transitions(state))
      if (seen.emplace(transition.to, Arrival{state, transition.rule}).second) queue.push_back(std::move(transition.to));
  }
  PlainSet set;
  for (ComponentId component : network_.components()) set.support.push_back(component);
  for (const auto& [state, arrival] : seen) set.rows.push_back(state);
  return {property, reach ? Verdict::kViolated : Verdict::kHolds, std::move(set)};
}

PlainSet Naive::closure(std::vector<ComponentId> support, std::vector<LinearInvariant> invariants) const {
  PlainSet set{.support = std::move(support), .rows = {}, .invariants = std::move(invariants)};
  Locals start;
  for (ComponentId component : set.support) start.push_back(initial()[component.index()]);
  std::set<Locals> seen = {start};
  set.rows.push_back(start);
  for (std::size_t at = 0; at < set.rows.size(); ++at) {
    const Partial state = partial(set, set.rows[at]);
    if (has_error(state)) continue;
    for (RuleId rule : network_.rules())
      for (const Partial& next : successors(state, rule)) {
        Locals row;
        for (ComponentId component : set.support) row.push_back(*next[component.index()]);
        if (!ruled_out(set, next) && seen.insert(row).second) set.rows.push_back(row);
      }
  }
  return set;
}

bool Naive::fits_verdict(const OwnedClaim& claim) const {
  const PropertyKind kind = kind_of(claim.property);
  if (std::holds_alternative<PlainCases>(claim.evidence) &&
      (kind == PropertyKind::kDeadlock || kind == PropertyKind::kLocalDeadlock))
    return false;
  const bool by_trace = std::holds_alternative<PlainTrace>(claim.evidence);
  if (kind_of(claim.property) == PropertyKind::kReach) return claim.verdict == (by_trace ? Verdict::kHolds : Verdict::kViolated);
  return claim.verdict == (by_trace ? Verdict::kViolated : Verdict::kHolds);
}

bool Naive::step_allowed(const Locals& state, const PlainStep& step) const {
  for (RuleId rule : network_.rules()) {
    if (network_.label(rule) != step.label && !slip(Slip::kAnyLabel)) continue;
    const auto parts = network_.participants(rule);
    if (parts.size() != step.moves.size() && !slip(Slip::kMoreMovers)) continue;
    const bool allowed = std::all_of(parts.begin(), parts.end(), [&](const Participant& part) {
      for (const Move& move : step.moves) {
        if (move.component != part.component) continue;
        if (slip(Slip::kAnyTarget)) return offers(part, state[part.component.index()]);
        for (const Edge& edge : network_.lts(part.component).edges(LocalState(state[part.component.index()])))
          if (edge.label == part.label && edge.target == move.to) return true;
      }
      return false;
    });
    if (allowed) return true;
  }
  return false;
}

bool Naive::steps_replay(const OwnedClaim& claim) const {
  Locals state = initial();
  for (const PlainStep& step : std::get<PlainTrace>(claim.evidence)) {
    if (has_error(whole(state)) && !slip(Slip::kGoesOnAfterError)) return false;
    if (!step_allowed(state, step)) return false;
    for (const Move& move : step.moves) state[move.component.index()] = move.to.value;
  }
  return true;
}

bool Naive::reaches_claim(const OwnedClaim& claim) const {
  Locals state = initial();
  bool earlier = is_bad(claim.property, state);
  for (const PlainStep& step : std::get<PlainTrace>(claim.evidence)) {
    for (const Move& move : step.moves) state[move.component.index()] = move.to.value;
    earlier = earlier || is_bad(claim.property, state);
  }
  return slip(Slip::kEarlierState) ? earlier : is_bad(claim.property, state);
}

bool Naive::contains_initial(const OwnedClaim& claim) const {
  const std::vector<PlainSet> sets = sets_of(claim);
  return std::all_of(sets.begin(), sets.end(), [&](const PlainSet& set) { return set_contains_initial(set); });
}

bool Naive::closed(const OwnedClaim& claim) const {
  const std::vector<PlainSet> sets = sets_of(claim);
  return std::all_of(sets.begin(), sets.end(), [&](const PlainSet& set) { return set_is_closed(set); });
}

bool Naive::set_contains_initial(const PlainSet& set) const {
  Locals start;
  for (ComponentId component : set.support) start.push_back(initial()[component.index()]);
  return std::find(set.rows.begin(), set.rows.end(), start) != set.rows.end();
}

bool Naive::set_is_closed(const PlainSet& set) const {
  std::set<Partial> inside;
  for (const Locals& row : set.rows) inside.insert(partial(set, row));
  for (const Partial& state : inside) {
    if (has_error(state)) continue;
    for (RuleId rule : network_.rules()) {
      const auto parts = network_.participants(rule);
      const bool all_known =
          std::all_of(parts.begin(), parts.end(), [&](const Participant& p) { return state[p.component.index()].has_value(); });
      if (slip(Slip::kOthersRefuse) && !all_known) continue;
      if (slip(Slip::kTauStands) && network_.label_name(rule) == kTau) continue;
      for (const Partial& next : successors(state, rule))
        if (!inside.contains(next) && !ruled_out(set, next)) return false;
    }
  }
  return true;
}

bool Naive::excludes_bad(const OwnedClaim& claim) const {
  const auto& set = std::get<PlainSet>(claim.evidence);
  const auto known = [&](ComponentId component) {
    return std::find(set.support.begin(), set.support.end(), component) != set.support.end();
  };
  if (kind_of(claim.property) == PropertyKind::kLocalDeadlock && !slip(Slip::kMissingAreFree))
    for (ComponentId component : network_.components())
      if (!network_.is_observer(component) && !known(component)) return false;
  if (const auto* safety = std::get_if<Safety>(&claim.property.ask))
    for (ComponentId automaton : safety->automata)
      if (!known(automaton)) return false;
  return std::all_of(set.rows.begin(), set.rows.end(), [&](const Locals& row) {
    const Partial state = partial(set, row);
    return (slip(Slip::kErrorIsNotBad) && has_error(state)) || !may_be_bad(claim.property, state);
  });
}

bool Naive::accepts(const OwnedClaim& claim) const {
  if (!fits_verdict(claim)) return false;
  if (std::holds_alternative<PlainTrace>(claim.evidence))
    return steps_replay(claim) && reaches_claim(claim) && self_contained(claim);
  if (std::holds_alternative<PlainReduced>(claim.evidence))
    return contains_initial_reduced(claim) && closed_reduced(claim) && excludes_bad_reduced(claim) &&
           brings_no_error_forward(claim) && ignores_nobody(claim);
  if (!contains_initial(claim) || !closed(claim) || !invariants_hold(claim) || !self_contained(claim)) return false;
  const auto* cases = std::get_if<PlainCases>(&claim.evidence);
  if (cases == nullptr) return excludes_bad(claim);
  for (std::size_t set = 0; set < cases->sets.size(); ++set)   // well-formed: no set is there for nothing
    if (std::find(cases->tree.begin(), cases->tree.end(), set) == cases->tree.end()) return false;
  return covers_every_case(claim);
}

}   // namespace parley::evidence_ring
