#include "cross/random_goal.h"

#include <algorithm>

#include "cross/random_formula.h"

namespace parley::cross {

namespace {

using oracle::Ask;
using oracle::Atom;
using oracle::Exploration;
using oracle::Formula;
using oracle::Question;
using oracle::Spec;
using oracle::State;
using Goal = std::vector<Atom>;
using Kind = Formula::Kind;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool meets(const State& state, const Goal& goal) {
  return std::all_of(goal.begin(), goal.end(), [&](const Atom& atom) {
    return std::find(atom.states.begin(), atom.states.end(), state[at(atom.component)]) != atom.states.end();
  });
}

Formula constant(bool value) { return {.kind = Kind::kConstant, .value = value, .atoms = {}, .operands = {}, .bound = 0}; }

Formula of_atom(Atom atom) {
  return {.kind = Kind::kAtom, .value = false, .atoms = {std::move(atom)}, .operands = {}, .bound = 0};
}

Formula of_kind(Kind kind, std::vector<Formula> operands) {
  return {.kind = kind, .value = false, .atoms = {}, .operands = std::move(operands), .bound = 0};
}

Formula negated(Formula formula) { return of_kind(Kind::kNot, {std::move(formula)}); }

Formula at_most(Goal atoms, std::int64_t bound) {
  return {.kind = Kind::kAtMost, .value = false, .atoms = std::move(atoms), .operands = {}, .bound = bound};
}

Formula at_least(Goal atoms, std::int64_t bound) { return negated(at_most(std::move(atoms), bound - 1)); }

std::vector<Formula> each(const Goal& goal) {
  std::vector<Formula> operands;
  operands.reserve(goal.size());
  for (const Atom& atom : goal) operands.push_back(of_atom(atom));
  return operands;
}

Formula all_of(const Goal& goal) { return of_kind(Kind::kAnd, each(goal)); }

// "In none of the other states": the atom, written with negations.
Formula excluded_rest(const Spec& spec, const Atom& atom) {
  std::vector<Formula> operands;
  for (int state = 0; state < spec.of(atom.component).num_states(); ++state)
    if (std::find(atom.states.begin(), atom.states.end(), state) == atom.states.end())
      operands.push_back(negated(of_atom({atom.component, {state}, 1})));
  return of_kind(Kind::kAnd, std::move(operands));
}

class GoalDraw {
 public:
  GoalDraw(Random& random, const Spec& spec, const Exploration& exploration, const Goal& aim)
      : random_(random), spec_(spec), exploration_(exploration), aim_(aim) {}

  Formula draw() {
    if (random_.chance(6)) return trivial();
    Formula formula = dressed(goal());
    if (!random_.chance(12)) return formula;
    std::vector<Formula> either{std::move(formula)};   // two misses stay unreachable; with a far state it is reachable
    either.push_back(dressed(random_.chance(70) ? near_miss(random_, spec_, exploration_) : goal()));
    return of_kind(Kind::kOr, std::move(either));
  }

 private:
  Goal goal() {
    const int draw = random_.below(100);
    if (draw < 35 && !aim_.empty()) return around_aim();
    if (draw < 60) return far_state();
    Goal missed = near_miss(random_, spec_, exploration_);
    return missed.empty() ? far_state() : missed;
  }

  // The aim of the family, with one atom less or more.
  Goal around_aim() {
    Goal goal = aim_;
    if (goal.size() > 2 && random_.chance(25)) goal.erase(goal.begin() + random_.below(goal.size()));
    const int component = random_.below(spec_.components.size());
    const bool speaks_of_it =
        std::any_of(goal.begin(), goal.end(), [&](const Atom& atom) { return atom.component == component; });
    if (!speaks_of_it && random_.chance(30)) goal.push_back({component, {random_.below(spec_.of(component).states.size())}, 1});
    return goal;
  }

  Goal far_state() {
    const std::size_t states = exploration_.states.size();
    const std::size_t first = random_.chance(70) ? states - (states + 3) / 4 : 0;
    const State& state = exploration_.states[first + at(random_.below(states - first))];
    const std::vector<int> order = random_.permutation(state.size());
    const int all = spec_.num_components();
    const int atoms = random_.chance(50) ? all : random_.between(std::min(2, all), all);
    Goal goal;
    for (int i = 0; i < atoms; ++i) goal.push_back({order[at(i)], {state[at(order[at(i)])]}, 1});
    return goal;
  }

  Formula dressed(Goal goal) {
    if (goal.empty()) return constant(false);
    for (Atom& atom : goal)   // sometimes with several states
      if (random_.chance(8) && spec_.of(atom.component).num_states() > 2) {
        const int other = random_.below(spec_.of(atom.component).states.size());
        if (other != atom.states[0]) atom.states.push_back(other);
      }
    const auto all = static_cast<std::int64_t>(goal.size());
    switch (random_.below(12)) {
      case 0: return negated(of_kind(Kind::kOr, with_negations(goal)));
      case 1: {
        std::vector<Formula> operands;
        for (const Atom& atom : goal) operands.push_back(random_.chance(50) ? excluded_rest(spec_, atom) : of_atom(atom));
        return of_kind(Kind::kAnd, std::move(operands));
      }
      case 2: return at_least(goal, all);
      case 3: return weighted(goal);
      case 4: {   // exactly so many atoms hold, mostly all
        const std::int64_t number = random_.chance(60) ? all : random_.between(0, static_cast<int>(all));
        return of_kind(Kind::kAnd, {at_most(goal, number), at_least(goal, number)});
      }
      case 5: return with_choices(goal);
      case 6: return halves(goal);
      default: return goal.size() == 1 ? of_atom(goal[0]) : all_of(goal);
    }
  }

