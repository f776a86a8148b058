#include "engine/synchro/paper/encoding.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <type_traits>

namespace parley::synchro {

namespace {

// Up to this many states, each pair of states has a clause; beyond, a chain needs fewer clauses.
constexpr std::size_t kPairwise = 8;

}   // namespace

template <class Solver>
Encoding<Solver>::Encoding(const Network& network, Solver& solver, const Limits& limits)
    : network_(network),
      solver_(solver),
      limits_(limits),
      pulse_(limits, 64),
      true_(solver.fresh()),
      offering_(network.num_templates()) {
  solver_.add({true_});
  std::size_t slots = 0;
  for (const ComponentId component : network.components()) {
    pulse_.beat();
    label_begins_.push_back(slots);
    slots += network.lts(component).num_labels();
    state_begins_.push_back(solver_.fresh(static_cast<int>(network.lts(component).num_states())));
    exactly_one(state_begins_.back(), network.lts(component).num_states());
  }
  offers_.resize(slots);
}

template <class Solver>
void Encoding<Solver>::exactly_one(Literal first, std::size_t count) {
  const auto last = first + static_cast<Literal>(count);
  clause_.clear();
  for (Literal each = first; each < last; ++each) clause_.push_back(each);
  solver_.add(clause_);
  if (count <= kPairwise) {
    for (Literal one = first; one < last; ++one)
      for (Literal other = first; other < one; ++other) solver_.add({-one, -other});
    return;
  }
  // The sequential counter of Sinz: 'seen' means that one of the states so far is taken.
  Literal seen = first;
  for (Literal each = first + 1; each < last; ++each) {
    solver_.add({-seen, -each});
    const Literal next = solver_.fresh();
    solver_.add({-seen, next});
    solver_.add({-each, next});
    seen = next;
  }
}

template <class Solver>
int Encoding<Solver>::in(ComponentId component, std::span<const LocalState> states) {
  const std::size_t all = network_.lts(component).num_states();
  if (states.empty()) return constant(false);
  if (states.size() == all) return constant(true);
  if (states.size() == 1) return at(component, states[0]);
  const auto among = [&](std::uint32_t state) { return std::ranges::binary_search(states, LocalState(state)); };
  if (states.size() + 1 == all) {
    std::uint32_t other = 0;
    while (among(other)) ++other;
    return -at(component, LocalState(other));
  }
  const Literal literal = solver_.fresh();
  for (std::uint32_t state = 0; state < all; ++state)
    solver_.add({-at(component, LocalState(state)), among(state) ? literal : -literal});
  return literal;
}

template <class Solver>
int Encoding<Solver>::offers(ComponentId component, LocalLabel label) {
  Literal& known = offers_[slot(component, label)];
  if (known == 0) {
    auto& offering = offering_[network_.template_of(component).index()];
    if (offering.empty()) {
      const Lts& lts = network_.lts(component);
      offering.resize(lts.num_labels());
      for (const LocalState state : lts.states())
        for (const Edge& edge : lts.edges(state))
          if (offering[edge.label.index()].empty() || offering[edge.label.index()].back() != state)
            offering[edge.label.index()].push_back(state);
    }
    known = in(component, offering[label.index()]);
  }
  return known;
}

template <class Solver>
void Encoding<Solver>::ask(const Property& property) {
  struct {
    Encoding& encoding;
    void operator()(const Deadlock&) const { encoding.add_deadlock(); }
    void operator()(const LocalDeadlock&) const { encoding.add_local_deadlock(); }
    void operator()(const Reach& reach) const { encoding.add_formula(reach.goal); }
    void operator()(const Never& never) const { encoding.add_formula(never.bad); }
    void operator()(const Safety& safety) const { encoding.add_safety(safety); }
    void operator()(const Undecided&) const { throw std::logic_error("a property that no engine decides has no clauses"); }
  } const visitor{*this};
  std::visit(visitor, property.ask);
}

template <class Solver>
void Encoding<Solver>::forbid_errors() {
  for (const ComponentId component : network_.components()) {
    if (!network_.lts(component).has_error()) continue;
    for (const LocalState state : network_.lts(component).states())
      if (network_.lts(component).is_error(state)) solver_.add({-at(component, state)});
  }
}

template <class Solver>
void Encoding<Solver>::add_deadlock() {
  std::vector<Literal> clause;
  for (const RuleId rule : network_.rules()) {
    pulse_.beat();
    clause.clear();
    for (const Participant& participant : network_.participants(rule))
      clause.push_back(-offers(participant.component, participant.label));
    solver_.add(clause);
  }
  forbid_errors();
  if (!network_.can_terminate()) return;
  clause.clear();
  std::vector<LocalState> going;
  for (const ComponentId component : network_.components()) {
    const Lts& lts = network_.lts(component);
    if (network_.is_observer(component) || !lts.has_terminal()) continue;
    going.clear();
    for (const LocalState state : lts.states())
      if (!lts.is_terminal(state)) going.push_back(state);
    clause.push_back(in(component, going));
  }
  solver_.add(clause);
}

template <class Solver>
void Encoding<Solver>::add_local_deadlock() {
  // Whether a component is in the blocked set. Observers never are.
  std::vector<Literal> member(network_.num_components());
  for (const ComponentId component : network_.components())
    if (!network_.is_observer(component)) member[component.index()] = solver_.fresh();

  std::vector<Literal> refuses(offers_.size());   // slot -> the component is in the set and does not offer the label
  std::vector<Literal> clause;
  for (const RuleId rule : network_.rules()) {
    pulse_.beat();
    const Literal refused = solver_.fresh();   // by a member of the set
    clause.assign(1, -refused);
    for (const Participant& participant : network_.participants(rule)) {
      const Literal belongs = member[participant.component.index()];
      if (belongs == 0) continue;
      solver_.add({-belongs, refused});
      Literal& refusal = refuses[slot(participant.component, participant.label)];
      if (refusal == 0) {
        refusal = solver_.fresh();
        solver_.add({-refusal, belongs});
        solver_.add({-refusal, -offers(participant.component, participant.label)});
      }
      clause.push_back(refusal);
    }
    solver_.add(clause);
  }
  forbid_errors();

  // Some member is stuck: a rule names it, and it has not ended.
  clause.clear();
  for (const ComponentId component : network_.components()) {
    const Lts& lts = network_.lts(component);
    if (network_.is_observer(component) || network_.rules(component).empty()) continue;
    Literal stuck = member[component.index()];
    if (lts.has_terminal()) {
      stuck = solver_.fresh();
      solver_.add({-stuck, member[component.index()]});
      for (const LocalState state : lts.states())
        if (lts.is_terminal(state)) solver_.add({-stuck, -at(component, state)});
    }
    clause.push_back(stuck);
  }
  solver_.add(clause);
}

template <class Solver>
void Encoding<Solver>::add_safety(const Safety& safety) {
  std::vector<Literal> clause;
  std::vector<LocalState> errors;
  for (const ComponentId component : safety.automata) {
    const Lts& lts = network_.lts(component);
    errors.clear();
    for (const LocalState state : lts.states())
      if (lts.is_error(state)) errors.push_back(state);
    clause.push_back(in(component, errors));
  }
  solver_.add(clause);
}

// A part of the formula with its sign implies its operands with theirs. The converse is not needed (Plaisted
// and Greenbaum).
template <class Solver>
void Encoding<Solver>::add_formula(const Predicate& predicate) {
  const auto nodes = predicate.nodes();
  std::vector<std::array<bool, 2>> needed(nodes.size());   // with a negative and a positive sign
  std::vector<std::array<Literal, 2>> literals(nodes.size());
  needed.back()[1] = true;
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const Predicate::Node& node = nodes[i];
    if (node.kind != Predicate::Kind::kNot && node.kind != Predicate::Kind::kAnd && node.kind != Predicate::Kind::kOr) continue;
    for (const bool sign : {false, true}) {
      if (!needed[i][sign ? 1 : 0]) continue;
      const bool below = node.kind == Predicate::Kind::kNot ? !sign : sign;
      for (const std::uint32_t child : predicate.children(node)) needed[child][below ? 1 : 0] = true;
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Predicate::Node& node = nodes[i];
    for (const bool sign : {false, true}) {
      if (!needed[i][sign ? 1 : 0]) continue;
      pulse_.beat();
      Literal& literal = literals[i][sign ? 1 : 0];
      switch (node.kind) {
        case Predicate::Kind::kConstant: literal = constant(node.value == sign); break;
        case Predicate::Kind::kAtom: {
          const Atom& atom = predicate.atoms()[node.first];
          literal = in(atom.component, atom.states) * (sign ? 1 : -1);
          break;
        }
        case Predicate::Kind::kNot: literal = literals[predicate.children(node)[0]][sign ? 0 : 1]; break;
        case Predicate::Kind::kAnd:
        case Predicate::Kind::kOr: {
          literal = solver_.fresh();
          const bool all = (node.kind == Predicate::Kind::kAnd) == sign;
          clause_.assign(1, -literal);
          for (const std::uint32_t child : predicate.children(node)) {
            if (all) solver_.add({-literal, literals[child][sign ? 1 : 0]});
            else clause_.push_back(literals[child][sign ? 1 : 0]);
          }
          if (!all) solver_.add(clause_);
          break;
        }
        case Predicate::Kind::kAtMost: literal = comparison(predicate, node, sign); break;
      }
    }
  }
  solver_.add({literals.back()[1]});
}

template <class Solver>
int Encoding<Solver>::comparison(const Predicate& predicate, const Predicate::Node& node, bool sign) {
  std::map<ComponentId, std::vector<std::int64_t>> rows;   // component -> the weight of each state
  for (const Predicate::Term& term : predicate.terms(node)) {
    const Atom& atom = predicate.atoms()[term.atom];
    auto& row = rows[atom.component];
    row.resize(network_.lts(atom.component).num_states());
    for (const LocalState state : atom.states) row[state.index()] += sign ? term.weight : -term.weight;
  }
  return count_at_most(rows, sign ? node.bound : -node.bound - 1);
}

template <class Solver>
int Encoding<Solver>::count_at_most(const std::map<ComponentId, std::vector<std::int64_t>>& rows, std::int64_t bound) {
  if constexpr (std::is_same_v<Solver, SmtSolver>) {
    std::vector<SmtSolver::Weight> weights;
    for (const auto& [component, row] : rows)
      for (std::uint32_t state = 0; state < row.size(); ++state)
        if (row[state] != 0) weights.push_back({row[state], at(component, LocalState(state))});
    return solver_.at_most(solver_.count(weights), bound);
  } else {
    // A sequential counter over the sums that occur: one literal per component and partial sum. Weights are
    // shifted to start at 0, so a partial sum above the bound stays above it, and one that can no longer
    // exceed the bound is dropped.
    const Literal literal = solver_.fresh();
    struct Choice {
      std::int64_t weight;
      Literal chosen;
    };
    std::vector<std::vector<Choice>> choices;
    std::int64_t rest = 0;   // the most that the remaining components can add
    for (const auto& [component, row] : rows) {
      std::map<std::int64_t, std::vector<LocalState>> by_weight;
      for (std::uint32_t state = 0; state < row.size(); ++state) by_weight[row[state]].emplace_back(state);
      const std::int64_t least = by_weight.begin()->first;
      bound -= least;
      rest += by_weight.rbegin()->first - least;
      if (by_weight.size() == 1) continue;
      auto& mine = choices.emplace_back();
      for (const auto& [weight, states] : by_weight) mine.push_back({weight - least, in(component, states)});
    }
    std::map<std::int64_t, Literal> sums;
    if (bound < 0) solver_.add({-literal});
    else if (rest > bound) sums[0] = true_;
    for (const auto& mine : choices) {
      std::map<std::int64_t, Literal> next;
      rest -= mine.back().weight;
      for (const auto& [sum, is_sum] : sums) {
        pulse_.beat();
        for (const Choice& choice : mine) {
          const std::int64_t then = sum + choice.weight;
          if (then > bound) {
            solver_.add({-literal, -is_sum, -choice.chosen});
          } else if (then + rest > bound) {
            Literal& is_then = next[then];
            if (is_then == 0) is_then = solver_.fresh();
            solver_.add({-is_sum, -choice.chosen, is_then});
          }
        }
      }
      sums = std::move(next);
    }
    return literal;
  }
}

template <class Solver>
void Encoding<Solver>::forbid_unreachable() {
  for (const ComponentId component : network_.components()) {
    pulse_.beat();
    const std::vector<bool> reached = reachable_alone(network_, component);
    for (std::uint32_t state = 0; state < reached.size(); ++state)
      if (!reached[state]) solver_.add({-at(component, LocalState(state))});
  }
}

template <class Solver>
void Encoding<Solver>::add_pairs() {
  Pairs pairs(network_, limits_);
  std::vector<LocalState> met;
  for (std::size_t i = 0; i < pairs.all().size(); ++i) {
    const auto& [first, second] = pairs.all()[i];
    const PairTable& table = pairs.table(i);
    const auto seconds = static_cast<std::uint32_t>(network_.lts(second).num_states());
    for (const LocalState state : network_.lts(first).states()) {
      pulse_.beat();
      met.clear();
      for (std::uint32_t other = 0; other < seconds; ++other)
        if (table.reaches(state, LocalState(other))) met.emplace_back(other);
      if (met.size() == seconds) continue;
      // List the states that go with this one, or those that do not, whichever is shorter.
      if (met.size() <= seconds / 2) {
        clause_.assign(1, -at(first, state));
        for (const LocalState other : met) clause_.push_back(at(second, other));
        solver_.add(clause_);
        continue;
      }
      for (std::uint32_t other = 0; other < seconds; ++other)
        if (!table.reaches(state, LocalState(other))) solver_.add({-at(first, state), -at(second, LocalState(other))});
    }
  }
}

template <class Solver>
std::vector<LocalState> Encoding<Solver>::model() const {
  std::vector<LocalState> state;
  for (const ComponentId component : network_.components()) {
    for (const LocalState each : network_.lts(component).states()) {
      if (!solver_.value(at(component, each))) continue;
      state.push_back(each);
      break;
    }
  }
  return state;
}

template class Encoding<SatSolver>;
template class Encoding<SmtSolver>;

}   // namespace parley::synchro
