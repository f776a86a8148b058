#include "engine/leap/inside.h"

#include <algorithm>

#include "solve/sat.h"

namespace parley::leap {

namespace {

using Rests = std::span<const LocalParts::Rest>;

bool offers(const LocalParts::Kind& kind, const LocalParts::Rest& rest, LocalLabel label) {
  return std::ranges::binary_search(kind.offers(rest), label);
}

}   // namespace

// The rest of each component as boolean variables of a solver. A component with one rest needs none.
class Inside::Choices {
 public:
  Choices(const Inside& inside, std::span<const LocalState> node)
      : inside_(inside), node_(node), pulse_(inside.limits_), first_(node.size()) {
    for (ComponentId component : inside.network_.components()) {
      const Rests rests = inside.rests(component, node);
      if (rests.size() < 2) continue;
      first_[component.index()] = solver_.fresh(static_cast<int>(rests.size()));
      clause_.clear();
      for (std::size_t i = 0; i < rests.size(); ++i) {
        pulse_.beat();
        clause_.push_back(literal(component, i));
      }
      solver_.add(clause_);
      add_at_most_one(solver_, clause_);
      has_choice_ = true;
    }
  }

  bool has_choice() const { return has_choice_; }
  SatSolver& solver() { return solver_; }
  Pulse& pulse() { return pulse_; }

  // Adds to 'clause' that the component is in one of the rests for which 'fits' holds. True if that is always
  // so.
  template <class Fits>
  bool add_alternatives(ComponentId component, const Fits& fits, std::vector<SatLiteral>& clause) const {
    const Rests rests = inside_.rests(component, node_);
    if (rests.size() == 1) return fits(rests[0]);
    for (std::size_t i = 0; i < rests.size(); ++i)
      if (fits(rests[i])) clause.push_back(literal(component, i));
    return false;
  }

  // The chosen states. Components without rests stay in the states of the node.
  std::vector<LocalState> states() const {
    std::vector<LocalState> states = inside_.node_states(node_);
    for (ComponentId component : inside_.network_.components()) {
      const Rests rests = inside_.rests(component, node_);
      for (std::size_t i = 0; i < rests.size(); ++i)
        if (rests.size() == 1 || solver_.value(literal(component, i))) states[component.index()] = rests[i].state;
    }
    return states;
  }

 private:
  SatLiteral literal(ComponentId component, std::size_t rest) const {
    return first_[component.index()] + static_cast<SatLiteral>(rest);
  }

  const Inside& inside_;
  std::span<const LocalState> node_;
  Pulse pulse_;
  SatSolver solver_;
  std::vector<SatLiteral> first_;   // by component
  std::vector<SatLiteral> clause_;
  bool has_choice_ = false;
};

Inside::Inside(const Network& network, const LocalParts& parts, std::span<const Property> properties, const Limits& limits)
    : network_(network),
      parts_(parts),
      properties_(properties),
      limits_(limits),
      formulas_(properties.size()),
      pulse_(limits, 64),
      stuck_(network),
      participant_of_(network.num_components()) {
  bool has_formula = false;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    if (const auto* reach = std::get_if<Reach>(&properties[i].ask)) formulas_[i].emplace(reach->goal);
    if (const auto* never = std::get_if<Never>(&properties[i].ask)) formulas_[i].emplace(never->bad);
    has_formula = has_formula || formulas_[i];
  }
  if (!has_formula) return;
  // Computed once by kind and label: there may be as many rules as leaps.
  std::vector<std::vector<std::uint8_t>> errs;
  for (const LocalParts::Kind& of : parts.kinds()) {
    const Lts& lts = network.lts(of.lts());
    std::vector<std::uint8_t>& by_label = errs.emplace_back(lts.num_labels());
    if (!lts.has_error()) continue;
    for (std::size_t node = 0; node < of.num_nodes(); ++node)
      for (const LocalParts::Kind::Leap& leap : of.leaps(node))
        if (lts.is_error(of.state_of(leap.node))) by_label[leap.label.index()] = 1;
  }
  const auto may_err = [&](const Participant& participant) {
    return errs[parts.kind_number(participant.component)][participant.label.index()] != 0;
  };
  for (RuleId rule : network.rules())
    if (std::ranges::any_of(network.participants(rule), may_err)) risky_.push_back(rule);
}

std::vector<LocalState> Inside::node_states(std::span<const LocalState> node) const {
  std::vector<LocalState> states;
  states.reserve(node.size());
  for (ComponentId component : network_.components()) states.push_back(kind(component).state_of(node[component.index()].index()));
  return states;
}

std::optional<Finding> Inside::find_in_error(std::size_t property, std::span<const LocalState> node) {
  return find_formula_in_error(*formulas_[property], node);
}

