#include "naive_proof.h"

#include <algorithm>
#include <numeric>

namespace parley::evidence_ring {

// A part of the formula as it is written, negations taken away.
struct NaiveProof::Part {
  std::uint32_t node = 0;
  bool is_positive = true;
  std::size_t helper = 0;   // 0: it has none
  std::vector<Part> operands;
};

NaiveProof::NaiveProof(const Network& network, const Property& property, const InvariantProof& proof, ProofSlip slip)
    : network_(network), property_(property), proof_(proof), slip_(slip) {
  for (ComponentId component : network.components())
    sizes_.push_back(network.lts(component).num_states() * (has_sets(component.index()) ? 2 : 1));
  switch (kind_of(property)) {
    case PropertyKind::kDeadlock: ask_deadlock(); break;
    case PropertyKind::kLocalDeadlock: ask_local_deadlock(); break;
    case PropertyKind::kReach: ask_formula(std::get<Reach>(property.ask).goal); break;
    case PropertyKind::kNever: ask_formula(std::get<Never>(property.ask).bad); break;
    default: ask_errors(); break;
  }
}

bool NaiveProof::has_sets(std::size_t component) const {
  return kind_of(property_) == PropertyKind::kLocalDeadlock &&
         (slip(ProofSlip::kObserversBlock) || !network_.is_observer(ComponentId(component)));
}

NaiveProof::Constraint NaiveProof::empty() const {
  return {.weights = std::vector<std::vector<std::int64_t>>(sizes_.size()), .bound = 0, .modulus = 0};
}

void NaiveProof::weigh(Constraint& into, ComponentId component, const std::vector<std::int64_t>& weights) const {
  std::vector<std::int64_t>& to = into.weights[component.index()];
  to.resize(sizes_[component.index()]);
  for (std::size_t value = 0; value < to.size(); ++value) to[value] += weights[value % weights.size()];
}

std::vector<std::int64_t> NaiveProof::marks(ComponentId component, const std::vector<LocalState>& states, std::int64_t inside,
                                            std::int64_t outside) const {
  std::vector<std::int64_t> result(network_.lts(component).num_states(), outside);
  for (LocalState state : states) result[state.index()] = inside;
  return result;
}

void NaiveProof::ask_deadlock() {
  for (RuleId rule : network_.rules()) {
    Constraint somebody_refuses = empty();
    for (const auto& [component, label] : network_.participants(rule)) {
      std::vector<std::int64_t> offers;
      for (LocalState state : network_.lts(component).states())
        offers.push_back(network_.lts(component).offers(state, label) ? 1 : 0);
      weigh(somebody_refuses, component, offers);
      ++somebody_refuses.bound;
    }
    --somebody_refuses.bound;
    question_.push_back(std::move(somebody_refuses));
  }
  ask_errors();
  Constraint not_all_ended = empty();
  --not_all_ended.bound;
  std::vector<bool> can_end(network_.num_components());
  for (ComponentId component : network_.components()) {
    const Lts& lts = network_.lts(component);
    if (network_.is_observer(component) || !lts.has_terminal()) continue;
    can_end[component.index()] = true;
    std::vector<std::int64_t> ended;
    for (LocalState state : lts.states()) ended.push_back(lts.is_terminal(state) ? 1 : 0);
    weigh(not_all_ended, component, ended);
    ++not_all_ended.bound;
  }
  bool possible = not_all_ended.bound >= 0;
  for (RuleId rule : network_.rules()) {
    bool names_one = false;
    for (const Participant& participant : network_.participants(rule))
      names_one = names_one || can_end[participant.component.index()];
    possible = possible && names_one;
  }
  if (possible) question_.push_back(slip(ProofSlip::kEndForgotten) ? empty() : not_all_ended);
}

void NaiveProof::ask_local_deadlock() {
  Constraint somebody_is_stuck = empty();
  --somebody_is_stuck.bound;
  std::vector<bool> is_named(network_.num_components());
  for (RuleId rule : network_.rules()) {
    Constraint refused_inside = empty();
    std::int64_t processes = 0;
    for (const Participant& participant : network_.participants(rule))
      processes += has_sets(participant.component.index()) ? 1 : 0;
    for (const auto& [component, label] : network_.participants(rule)) {
      is_named[component.index()] = true;
      if (!has_sets(component.index())) continue;
      const Lts& lts = network_.lts(component);
      std::vector<std::int64_t>& weights = refused_inside.weights[component.index()];
      weights.assign(lts.num_states(), 0);
      for (LocalState state : lts.states()) weights.push_back(lts.offers(state, label) ? 1 : -processes);
    }
    question_.push_back(std::move(refused_inside));
  }
  ask_errors();
  for (ComponentId component : network_.components()) {
    if (!has_sets(component.index()) || !is_named[component.index()]) continue;
    const Lts& lts = network_.lts(component);
    std::vector<std::int64_t>& weights = somebody_is_stuck.weights[component.index()];
    weights.assign(lts.num_states(), 1);
    for (LocalState state : lts.states()) weights.push_back(lts.is_terminal(state) && !slip(ProofSlip::kEndedMayBeStuck) ? 1 : 0);
    ++somebody_is_stuck.bound;
  }
  question_.push_back(std::move(somebody_is_stuck));
}

// Of `property` that some automaton is in an error state, of deadlocks that nobody is.
void NaiveProof::ask_errors() {
  const auto errors = [&](ComponentId component, std::int64_t inside, std::int64_t outside) {
    std::vector<std::int64_t> weights;
    for (LocalState state : network_.lts(component).states())
      weights.push_back(network_.lts(component).is_error(state) ? inside : outside);
    return weights;
  };
  if (const auto* safety = std::get_if<Safety>(&property_.ask)) {
    Constraint some_error = empty();
    --some_error.bound;
    for (ComponentId automaton : safety->automata) {
      if (!some_error.weights[automaton.index()].empty()) continue;
      weigh(some_error, automaton, errors(automaton, 0, 1));
      ++some_error.bound;
    }
    question_.push_back(std::move(some_error));
    return;
  }
  for (ComponentId component : network_.components()) {
    if (!network_.lts(component).has_error()) continue;
    Constraint no_error = empty();
    if (!slip(ProofSlip::kErrorsForgotten)) weigh(no_error, component, errors(component, 1, 0));
    question_.push_back(std::move(no_error));
  }
}

void NaiveProof::ask_formula(const Predicate& formula) {
  const Part root = part(formula, static_cast<std::uint32_t>(formula.nodes().size() - 1), true);
  Constraint is_true = empty();
  refuse(formula, root, is_true);
  question_.push_back(std::move(is_true));
  ask_part(formula, root);
}

NaiveProof::Part NaiveProof::part(const Predicate& formula, std::uint32_t node, bool is_positive) {
  const Predicate::Node& here = formula.nodes()[node];
  if (here.kind == Predicate::Kind::kNot)
    return part(formula, formula.children(here)[0], slip(ProofSlip::kNegationForgotten) ? is_positive : !is_positive);
  Part result{.node = node, .is_positive = is_positive, .helper = 0, .operands = {}};
  if (here.kind == Predicate::Kind::kConstant || here.kind == Predicate::Kind::kAtom) return result;
  result.helper = sizes_.size();
  sizes_.push_back(2);
  if (here.kind != Predicate::Kind::kAtMost)
    for (std::uint32_t child : formula.children(here)) result.operands.push_back(part(formula, child, is_positive));
  return result;
}

// Adds 1 where the operand does not have its sign.
void NaiveProof::refuse(const Predicate& formula, const Part& operand, Constraint& into) const {
  const Predicate::Node& node = formula.nodes()[operand.node];
  if (node.kind == Predicate::Kind::kConstant) {
    if (node.value != operand.is_positive) --into.bound;
  } else if (node.kind == Predicate::Kind::kAtom) {
    const Atom& atom = formula.atoms()[node.first];
    weigh(into, atom.component, marks(atom.component, atom.states, operand.is_positive ? 0 : 1, operand.is_positive ? 1 : 0));
  } else {
    into.weights[operand.helper] = {1, 0};
  }
}

void NaiveProof::ask_part(const Predicate& formula, const Part& part) {
  if (part.helper == 0) return;
  const Predicate::Node& node = formula.nodes()[part.node];
  if (node.kind == Predicate::Kind::kAtMost) {
    Constraint sum = empty();
    const std::int64_t sign = part.is_positive ? 1 : -1;
    for (const Predicate::Term& term : formula.terms(node)) {
      const Atom& atom = formula.atoms()[term.atom];
      weigh(sum, atom.component, marks(atom.component, atom.states, sign * term.weight, 0));
    }
    std::int64_t most = 0;
    for (const auto& weights : sum.weights)
      if (!weights.empty()) most += *std::max_element(weights.begin(), weights.end());
    sum.bound = part.is_positive ? node.bound : -node.bound - (slip(ProofSlip::kBoundOfNegation) ? 0 : 1);
    const std::int64_t relief = std::max<std::int64_t>(0, most - sum.bound);
    sum.weights[part.helper] = {0, relief};
    sum.bound += relief;
    question_.push_back(std::move(sum));
    return;
  }
  const bool all = (node.kind == Predicate::Kind::kAnd) == part.is_positive;
  if (all) {
    for (const Part& operand : part.operands) {
      Constraint constraint = empty();
      constraint.weights[part.helper] = {0, 1};
      constraint.bound = 1;
      if (!slip(ProofSlip::kAllIsAny) || &operand == &part.operands.front()) refuse(formula, operand, constraint);
      question_.push_back(std::move(constraint));
    }
  } else {
    Constraint constraint = empty();
    constraint.weights[part.helper] = {0, 1};
    constraint.bound = static_cast<std::int64_t>(part.operands.size());
    for (const Part& operand : part.operands) refuse(formula, operand, constraint);
    question_.push_back(std::move(constraint));
  }
  for (const Part& operand : part.operands) ask_part(formula, operand);
}

std::vector<NaiveProof::Constraint> NaiveProof::constraints(const Fact& fact) const {
  Constraint one = empty();
  if (const auto* sum = std::get_if<RegionSum>(&fact)) {
    std::int64_t most_of_all = 0;
    std::vector<std::int64_t> most;
    for (const RegionSum::Row& row : sum->rows) {
      most.push_back(-1000000);
      for (std::size_t state = 0; state < row.weights.size(); ++state)
        if (std::find(row.left.begin(), row.left.end(), LocalState(state)) == row.left.end())
          most.back() = std::max(most.back(), row.weights[state]);
      most_of_all += most.back();
    }
    for (std::size_t i = 0; i < sum->rows.size(); ++i) {
      std::vector<std::int64_t> weights = sum->rows[i].weights;
      if (!slip(ProofSlip::kLeftWeighsNothing))
        for (LocalState state : sum->rows[i].left)
          weights[state.index()] = most[i] + std::min<std::int64_t>(0, sum->bound - most_of_all);
      weigh(one, sum->rows[i].component, weights);
    }
    one.bound = sum->bound;
    return {one};
  }
  if (const auto* sum = std::get_if<Congruence>(&fact)) {
    for (const Congruence::Row& row : sum->rows) weigh(one, row.component, row.weights);
    one.bound = sum->remainder;
    one.modulus = sum->modulus;
    return {one};
  }
  if (const auto* trap = std::get_if<Trap>(&fact)) {
    for (const Trap::Row& row : trap->rows) weigh(one, row.component, marks(row.component, row.states, 0, 1));
    one.bound = slip(ProofSlip::kTrapNeedsAll) ? 0 : static_cast<std::int64_t>(trap->rows.size()) - 1;
    return {one};
  }
  if (const auto* order = std::get_if<OrderFact>(&fact)) {
    for (const OrderFact::Row& row : order->rows) weigh(one, row.component, marks(row.component, row.states, 1, 0));
    one.bound = static_cast<std::int64_t>(order->rows.size()) - 1;
    return {one};
  }
  if (const auto* apart = std::get_if<ApartFact>(&fact)) {
    for (const ApartFact::Row& row : apart->rows) weigh(one, row.component, marks(row.component, row.states, 1, 0));
    one.bound = static_cast<std::int64_t>(apart->rows.size()) - 1;
    return {one};
  }
  if (std::holds_alternative<Ranking>(fact)) {
    one.bound = -1;
    return {one};
  }

  // Pairs: as long as there is something new, every rule from every pair.
  const auto [first, second] = std::get<PairFact>(fact);
  const Lts& lts1 = network_.lts(first);
  const Lts& lts2 = network_.lts(second);
  std::vector<std::vector<bool>> reached(lts1.num_states(), std::vector<bool>(lts2.num_states()));
  reached[lts1.initial().index()][lts2.initial().index()] = true;
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (LocalState a : lts1.states())
      for (LocalState b : lts2.states()) {
        if (!reached[a.index()][b.index()]) continue;
        if ((lts1.is_error(a) || lts2.is_error(b)) && !slip(ProofSlip::kErrorsGoOnInPairs)) continue;
        for (RuleId rule : network_.rules()) {
          std::vector<LocalState> to1{a};
          std::vector<LocalState> to2{b};
          bool names_others = false;
          for (const auto& [component, label] : network_.participants(rule)) {
            if (component != first && component != second) {
              names_others = true;
              continue;
            }
            std::vector<LocalState>& to = component == first ? to1 : to2;
            to.clear();
            for (const Edge& edge : network_.lts(component).edges(component == first ? a : b, label)) to.push_back(edge.target);
          }
          if (names_others && slip(ProofSlip::kOthersRefuseInPairs)) continue;
          for (LocalState x : to1)
            for (LocalState y : to2) {
              is_new = is_new || !reached[x.index()][y.index()];
              reached[x.index()][y.index()] = true;
            }
        }
      }
  }
  std::vector<Constraint> result;
  for (LocalState a : lts1.states()) {
    Constraint partners = empty();
    weigh(partners, first, marks(first, {a}, 1, 0));
    std::vector<std::int64_t> others;
    for (LocalState b : lts2.states()) others.push_back(reached[a.index()][b.index()] ? 0 : 1);
    weigh(partners, second, others);
    partners.bound = 1;
    result.push_back(std::move(partners));
  }
  return result;
}

