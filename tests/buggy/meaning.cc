#include "buggy/meaning.h"

#include <algorithm>

namespace parley::buggy {

Global Meaning::initial() const {
  Global state;
  for (ComponentId component : network_.components()) state.push_back(network_.lts(component).initial());
  return state;
}

bool Meaning::in_error(const Global& state) const {
  for (ComponentId component : network_.components())
    if (network_.lts(component).is_error(state[component.index()])) return true;
  return false;
}

bool Meaning::can_fire(RuleId rule) const {
  if (bug_ == Bug::kForgetsTau && network_.label_name(rule) == kTau) return false;
  if (bug_ == Bug::kIgnoresWideRules && network_.participants(rule).size() > 3) return false;
  return bug_ != Bug::kMissesLastRule || rule.index() + 1 < network_.num_rules();
}

bool Meaning::offers(const Global& state, const Participant& participant) const {
  return network_.lts(participant.component).offers(state[participant.component.index()], participant.label);
}

bool Meaning::is_enabled(const Global& state, RuleId rule) const {
  if (!can_fire(rule)) return false;
  if (in_error(state) && bug_ != Bug::kErrorIsNotAbsorbing) return false;
  const auto participants = network_.participants(rule);
  return std::all_of(participants.begin(), participants.end(), [&](const Participant& p) { return offers(state, p); });
}

bool Meaning::some_rule_enabled(const Global& state) const {
  for (RuleId rule : network_.rules())
    if (is_enabled(state, rule)) return true;
  return false;
}

void Meaning::successors(const Global& state, const std::function<void(RuleId, const Global&)>& visit) const {
  for (RuleId rule : network_.rules()) {
    if (!is_enabled(state, rule)) continue;
    // The choices of the participants advance like an odometer.
    const auto participants = network_.participants(rule);
    std::vector<std::size_t> choice(participants.size(), 0);
    Global next = state;
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < participants.size(); ++i) {
        const ComponentId component = participants[i].component;
        if (i > 0 && bug_ == Bug::kOnlyFirstMoves) continue;
        next[component.index()] =
            network_.lts(component).edges(state[component.index()], participants[i].label)[choice[i]].target;
      }
      visit(rule, next);
      if (bug_ == Bug::kIgnoresSecondEdge) break;
      for (std::size_t i = 0; i < participants.size() && !more; ++i) {
        const std::size_t edges =
            network_.lts(participants[i].component).edges(state[participants[i].component.index()], participants[i].label).size();
        more = ++choice[i] < edges;
        if (!more) choice[i] = 0;
      }
    }
  }
}

bool Meaning::has_to_end(ComponentId component) const {
  if (network_.is_observer(component) || !network_.lts(component).has_terminal()) return false;
  return bug_ != Bug::kUnnamedNeedNotEnd || !network_.rules(component).empty();
}

bool Meaning::is_terminated(const Global& state) const {
  std::size_t ending = 0;
  std::size_t ended = 0;
  for (ComponentId component : network_.components()) {
    if (!has_to_end(component)) continue;
    ++ending;
    ended += network_.lts(component).is_terminal(state[component.index()]) ? 1 : 0;
  }
  if (ending == 0) return false;
  if (bug_ == Bug::kOneEndedIsTerminated ? ended == 0 : ended < ending) return false;
  if (bug_ == Bug::kTerminatedDespiteOtherRules) return true;
  for (RuleId rule : network_.rules()) {
    const auto participants = network_.participants(rule);
    if (std::none_of(participants.begin(), participants.end(), [&](const Participant& p) { return has_to_end(p.component); }))
      return false;
  }
  return true;
}

bool Meaning::is_deadlock(const Global& state) const {
  if (some_rule_enabled(state)) return false;
  if (in_error(state)) return bug_ == Bug::kErrorIsDeadlock;
  return bug_ == Bug::kTerminatedIsDeadlock || !is_terminated(state);
}