std::optional<Finding> Inside::find(std::size_t property, std::span<const LocalState> node) {
  switch (kind_of(properties_[property])) {
    case PropertyKind::kDeadlock: return find_deadlock(node);
    case PropertyKind::kLocalDeadlock: return find_local_deadlock(node);
    case PropertyKind::kReach:
    case PropertyKind::kNever: return find_formula(*formulas_[property], node);
    case PropertyKind::kSafety:
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: break;
  }
  return std::nullopt;
}

std::optional<Finding> Inside::find_deadlock(std::span<const LocalState> node) {
  for (ComponentId component : network_.components())
    if (rests(component, node).empty()) return std::nullopt;
  Choices choices(*this, node);
  std::vector<SatLiteral> clause;
  for (RuleId rule : network_.rules()) {
    choices.pulse().beat();
    if (parts_.is_local(network_, rule)) continue;   // not enabled at rest
    clause.clear();
    bool is_refused = false;
    for (const Participant& participant : network_.participants(rule)) {
      const LocalParts::Kind& of = kind(participant.component);
      is_refused = choices.add_alternatives(
          participant.component, [&](const LocalParts::Rest& rest) { return !offers(of, rest, participant.label); }, clause);
      if (is_refused) break;
    }
    if (is_refused) continue;
    if (clause.empty()) return std::nullopt;
    choices.solver().add(clause);
  }
  if (network_.can_terminate()) {
    clause.clear();
    bool goes_on = false;
    for (ComponentId component : network_.components()) {
      if (network_.is_observer(component) || !network_.lts(component).has_terminal()) continue;
      goes_on = choices.add_alternatives(
          component, [](const LocalParts::Rest& rest) { return !rest.is_terminal; }, clause);
      if (goes_on) break;
    }
    if (!goes_on && clause.empty()) return std::nullopt;
    if (!goes_on) choices.solver().add(clause);
  }
  if (choices.has_choice() && !choices.solver().solve(limits_)) return std::nullopt;
  return Finding{.state = choices.states()};
}

std::optional<Finding> Inside::find_local_deadlock(std::span<const LocalState> node) {
  // A component without rests always has a local step, so it cannot be blocked.
  std::vector<LocalState> state = node_states(node);
  bool has_choice = false;
  for (ComponentId component : network_.components()) {
    const Rests own = rests(component, node);
    if (!own.empty()) state[component.index()] = own[0].state;
    has_choice = has_choice || own.size() > 1;
  }
  if (!stuck_.of(state).empty()) return Finding{.state = std::move(state)};
  if (!has_choice) return std::nullopt;

  // Encode a blocked set: its members, and the rules that they refuse.
  Choices choices(*this, node);
  SatSolver& solver = choices.solver();
  const auto may_be_in = [&](ComponentId component) {
    return !network_.is_observer(component) && !rests(component, node).empty();
  };
  const SatLiteral first = solver.fresh(static_cast<int>(network_.num_components()));
  const auto in_set = [&](ComponentId component) { return first + static_cast<SatLiteral>(component.index()); };
  std::vector<SatLiteral> refused_by;
  std::vector<SatLiteral> clause;
  // A literal that implies that the component is in the set and in one of the rests for which 'fits' holds.
  // Nothing if no rest fits.
  const auto in_set_and = [&](ComponentId component, const auto& fits) -> std::optional<SatLiteral> {
    clause.clear();
    if (choices.add_alternatives(component, fits, clause)) return in_set(component);
    if (clause.empty()) return std::nullopt;
    const SatLiteral both = solver.fresh();
    clause.push_back(-both);
    solver.add(clause);
    solver.add({-both, in_set(component)});
    return both;
  };
  for (RuleId rule : network_.rules()) {
    choices.pulse().beat();
    if (parts_.is_local(network_, rule)) continue;
    refused_by.clear();
    for (const Participant& participant : network_.participants(rule)) {
      if (!may_be_in(participant.component)) continue;
      const LocalParts::Kind& of = kind(participant.component);
      const auto literal =
          in_set_and(participant.component, [&](const LocalParts::Rest& rest) { return !offers(of, rest, participant.label); });
      if (literal) refused_by.push_back(*literal);
    }
    const SatLiteral refused = solver.fresh();
    refused_by.push_back(-refused);
    solver.add(refused_by);
    for (const Participant& participant : network_.participants(rule))
      if (may_be_in(participant.component)) solver.add({-in_set(participant.component), refused});
  }
  std::vector<SatLiteral> blocked;
  for (ComponentId component : network_.components()) {
    if (!may_be_in(component) || network_.rules(component).empty()) continue;
    if (const auto literal = in_set_and(component, [](const LocalParts::Rest& rest) { return !rest.is_terminal; }))
      blocked.push_back(*literal);
  }
  solver.add(blocked);
  if (!solver.solve(limits_)) return std::nullopt;
  return Finding{.state = choices.states()};
}