NaiveProof::Constraint NaiveProof::constraint(const InvariantProof::Nogood& nogood) const {
  Constraint result = empty();
  result.bound = static_cast<std::int64_t>(nogood.literals.size()) - 1;
  for (const auto& literal : nogood.literals) {
    result.weights[literal.variable].assign(sizes_[literal.variable], 0);
    for (std::uint32_t value : literal.values) result.weights[literal.variable][value] = 1;
  }
  return result;
}

NaiveProof::Constraint NaiveProof::constraint(const InvariantProof::Combination& combination,
                                              const std::vector<Constraint>& before) const {
  Constraint result = empty();
  for (const auto& [factor, number] : combination.terms) {
    const std::int64_t times = slip(ProofSlip::kFactorsForgotten) ? 1 : factor;
    result.bound += times * before[number].bound;
    for (std::size_t variable = 0; variable < sizes_.size(); ++variable) {
      if (before[number].weights[variable].empty()) continue;
      result.weights[variable].resize(sizes_[variable]);
      for (std::size_t value = 0; value < sizes_[variable]; ++value)
        result.weights[variable][value] += times * before[number].weights[variable][value];
    }
  }
  for (auto& weights : result.weights) {
    if (weights.empty()) continue;
    const std::int64_t least = slip(ProofSlip::kNoShift) ? 0 : *std::min_element(weights.begin(), weights.end());
    result.bound -= least;
    for (std::int64_t& weight : weights)
      weight = (weight - least + (slip(ProofSlip::kWeightsRoundUp) ? combination.divisor - 1 : 0)) / combination.divisor;
  }
  const bool is_cut = result.bound % combination.divisor != 0 && result.bound < 0;
  result.bound = result.bound / combination.divisor - (is_cut ? 1 : 0) -
                 (slip(ProofSlip::kBoundRoundsDown) && combination.divisor > 1 ? 1 : 0);
  return result;
}