std::vector<bool> Meaning::blocked(const Global& state) const {
  std::vector<bool> inside(network_.num_components());
  for (ComponentId component : network_.components())
    inside[component.index()] = !network_.is_observer(component) || bug_ == Bug::kObserversCanBeStuck;
  for (bool changed = true; changed;) {
    changed = false;
    for (RuleId rule : network_.rules()) {
      bool touches = false;
      bool refused = false;
      for (const Participant& p : network_.participants(rule)) {
        const bool member = inside[p.component.index()];
        touches = touches || member;
        refused = refused || ((member || bug_ == Bug::kAnyRefusalBlocks) && !offers(state, p));
      }
      if (!touches || refused) continue;
      for (const Participant& p : network_.participants(rule)) inside[p.component.index()] = false;
      changed = bug_ != Bug::kOneSweepOnly;
    }
  }
  return inside;
}

bool Meaning::is_local_deadlock(const Global& state) const {
  if (in_error(state) && bug_ != Bug::kErrorIsLocalDeadlock) return false;
  if (bug_ == Bug::kLocalOnlyIfGlobal && some_rule_enabled(state)) return false;
  const std::vector<bool> inside = blocked(state);
  for (ComponentId component : network_.components()) {
    if (!inside[component.index()]) continue;
    if (bug_ != Bug::kUnnamedIsStuck && network_.rules(component).empty()) continue;
    if (bug_ == Bug::kEndedIsStuck || !network_.lts(component).is_terminal(state[component.index()])) return true;
  }
  return false;
}

bool Meaning::holds(const Global& state, const Atom& atom) const {
  const auto last = bug_ == Bug::kOnlyFirstState ? atom.states.begin() + 1 : atom.states.end();
  return std::find(atom.states.begin(), last, state[atom.component.index()]) != last;
}

bool Meaning::holds(const Global& state, const Predicate& predicate) const {
  std::vector<bool> values;
  for (const Predicate::Node& node : predicate.nodes()) {
    bool value = false;
    switch (node.kind) {
      case Predicate::Kind::kConstant: value = node.value; break;
      case Predicate::Kind::kAtom: value = holds(state, predicate.atoms()[node.first]); break;
      case Predicate::Kind::kNot: value = values[predicate.children(node)[0]] == (bug_ == Bug::kNegationDropped); break;
      case Predicate::Kind::kAnd:
        value = true;
        for (std::uint32_t child : predicate.children(node)) value = value && values[child];
        break;
      case Predicate::Kind::kOr:
        for (std::uint32_t child : predicate.children(node)) value = value || values[child];
        break;
      case Predicate::Kind::kAtMost: {
        std::int64_t sum = bug_ == Bug::kCountOffByOne ? 1 : 0;
        for (const Predicate::Term& term : predicate.terms(node))
          if (holds(state, predicate.atoms()[term.atom])) sum += bug_ == Bug::kWeightsIgnored ? 1 : term.weight;
        value = sum <= node.bound;
        break;
      }
    }
    values.push_back(value);
  }
  return values.back();
}

bool Meaning::is_target(const Global& state, const Property& property) const {
  switch (kind_of(property)) {
    case PropertyKind::kDeadlock: return is_deadlock(state);
    case PropertyKind::kLocalDeadlock: return is_local_deadlock(state);
    case PropertyKind::kReach:
    case PropertyKind::kNever: {
      if (bug_ == Bug::kNotInErrorStates && in_error(state)) return false;
      const auto* reach = std::get_if<Reach>(&property.ask);
      return holds(state, reach != nullptr ? reach->goal : std::get<Never>(property.ask).bad);
    }
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: return false;   // never asked here: no engine decides them
    case PropertyKind::kSafety:
      for (ComponentId automaton : std::get<Safety>(property.ask).automata) {
        if (network_.lts(automaton).is_error(state[automaton.index()])) return true;
        if (bug_ == Bug::kOnlyFirstAutomaton) return false;
      }
      return false;
  }
  return false;
}

}   // namespace parley::buggy