  static std::vector<Formula> with_negations(const Goal& goal) {
    std::vector<Formula> operands = each(goal);
    for (Formula& operand : operands) operand = negated(std::move(operand));
    return operands;
  }

  // All atoms, or enough of their weight, as a sum that may have negative weights.
  Formula weighted(Goal goal) {
    std::int64_t sum = 0;
    for (Atom& atom : goal) {
      atom.weight = random_.between(1, 4);
      sum += atom.weight;
    }
    if (random_.chance(30)) sum -= random_.between(0, 2);
    if (random_.chance(50)) return at_least(std::move(goal), sum);
    for (Atom& atom : goal) atom.weight = -atom.weight;
    return at_most(std::move(goal), -sum);
  }

  // Each atom, or another one of the network instead.
  Formula with_choices(const Goal& goal) {
    std::vector<Formula> operands = each(goal);
    for (Formula& operand : operands) {
      if (!random_.chance(25)) continue;
      const int component = random_.below(spec_.components.size());
      Formula other = of_atom({component, {random_.below(spec_.of(component).states.size())}, 1});
      operand = of_kind(Kind::kOr, {std::move(operand), std::move(other)});
    }
    return of_kind(Kind::kAnd, std::move(operands));
  }

  // One half plainly, the other as a count inside a negated disjunction.
  Formula halves(const Goal& goal) {
    const auto middle = goal.begin() + static_cast<std::ptrdiff_t>(goal.size() / 2);
    const Goal second(middle, goal.end());
    Formula first = all_of(Goal(goal.begin(), middle));
    Formula few = at_most(second, static_cast<std::int64_t>(second.size()) - 1);
    return negated(of_kind(Kind::kOr, {negated(std::move(first)), std::move(few)}));
  }

  // A constant, or a formula that is equivalent to one.
  Formula trivial() {
    const int component = random_.below(spec_.components.size());
    const int states = spec_.of(component).num_states();
    const int state = random_.below(at(states));
    const Formula here = of_atom({component, {state}, 1});
    const Formula there = of_atom({component, {(state + 1) % states}, 1});
    switch (random_.below(7)) {
      case 0: return constant(random_.chance(50));
      case 1: return of_kind(Kind::kAnd, {here, there});          // false
      case 2: return of_kind(Kind::kOr, {here, negated(here)});   // true
      case 3: return of_kind(random_.chance(50) ? Kind::kAnd : Kind::kOr, {});
      case 4: return at_least(here.atoms, 2);   // false
      case 5: return at_most(here.atoms, 1);    // true
      default: {                                // in no state: false
        std::vector<Formula> nowhere;
        for (int other = 0; other < states; ++other) nowhere.push_back(negated(of_atom({component, {other}, 1})));
        return of_kind(Kind::kAnd, std::move(nowhere));
      }
    }
  }

  Random& random_;
  const Spec& spec_;
  const Exploration& exploration_;
  const Goal& aim_;
};

}   // namespace

bool is_met(const Exploration& exploration, const Goal& goal) {
  return std::any_of(exploration.states.begin(), exploration.states.end(),
                     [&](const State& state) { return meets(state, goal); });
}

Goal near_miss(Random& random, const Spec& spec, const Exploration& exploration) {
  Goal goal;
  for (int tries = 0; tries < 8; ++tries) {
    // Each component in its state of one of three states of the network: every atom is satisfiable by itself.
    std::vector<State> parents;
    for (int i = 0; i < 3; ++i) parents.push_back(random.pick(exploration.states));
    goal.clear();
    for (int component = 0; component < spec.num_components(); ++component)
      goal.push_back({component, {random.pick(parents)[at(component)]}, 1});
    if (!is_met(exploration, goal)) break;
    goal.clear();
  }
  if (goal.empty() || random.chance(25)) return goal;
  random.shuffle(goal);
  for (std::size_t i = goal.size(); i > 0; --i) {
    Goal less = goal;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i - 1));
    if (!is_met(exploration, less)) goal = std::move(less);
  }
  return goal;
}

std::vector<Question> hard_questions(Random& random, const Spec& spec, const Exploration& exploration, const Goal& aim) {
  std::vector<Ask> asks{Ask::kDeadlock, Ask::kLocalDeadlock, Ask::kReach, Ask::kReach, Ask::kNever, Ask::kSafety};
  if (random.chance(50)) asks.push_back(Ask::kNever);
  if (random.chance(20)) asks.push_back(Ask::kSafety);
  random.shuffle(asks);

  GoalDraw goals(random, spec, exploration, aim);
  std::vector<Question> questions;
  questions.reserve(asks.size());
  for (Ask ask : asks) {
    Question question{.name = "q" + std::to_string(questions.size()), .ask = ask, .formula = {}, .automata = {}, .holds = {}};
    if (ask == Ask::kReach || ask == Ask::kNever) question.formula = goals.draw();
    if (ask == Ask::kSafety) question.automata = random_automata(random, spec);
    questions.push_back(std::move(question));
  }
  return questions;
}

}   // namespace parley::cross