NaiveProof::Domain NaiveProof::everything() const {
  Domain all;
  for (std::size_t size : sizes_) all.emplace_back(size, true);
  return all;
}

bool NaiveProof::is_met(const Constraint& constraint, const std::vector<std::uint32_t>& values) {
  std::int64_t sum = 0;
  for (std::size_t variable = 0; variable < values.size(); ++variable)
    if (!constraint.weights[variable].empty()) sum += constraint.weights[variable][values[variable]];
  return constraint.modulus == 0 ? sum <= constraint.bound : (sum - constraint.bound) % constraint.modulus == 0;
}

bool NaiveProof::propagate(const Constraint& constraint, Domain& domain) const {
  const auto left = [&](std::size_t variable) {
    std::vector<std::int64_t> weights;
    for (std::size_t value = 0; value < sizes_[variable]; ++value)
      if (domain[variable][value]) weights.push_back(constraint.weights[variable][value]);
    std::sort(weights.begin(), weights.end());
    return weights;
  };
  std::int64_t sum = 0;
  std::vector<std::size_t> open;
  for (std::size_t variable = 0; variable < sizes_.size(); ++variable) {
    if (constraint.weights[variable].empty()) continue;
    const std::vector<std::int64_t> weights = left(variable);
    sum += weights.front();
    if (weights.front() != weights.back()) open.push_back(variable);
  }
  if (constraint.modulus == 0) {
    const std::int64_t slack = constraint.bound - sum;
    if (slack < 0 || (slip(ProofSlip::kBoundIsTooMuch) && slack == 0 && !open.empty())) return false;
    for (std::size_t variable : open) {
      const std::int64_t least = left(variable).front();
      for (std::size_t value = 0; value < sizes_[variable]; ++value) {
        const std::int64_t more = constraint.weights[variable][value] - least;
        if (more > slack || (slip(ProofSlip::kStrikesTheLast) && more > 0 && more == slack)) domain[variable][value] = false;
      }
    }
    return true;
  }
  const auto fits = [&](std::int64_t difference) { return (constraint.bound - sum - difference) % constraint.modulus == 0; };
  if (open.empty()) return fits(0);
  if (open.size() > 1 && !slip(ProofSlip::kCongruenceGuesses)) return true;
  const std::int64_t least = left(open[0]).front();
  bool is_possible = false;
  for (std::size_t value = 0; value < sizes_[open[0]]; ++value) {
    if (!domain[open[0]][value]) continue;
    domain[open[0]][value] = fits(constraint.weights[open[0]][value] - least);
    is_possible = is_possible || domain[open[0]][value];
  }
  return is_possible;
}

