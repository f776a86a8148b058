#include "naive_leaps.h"

#include <algorithm>
#include <map>
#include <memory>

namespace parley::evidence_ring {

namespace {

bool is_about_deadlocks(const Property& property) {
  return kind_of(property) == PropertyKind::kDeadlock || kind_of(property) == PropertyKind::kLocalDeadlock;
}

// Every way to take one of each.
std::vector<Locals> product(const std::vector<std::vector<std::uint32_t>>& sets) {
  std::vector<Locals> all = {{}};
  for (const std::vector<std::uint32_t>& set : sets) {
    std::vector<Locals> longer;
    for (const Locals& begun : all)
      for (std::uint32_t each : set) {
        longer.push_back(begun);
        longer.back().push_back(each);
      }
    all = std::move(longer);
  }
  return all;
}

void count(const Predicate& formula, std::uint32_t node, std::map<std::uint32_t, int>& times) {
  const Predicate::Node& at = formula.nodes()[node];
  switch (at.kind) {
    case Predicate::Kind::kConstant: break;
    case Predicate::Kind::kAtom: ++times[formula.atoms()[at.first].component.value]; break;
    case Predicate::Kind::kNot:
    case Predicate::Kind::kAnd:
    case Predicate::Kind::kOr:
      for (std::uint32_t child : formula.children(at)) count(formula, child, times);
      break;
    case Predicate::Kind::kAtMost:
      for (const Predicate::Term& term : formula.terms(at)) ++times[formula.atoms()[term.atom].component.value];
      break;
  }
}

const Predicate* formula_of(const Property& property) {
  if (const auto* reach = std::get_if<Reach>(&property.ask)) return &reach->goal;
  if (const auto* never = std::get_if<Never>(&property.ask)) return &never->bad;
  return nullptr;
}

}   // namespace

Evidence to_evidence(const Network& network, const LeapClaim& claim) {
  LeapSet set{.nodes = {.states = StateTable(network, {network.components().begin(), network.components().end()}),
                        .supports = {claim.supports.begin(), claim.supports.end()},
                        .ranks = claim.ranks},
              .is_reduced = claim.is_reduced,
              .steppers = claim.steppers};
  for (const Locals& locals : claim.rows) {
    std::vector<LocalState> row;
    for (std::uint32_t local : locals) row.emplace_back(local);
    set.nodes.states.add(row);
  }
  return std::make_shared<const LeapSet>(std::move(set));
}

LeapClaim to_leap_claim(const Claim& asked) {
  const LeapSet& set = *std::get<LeapSetRef>(asked.evidence);
  LeapClaim claim{.property = asked.property,
                  .verdict = asked.claimed,
                  .rows = {},
                  .is_reduced = set.is_reduced,
                  .supports = {},
                  .ranks = set.nodes.ranks,
                  .steppers = set.steppers};
  for (std::size_t row = 0; row < set.nodes.states.size(); ++row) {
    Locals& locals = claim.rows.emplace_back();
    for (std::size_t column = 0; column < set.nodes.states.num_columns(); ++column)
      locals.push_back(set.nodes.states.at(row, column).value);
  }
  for (std::uint64_t support : set.nodes.supports) claim.supports.push_back(static_cast<unsigned>(support));
  return claim;
}

NaiveLeaps::NaiveLeaps(const Network& network, LeapSlip slip, std::vector<ComponentId> steppers)
    : network_(network), naive_(network), slip_(slip), steppers_(std::move(steppers)) {
  if (slip == LeapSlip::kSteppersLeap) steppers_.clear();
  for (ComponentId component : network.components()) {
    std::vector<States>& of_component = reach_.emplace_back();
    for (std::uint32_t state = 0; state < network.lts(component).num_states(); ++state)
      of_component.push_back(find_reach(component, state));
  }
}

bool NaiveLeaps::is_local(RuleId rule) const {
  const auto participants = network_.participants(rule);
  return participants.size() == 1 && std::find(steppers_.begin(), steppers_.end(), participants[0].component) == steppers_.end();
}

bool NaiveLeaps::is_local(ComponentId component, LocalLabel label) const {
  for (RuleId rule : network_.rules())
    if (is_local(rule) && network_.participants(rule)[0] == Participant{component, label}) return true;
  return false;
}

bool NaiveLeaps::is_shared(ComponentId component, LocalLabel label) const {
  for (RuleId rule : network_.rules()) {
    const auto participants = network_.participants(rule);
    if (!is_local(rule) &&
        std::find(participants.begin(), participants.end(), Participant{component, label}) != participants.end())
      return true;
  }
  return false;
}

NaiveLeaps::States NaiveLeaps::find_reach(ComponentId component, std::uint32_t state) const {
  States found = {state};
  for (std::size_t before = 0; before != found.size();) {
    before = found.size();
    for (std::uint32_t from : States(found))
      for (const Edge& edge : network_.lts(component).edges(LocalState(from)))
        if (is_local(component, edge.label) && !is_error(component, edge.target.value)) found.insert(edge.target.value);
  }
  return found;
}

std::uint32_t NaiveLeaps::representative(ComponentId component, std::uint32_t state) const {
  for (std::uint32_t other : reach(component, state))
    if (reach(component, other).contains(state)) return other;
  return state;
}

bool NaiveLeaps::rests(ComponentId component, std::uint32_t state) const {
  for (const Edge& edge : network_.lts(component).edges(LocalState(state)))
    if (is_local(component, edge.label)) return false;
  return true;
}

NaiveLeaps::States NaiveLeaps::tops(ComponentId component, LocalLabel label, std::uint32_t state) const {
  States entered;
  for (std::uint32_t from : slip(LeapSlip::kFromNode) ? States{state} : States(reach(component, state)))
    for (const Edge& edge : network_.lts(component).edges(LocalState(from), label))
      if (!is_error(component, edge.target.value)) entered.insert(edge.target.value);
  States tops;
  for (std::uint32_t target : entered) {
    const bool is_below = std::any_of(entered.begin(), entered.end(), [&](std::uint32_t other) {
      return reach(component, other).contains(target) && !reach(component, target).contains(other);
    });
    if (!is_below) tops.insert(representative(component, target));
  }
  if (slip(LeapSlip::kFirstTop) && tops.size() > 1) tops = {*tops.begin()};
  return tops;
}

std::vector<Locals> NaiveLeaps::cover(const Locals& node) const {
  if (slip(LeapSlip::kNodeOnly)) return {node};
  std::vector<std::vector<std::uint32_t>> sets;
  for (ComponentId component : network_.components()) {
    const States states = reach(component, node[component.index()]);
    sets.emplace_back(states.begin(), states.end());
  }
  return product(sets);
}

Locals NaiveLeaps::initial() const {
  Locals node;
  for (ComponentId component : network_.components()) {
    const std::uint32_t state = network_.lts(component).initial().value;
    node.push_back(slip(LeapSlip::kUnrepresented) ? state : representative(component, state));
  }
  return node;
}

bool NaiveLeaps::begins_in_error() const {
  for (ComponentId component : network_.components())
    if (network_.lts(component).is_error(network_.lts(component).initial())) return true;
  return false;
}

std::set<Locals> NaiveLeaps::leaps(const Locals& node) const {
  std::set<Locals> found;
  for (RuleId rule : network_.rules()) {
    const auto participants = network_.participants(rule);
    if (is_local(rule) && !slip(LeapSlip::kLocalLeaps)) continue;
    if (participants.size() == 1 && slip(LeapSlip::kSteppersStand)) continue;
    std::vector<std::vector<std::uint32_t>> sets;
    for (const Participant& participant : participants) {
      const States states = tops(participant.component, participant.label, node[participant.component.index()]);
      sets.emplace_back(states.begin(), states.end());
    }
    for (const Locals& targets : product(sets)) {
      Locals next = node;
      for (std::size_t i = 0; i < participants.size(); ++i) next[participants[i].component.index()] = targets[i];
      found.insert(next);
    }
  }
  return found;
}

std::set<Locals> NaiveLeaps::closure(std::set<Locals> nodes) const {
  std::vector<Locals> open(nodes.begin(), nodes.end());
  while (!open.empty()) {
    const Locals node = open.back();
    open.pop_back();
    for (const Locals& next : leaps(node))
      if (nodes.insert(next).second) open.push_back(next);
  }
  return nodes;
}

std::vector<Locals> NaiveLeaps::all_nodes() const {
  std::vector<std::vector<std::uint32_t>> sets;
  for (ComponentId component : network_.components()) {
    std::vector<std::uint32_t>& set = sets.emplace_back();
    for (std::uint32_t state = 0; state < network_.lts(component).num_states(); ++state)
      if (!is_error(component, state) && representative(component, state) == state) set.push_back(state);
  }
  return product(sets);
}

Lts NaiveLeaps::leap_lts(ComponentId component, bool is_about_deadlocks) const {
  const Lts& lts = network_.lts(component);
  const auto labels = static_cast<std::uint32_t>(lts.num_labels());
  LtsBuilder builder;
  builder.add_states(lts.num_states());
  for (std::uint32_t label = 0; label < 2 * labels; ++label)
    builder.add_label("l" + std::to_string(label));   // shared ones, then local ones
  for (std::uint32_t state = 0; state < lts.num_states(); ++state) {
    if (is_error(component, state)) {
      builder.set_error(LocalState(state));
      continue;
    }
    const States reached = reach(component, state);
    States resting;
    for (std::uint32_t each : reached)
      if (rests(component, each)) resting.insert(each);
    bool has_edges = false;
    const auto add = [&](std::uint32_t label, std::uint32_t to) {
      builder.add_edge(LocalState(state), LocalLabel(label), LocalState(to));
      has_edges = true;
    };
    for (std::uint32_t label = 0; label < labels; ++label) {
      const bool is_shared_label = is_shared(component, LocalLabel(label));
      const bool is_local_label = is_local(component, LocalLabel(label));
      if (is_shared_label)
        for (std::uint32_t top : tops(component, LocalLabel(label), state)) add(label, top);
      for (std::uint32_t from : reached)
        for (const Edge& edge : lts.edges(LocalState(from), LocalLabel(label))) {
          if (!lts.is_error(edge.target)) continue;
          if (is_shared_label) add(label, edge.target.value);
          if (is_local_label && (!is_about_deadlocks || slip(LeapSlip::kHiddenByErrors))) add(labels + label, edge.target.value);
        }
      if (is_local_label && is_about_deadlocks && resting.empty() && !slip(LeapSlip::kAlwaysRests)) add(labels + label, state);
    }
    const auto is_terminal = [&](std::uint32_t each) { return lts.is_terminal(LocalState(each)); };
    bool has_ended = !resting.empty() && std::all_of(resting.begin(), resting.end(), is_terminal);
    if (slip(LeapSlip::kEndedAtOnce)) has_ended = std::any_of(resting.begin(), resting.end(), is_terminal);
    if (!is_about_deadlocks || slip(LeapSlip::kNeverEnds)) has_ended = false;
    if (lts.is_terminal(LocalState(state)) || (has_ended && !has_edges)) builder.set_terminal(LocalState(state));
  }
  builder.set_initial(LocalState(representative(component, lts.initial().value)));
  return std::move(builder).build();
}

Network NaiveLeaps::leap_network(const Property& property) const {
  NetworkBuilder builder;
  for (ComponentId component : network_.components())
    builder.add_component(network_.name(component), builder.add_template(leap_lts(component, is_about_deadlocks(property))),
                          network_.is_observer(component) ? Role::kObserver : Role::kProcess);
  for (RuleId rule : network_.rules()) {
    std::vector<Participant> participants(network_.participants(rule).begin(), network_.participants(rule).end());
    if (is_local(rule))
      participants[0].label = LocalLabel(participants[0].label.index() + network_.lts(participants[0].component).num_labels());
    builder.add_rule(builder.intern_label(network_.label_name(rule)), participants);
  }
  return std::move(builder).build();
}

Atom NaiveLeaps::moved(const Atom& atom, bool is_positive) const {
  Atom result{.component = atom.component, .states = {}};
  for (std::uint32_t state = 0; state < network_.lts(atom.component).num_states(); ++state) {
    const States states = reach(atom.component, state);
    const auto is_in = [&](std::uint32_t each) {
      return std::find(atom.states.begin(), atom.states.end(), LocalState(each)) != atom.states.end();
    };
    if (is_positive ? std::any_of(states.begin(), states.end(), is_in) : std::all_of(states.begin(), states.end(), is_in))
      result.states.emplace_back(state);
  }
  return result;
}

PredicateBuilder::Handle NaiveLeaps::moved(const Predicate& formula, std::uint32_t node, bool is_positive,
                                           PredicateBuilder& builder) const {
  const Predicate::Node& at = formula.nodes()[node];
  std::vector<PredicateBuilder::Handle> parts;
  if (at.kind == Predicate::Kind::kNot || at.kind == Predicate::Kind::kAnd || at.kind == Predicate::Kind::kOr)
    for (std::uint32_t child : formula.children(at))
      parts.push_back(moved(formula, child,
                            at.kind == Predicate::Kind::kNot && !slip(LeapSlip::kSignsAreLost) ? !is_positive : is_positive,
                            builder));
  switch (at.kind) {
    case Predicate::Kind::kConstant: return builder.constant(at.value);
    case Predicate::Kind::kAtom: {
      const Atom atom = moved(formula.atoms()[at.first], is_positive);
      return atom.states.empty() ? builder.constant(false) : builder.atom(atom);
    }
    case Predicate::Kind::kNot: return builder.negate(parts[0]);
    case Predicate::Kind::kAnd: return builder.all_of(parts);
    case Predicate::Kind::kOr: return builder.any_of(parts);
    case Predicate::Kind::kAtMost: break;
  }
  std::vector<PredicateBuilder::CountTerm> terms;
  for (const Predicate::Term& term : formula.terms(at)) {
    const bool is_low = term.weight > 0 && !slip(LeapSlip::kSumsAreAtoms);
    const Atom atom = moved(formula.atoms()[term.atom], is_low ? !is_positive : is_positive);
    if (!atom.states.empty()) terms.push_back({.weight = term.weight, .atom = atom});
  }
  return builder.at_most(std::move(terms), at.bound);
}

Property NaiveLeaps::translated(const Property& property) const {
  const Predicate* formula = formula_of(property);
  if (formula == nullptr) return property;
  PredicateBuilder builder;
  const auto root = moved(*formula, static_cast<std::uint32_t>(formula->nodes().size() - 1), true, builder);
  Predicate result = std::move(builder).build(root);
  if (kind_of(property) == PropertyKind::kReach) return {property.name, Reach{std::move(result)}};
  return {property.name, Never{std::move(result)}};
}

bool NaiveLeaps::well_formed(const LeapClaim& claim) const {
  for (std::size_t i = 0; i < claim.steppers.size(); ++i) {
    if (claim.steppers[i].index() >= network_.num_components()) return false;
    if (i > 0 && claim.steppers[i - 1].value >= claim.steppers[i].value) return false;
  }
  if (!claim.is_reduced && (!claim.supports.empty() || !claim.ranks.empty())) return false;
  if (claim.is_reduced && claim.supports.size() != claim.rows.size()) return false;
  if (claim.is_reduced && !claim.ranks.empty() && claim.ranks.size() != claim.rows.size()) return false;
  for (const Locals& row : claim.rows)
    for (ComponentId component : network_.components()) {
      const std::uint32_t state = row[component.index()];
      if (state >= network_.lts(component).num_states()) return false;
      if (is_error(component, state) ? !claim.is_reduced : representative(component, state) != state) return false;
    }
  return true;
}

bool NaiveLeaps::fits_verdict(const LeapClaim& claim) const {
  return claim.verdict == (kind_of(claim.property) == PropertyKind::kReach ? Verdict::kViolated : Verdict::kHolds);
}

bool NaiveLeaps::contains_initial(const LeapClaim& claim) const {
  if (!claim.is_reduced && begins_in_error()) return false;
  return std::find(claim.rows.begin(), claim.rows.end(), initial()) != claim.rows.end();
}

template <class Obligation>
bool NaiveLeaps::as_reduced(const LeapClaim& claim, const Obligation& obligation) const {
  const Network leaps = leap_network(claim.property);
  return obligation(Naive(leaps),
                    OwnedClaim{.property = translated(claim.property),
                               .verdict = claim.verdict,
                               .evidence = PlainReduced{.rows = claim.rows, .supports = claim.supports, .ranks = claim.ranks}});
}

bool NaiveLeaps::closed(const LeapClaim& claim) const {
  if (claim.is_reduced)
    return as_reduced(claim, [](const Naive& naive, const OwnedClaim& of_leaps) { return naive.closed_reduced(of_leaps); });
  const std::set<Locals> rows(claim.rows.begin(), claim.rows.end());
  return closure(rows) == rows;
}

bool NaiveLeaps::settled(const LeapClaim& claim) const {
  if (!claim.is_reduced) return true;
  if (const Predicate* formula = formula_of(claim.property)) {
    if (naive_.may_err() && !slip(LeapSlip::kErrorsAreFine)) return false;
    std::map<std::uint32_t, int> times;
    count(*formula, static_cast<std::uint32_t>(formula->nodes().size() - 1), times);
    return slip(LeapSlip::kTwiceIsFine) ||
           std::all_of(times.begin(), times.end(), [](const auto& each) { return each.second == 1; });
  }
  if (!is_about_deadlocks(claim.property)) return true;
  for (const Locals& row : claim.rows)
    for (ComponentId component : network_.components()) {
      const std::uint32_t state = row[component.index()];
      if (is_error(component, state)) continue;
      const Lts& lts = network_.lts(component);
      const States states = reach(component, state);
      for (LocalLabel label : lts.labels()) {
        if (!is_shared(component, label)) continue;
        const auto offers = [&](std::uint32_t each) { return lts.offers(LocalState(each), label); };
        const bool is_offered = slip(LeapSlip::kOnTheSpot) ? offers(state) : std::any_of(states.begin(), states.end(), offers);
        if (is_offered && std::any_of(states.begin(), states.end(),
                                      [&](std::uint32_t each) { return rests(component, each) && !offers(each); }))
          return false;
      }
    }
  return true;
}

bool NaiveLeaps::excludes_bad(const LeapClaim& claim) const {
  if (claim.is_reduced)
    return as_reduced(claim, [](const Naive& naive, const OwnedClaim& of_leaps) { return naive.excludes_bad_reduced(of_leaps); });
  for (const Locals& row : claim.rows)
    for (const Locals& state : cover(row)) {
      if (naive_.is_bad(claim.property, state)) return false;
      if (slip(LeapSlip::kErrorsUnseen)) continue;
      for (const Naive::Transition& step : naive_.transitions(state)) {
        if (slip(LeapSlip::kErrorsOfSharedOnly) && is_local(step.rule)) continue;
        if (naive_.in_error(step.to) && naive_.is_bad(claim.property, step.to)) return false;
      }
    }
  return true;
}

bool NaiveLeaps::brings_no_error_forward(const LeapClaim& claim) const {
  return !claim.is_reduced || as_reduced(claim, [](const Naive& naive, const OwnedClaim& of_leaps) {
    return naive.brings_no_error_forward(of_leaps);
  });
}

bool NaiveLeaps::ignores_nobody(const LeapClaim& claim) const {
  return !claim.is_reduced ||
         as_reduced(claim, [](const Naive& naive, const OwnedClaim& of_leaps) { return naive.ignores_nobody(of_leaps); });
}

bool NaiveLeaps::accepts(const LeapClaim& claim) const {
  return well_formed(claim) && fits_verdict(claim) && contains_initial(claim) && closed(claim) && settled(claim) &&
         excludes_bad(claim) && brings_no_error_forward(claim) && ignores_nobody(claim);
}

}   // namespace parley::evidence_ring
