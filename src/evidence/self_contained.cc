#include "evidence/self_contained.h"

#include <algorithm>

namespace parley {

namespace {

// Whether the verdict is about the states of some components only, so that it can carry over to larger
// networks.
bool is_about_states(const Property& property) {
  switch (kind_of(property)) {
    case PropertyKind::kReach:
    case PropertyKind::kNever:
    case PropertyKind::kSafety: return true;
    case PropertyKind::kDeadlock:
    case PropertyKind::kLocalDeadlock:
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: break;
  }
  return false;
}

bool goes_along(const Lts& lts, LocalState from, LocalLabel label, LocalState to) {
  const std::span<const Edge> edges = lts.edges(from, label);
  return std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) { return edge.target == to; });
}

}   // namespace

SelfContainment::SelfContainment(const Network& network)
    : network_(network), is_inside_(network.num_components()), is_looked_at_(network.num_rules()) {
  slot_begins_.reserve(network.num_components());
  std::size_t slots = 0;
  for (ComponentId component : network.components()) {
    slot_begins_.push_back(slots);
    slots += network.lts(component).num_labels();
  }
  is_known_.resize(slots);
}

void SelfContainment::place(std::span<const ComponentId> support) {
  support_.assign(support.begin(), support.end());
  for (ComponentId component : support_) is_inside_[component.index()] = 1;
}

void SelfContainment::clear() {
  for (ComponentId component : support_) is_inside_[component.index()] = 0;
  for (std::size_t slot : known_) is_known_[slot] = 0;
  for (RuleId rule : looked_at_) is_looked_at_[rule.index()] = 0;
  support_.clear();
  known_.clear();
  looked_at_.clear();
}

bool SelfContainment::stays_inside(ComponentId component, LocalLabel label) {
  const std::size_t at = slot(component, label);
  if (is_known_[at] != 0) return true;
  is_known_[at] = 1;
  known_.push_back(at);
  for (RuleId rule : network_.rules(component, label)) {
    if (is_looked_at_[rule.index()] != 0) continue;
    is_looked_at_[rule.index()] = 1;
    looked_at_.push_back(rule);
    for (const Participant& participant : network_.participants(rule))
      if (is_inside_[participant.component.index()] == 0) return false;
  }
  return true;
}

bool SelfContainment::offers_stay_inside(const StateTable& states, std::size_t column) {
  const ComponentId component = states.components()[column];
  const Lts& lts = network_.lts(component);
  occurs_.assign(lts.num_states(), 0);
  for (std::size_t row = 0; row < states.size(); ++row) {
    const LocalState now = states.at(row, column);
    if (occurs_[now.index()] != 0) continue;
    occurs_[now.index()] = 1;
    for (const Edge& edge : lts.edges(now))
      if (!stays_inside(component, edge.label)) return false;
  }
  return true;
}

bool SelfContainment::operator()(const ClosedSet& set) {
  if (!set.invariants.empty()) return false;
  place(set.states.components());
  bool inside = true;
  for (std::size_t column = 0; inside && column < set.states.num_columns(); ++column)
    inside = offers_stay_inside(set.states, column);
  clear();
  return inside;
}

// The rules that allow the step name each mover with the label of an edge for its move. The mover with the
// fewest candidates is used.
bool SelfContainment::step_stays_inside(const Trace::Step& step) {
  const auto for_each_rule = [&](const Move& move, const auto& visit) {
    for (const Edge& edge : network_.lts(move.component).edges(state_[move.component.index()]))
      if (edge.target == move.to) visit(network_.rules(move.component, edge.label));
  };
  const Move* fewest = nullptr;
  std::size_t candidates = 0;
  for (const Move& move : step.moves) {
    std::size_t count = 0;
    for_each_rule(move, [&](std::span<const RuleId> rules) { count += rules.size(); });
    if (fewest != nullptr && count >= candidates) continue;
    fewest = &move;
    candidates = count;
  }
  if (fewest == nullptr) return true;
  const auto allows = [&](RuleId rule) {
    const std::span<const Participant> participants = network_.participants(rule);
    if (network_.label(rule) != step.label || participants.size() != step.moves.size()) return false;
    for (std::size_t i = 0; i < participants.size(); ++i) {
      const auto [component, label] = participants[i];
      if (component != step.moves[i].component) return false;
      if (!goes_along(network_.lts(component), state_[component.index()], label, step.moves[i].to)) return false;
    }
    return true;
  };
  bool inside = true;
  for_each_rule(*fewest, [&](std::span<const RuleId> rules) {
    for (RuleId rule : rules) {
      if (!inside) return;
      if (!allows(rule)) continue;
      for (const auto& [component, label] : network_.participants(rule)) inside = inside && stays_inside(component, label);
    }
  });
  return inside;
}

bool SelfContainment::operator()(const Property& property, const Trace& trace) {
  place(support(network_, property, trace));
  state_.clear();
  state_.reserve(network_.num_components());
  for (ComponentId component : network_.components()) state_.push_back(network_.lts(component).initial());
  bool inside = true;
  for (std::size_t i = 0; inside && i < trace.size(); ++i) {
    const Trace::Step step = trace[i];
    inside = step_stays_inside(step);
    for (const Move& move : step.moves) state_[move.component.index()] = move.to;
  }
  clear();
  return inside;
}

bool is_self_contained(const Network& network, const Property& property, const Evidence& evidence) {
  if (!is_about_states(property)) return false;
  if (const auto* trace = std::get_if<Trace>(&evidence)) return SelfContainment(network)(property, *trace);
  if (const auto* set = std::get_if<ClosedSetRef>(&evidence)) return SelfContainment(network)(**set);
  const auto* cases = std::get_if<CaseSplitRef>(&evidence);
  if (cases == nullptr) return false;
  SelfContainment contains(network);
  return std::all_of((*cases)->sets.begin(), (*cases)->sets.end(), [&](const auto& set) { return contains(*set); });
}

bool claims_self_contained(const Evidence& evidence) {
  if (const auto* trace = std::get_if<Trace>(&evidence)) return trace->is_self_contained();
  if (const auto* set = std::get_if<ClosedSetRef>(&evidence)) return (*set)->self_contained;
  const auto* cases = std::get_if<CaseSplitRef>(&evidence);
  return cases != nullptr &&
         std::all_of((*cases)->sets.begin(), (*cases)->sets.end(), [](const auto& set) { return set->self_contained; });
}

}   // namespace parley