bool NaiveProof::well_formed() const {
  std::size_t numbers = question_.size() + proof_.steps.size();
  for (const Fact& fact : proof_.facts) numbers += constraints(fact).size();
  for (const InvariantProof::Step& step : proof_.steps) {
    if (const auto* nogood = std::get_if<InvariantProof::Nogood>(&step)) {
      for (const auto& literal : nogood->literals)
        if (literal.variable >= sizes_.size() || literal.values.empty() || literal.values.back() >= sizes_[literal.variable])
          return false;
      for (std::uint32_t number : nogood->because)
        if (number >= numbers) return false;
    } else {
      for (const auto& term : std::get<InvariantProof::Combination>(step).terms)
        if (term.constraint >= numbers) return false;
    }
  }
  return true;
}

bool NaiveProof::steps_follow() const {
  std::vector<Constraint> known = question_;
  for (const Fact& fact : proof_.facts)
    for (Constraint& constraint : constraints(fact)) known.push_back(std::move(constraint));
  const std::size_t first_step = known.size();
  if (slip(ProofSlip::kAnyReason))   // what the later ones would say
    for (const InvariantProof::Step& step : proof_.steps) {
      const auto* nogood = std::get_if<InvariantProof::Nogood>(&step);
      known.push_back(nogood != nullptr ? constraint(*nogood) : empty());
    }
  for (std::size_t i = 0; i < proof_.steps.size(); ++i) {
    const std::size_t number = first_step + i;
    const auto is_known = [&](std::uint32_t used) { return used < number || slip(ProofSlip::kAnyReason); };
    if (const auto* combination = std::get_if<InvariantProof::Combination>(&proof_.steps[i])) {
      for (const auto& term : combination->terms)
        if (!is_known(term.constraint) || known[term.constraint].modulus != 0) return false;
      Constraint sum = constraint(*combination, known);
      if (number < known.size()) known[number] = std::move(sum);
      else known.push_back(std::move(sum));
      continue;
    }
    const auto& nogood = std::get<InvariantProof::Nogood>(proof_.steps[i]);
    Domain domain = everything();
    for (const auto& literal : nogood.literals)
      for (std::uint32_t value = 0; value < sizes_[literal.variable]; ++value)
        domain[literal.variable][value] = std::find(literal.values.begin(), literal.values.end(), value) != literal.values.end();
    const Domain at_first = domain;
    bool is_contradiction = false;
    for (std::uint32_t used : nogood.because)
      if (!is_known(used)) return false;
    for (std::size_t k = 0; !is_contradiction && k < nogood.because.size(); ++k)
      is_contradiction = !propagate(known[nogood.because[k]], domain);
    if (!is_contradiction && !(slip(ProofSlip::kNeedsNoContradiction) && domain != at_first)) return false;
    if (number == known.size()) known.push_back(constraint(nogood));
  }
  return true;
}

bool NaiveProof::ends_in_contradiction() const {
  if (proof_.steps.empty()) return false;
  const auto* last = std::get_if<InvariantProof::Nogood>(&proof_.steps.back());
  return last != nullptr && last->literals.empty();
}

}   // namespace parley::evidence_ring