std::optional<Finding> Inside::find_formula(FormulaModel& model, std::span<const LocalState> node) {
  if (const auto found = model.find([&](ComponentId component) { return reach(component, node); }, limits_)) {
    Finding finding{.state = node_states(node)};
    for (const FormulaModel::Choice& choice : *found) finding.state[choice.component.index()] = choice.state;
    return finding;
  }
  return find_formula_in_error(model, node);
}

// Whether the rule can lead from the node into an error state. Most nodes have no such rule and need no
// closer look.
bool Inside::can_err(RuleId rule, std::span<const LocalState> node) const {
  const bool is_local = parts_.is_local(network_, rule);
  bool errs = false;
  for (const Participant& participant : network_.participants(rule)) {
    const LocalParts::Kind& of = kind(participant.component);
    const auto leaps = std::ranges::equal_range(of.leaps(node[participant.component.index()].index()), participant.label, {},
                                                &LocalParts::Kind::Leap::label);
    bool takes_part = false;
    for (const LocalParts::Kind::Leap& leap : leaps) {
      if (leap.is_local != is_local) continue;
      takes_part = true;
      errs = errs || network_.lts(participant.component).is_error(of.state_of(leap.node));
      if (errs) break;
    }
    if (!takes_part) return false;
  }
  return errs;
}

// Fills entered_ with the states that each participant of the rule may enter from its reach. False if one
// cannot take part.
bool Inside::enter(RuleId rule, std::span<const LocalState> node) {
  const std::span<const Participant> participants = network_.participants(rule);
  entered_.resize(std::max(entered_.size(), participants.size()));
  for (std::size_t i = 0; i < participants.size(); ++i) {
    std::vector<LocalState>& entered = entered_[i];
    entered.clear();
    for (LocalState state : reach(participants[i].component, node))
      for (const Edge& edge : network_.lts(participants[i].component).edges(state, participants[i].label))
        entered.push_back(edge.target);
    if (entered.empty()) return false;
    std::ranges::sort(entered);
    entered.erase(std::unique(entered.begin(), entered.end()), entered.end());
  }
  return true;
}

std::optional<LocalState> Inside::source(const Participant& participant, LocalState target,
                                         std::span<const LocalState> node) const {
  for (LocalState state : reach(participant.component, node))
    for (const Edge& edge : network_.lts(participant.component).edges(state, participant.label))
      if (edge.target == target) return state;
  return std::nullopt;
}

// Examines steps into error states: one participant enters an error state, the others enter what they can,
// and all other components are anywhere in their reach.
std::optional<Finding> Inside::find_formula_in_error(FormulaModel& model, std::span<const LocalState> node) {
  for (RuleId rule : risky_) {
    pulse_.beat();
    if (!can_err(rule, node) || !enter(rule, node)) continue;
    const std::span<const Participant> participants = network_.participants(rule);
    for (std::size_t i = 0; i < participants.size(); ++i)
      participant_of_[participants[i].component.index()] = static_cast<std::uint32_t>(1 + i);
    std::optional<Finding> finding;
    for (std::size_t erring = 0; erring < participants.size() && !finding; ++erring) {
      const Lts& lts = network_.lts(participants[erring].component);
      std::vector<LocalState> errors;
      std::ranges::copy_if(entered_[erring], std::back_inserter(errors), [&](LocalState state) { return lts.is_error(state); });
      if (errors.empty()) continue;
      const auto found = model.find(
          [&](ComponentId component) -> std::span<const LocalState> {
            const std::uint32_t number = participant_of_[component.index()];
            if (number == 0) return reach(component, node);
            return number - 1 == erring ? errors : entered_[number - 1];
          },
          limits_);
      if (!found) continue;
      finding = Finding{.state = node_states(node), .last = rule, .targets = {}};
      for (std::size_t i = 0; i < participants.size(); ++i) finding->targets.push_back(i == erring ? errors[0] : entered_[i][0]);
      for (const FormulaModel::Choice& choice : *found) {
        const std::uint32_t number = participant_of_[choice.component.index()];
        if (number == 0) finding->state[choice.component.index()] = choice.state;
        else finding->targets[number - 1] = choice.state;
      }
      for (std::size_t i = 0; i < participants.size(); ++i)
        finding->state[participants[i].component.index()] = source(participants[i], finding->targets[i], node).value();
    }
    for (const Participant& participant : participants) participant_of_[participant.component.index()] = 0;
    if (finding) return finding;
  }
  return std::nullopt;
}

}   // namespace parley::leap
