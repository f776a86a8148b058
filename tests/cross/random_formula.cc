#include "cross/random_formula.h"

#include <algorithm>

namespace parley::cross {

namespace {

using oracle::Ask;
using oracle::Atom;
using oracle::Exploration;
using oracle::Formula;
using oracle::Question;
using oracle::Spec;
using oracle::State;
using Kind = Formula::Kind;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

Formula of_kind(Kind kind, std::vector<Formula> operands) {
  return {.kind = kind, .value = false, .atoms = {}, .operands = std::move(operands), .bound = 0};
}

Formula of_atom(Atom atom) {
  return {.kind = Kind::kAtom, .value = false, .atoms = {std::move(atom)}, .operands = {}, .bound = 0};
}

Formula at_most(std::vector<Atom> atoms, std::int64_t bound) {
  return {.kind = Kind::kAtMost, .value = false, .atoms = std::move(atoms), .operands = {}, .bound = bound};
}

// The state itself, sometimes with other states of the component.
Atom around(Random& random, const Spec& spec, int component, int state) {
  Atom atom{.component = component, .states = {state}, .weight = 1};
  const int states = spec.of(component).num_states();
  while (states > 2 && static_cast<int>(atom.states.size()) < states - 1 && random.chance(15)) {
    const int other = random.below(at(states));
    if (std::find(atom.states.begin(), atom.states.end(), other) == atom.states.end()) atom.states.push_back(other);
  }
  return atom;
}

Atom any_atom(Random& random, const Spec& spec) {
  const int component = random.below(spec.components.size());
  return around(random, spec, component, random.below(spec.of(component).states.size()));
}

Formula any_formula(Random& random, const Spec& spec, int depth) {
  const int kind = random.below(depth == 0 ? 40 : 100);
  if (kind < 2) return {.kind = Kind::kConstant, .value = random.chance(50), .atoms = {}, .operands = {}, .bound = 0};
  if (kind < 30) return of_atom(any_atom(random, spec));
  if (kind < 45) {
    std::vector<Atom> atoms;
    for (int i = random.between(1, 4); i > 0; --i) {
      atoms.push_back(any_atom(random, spec));
      atoms.back().weight = random.chance(60) ? 1 : random.between(-3, 3);
    }
    return at_most(std::move(atoms), random.between(-2, 3));
  }
  if (kind < 55) return of_kind(Kind::kNot, {any_formula(random, spec, depth - 1)});
  std::vector<Formula> operands;
  for (int i = random.chance(3) ? 0 : random.between(1, 3); i > 0; --i) operands.push_back(any_formula(random, spec, depth - 1));
  return of_kind(kind < 85 ? Kind::kAnd : Kind::kOr, std::move(operands));
}

// A formula that 'target' and not many other states satisfy: atoms of several of its components, in one of
// the ways to express "all of them" or "nearly all of them".
Formula aimed_at(Random& random, const Spec& spec, const State& target, int atoms) {
  std::vector<Atom> chosen;
  std::vector<int> components = random.permutation(spec.components.size());
  for (int i = 0; i < atoms && at(i) < components.size(); ++i)
    chosen.push_back(around(random, spec, components[at(i)], target[at(components[at(i)])]));

  const int way = random.below(100);
  if (way < 45) {
    std::vector<Formula> operands;
    for (Atom& atom : chosen) operands.push_back(of_atom(std::move(atom)));
    return operands.size() == 1 ? operands[0] : of_kind(Kind::kAnd, std::move(operands));
  }
  if (way < 65) {   // no atom is false
    std::vector<Formula> operands;
    for (Atom& atom : chosen) operands.push_back(of_kind(Kind::kNot, {of_atom(std::move(atom))}));
    return of_kind(Kind::kNot, {of_kind(Kind::kOr, std::move(operands))});
  }
  // A weighted count of at least the sum, or a little less: the negation of "at most one below".
  std::int64_t sum = 0;
  for (Atom& atom : chosen) {
    atom.weight = random.chance(60) ? 1 : random.between(1, 3);
    sum += atom.weight;
  }
  if (random.chance(30)) sum -= random.between(0, 1);
  if (way < 85) return of_kind(Kind::kNot, {at_most(std::move(chosen), sum - 1)});
  for (Atom& atom : chosen) atom.weight = -atom.weight;
  return at_most(std::move(chosen), -sum);
}

Formula random_formula(Random& random, const Spec& spec, const Exploration& exploration) {
  const int aim = random.below(100);
  if (aim < 15) return any_formula(random, spec, 3);
  // States found late are far from the initial one.
  const std::size_t states = exploration.states.size();
  const std::size_t first = random.chance(60) ? states / 2 : 0;
  State target = exploration.states[first + at(random.below(states - first))];
  const int all = spec.num_components();
  const int atoms = random.chance(30) ? random.between(std::min(2, all), all) : all;
  if (aim >= 40) {
    const State reachable = target;
    const std::vector<State>& all_states = exploration.states;
    const auto is_reachable = [&] { return std::find(all_states.begin(), all_states.end(), target) != all_states.end(); };
    for (int tries = 0; tries < 8 && is_reachable(); ++tries) {
      target = reachable;
      for (int changes = random.between(1, 3); changes > 0; --changes) {
        const int component = random.below(spec.components.size());
        target[at(component)] = random.below(spec.of(component).states.size());
      }
    }
  }
  Formula formula = aimed_at(random, spec, target, atoms);
  if (!random.chance(8)) return formula;
  Formula both = of_kind(Kind::kAnd, {any_formula(random, spec, 1), any_formula(random, spec, 1)});
  return of_kind(Kind::kOr, {std::move(formula), std::move(both)});
}

}   // namespace

std::vector<int> random_automata(Random& random, const Spec& spec) {
  std::vector<int> with_error;
  std::vector<int> all;
  for (int component = 0; component < spec.num_components(); ++component) {
    all.push_back(component);
    const auto& marks = spec.of(component).marks;
    if (std::find(marks.begin(), marks.end(), oracle::Mark::kError) != marks.end()) with_error.push_back(component);
  }
  std::vector<int>& from = with_error.empty() || random.chance(10) ? all : with_error;
  random.shuffle(from);
  from.resize(at(random.chance(65) ? 1 : random.between(1, static_cast<int>(from.size()))));
  std::sort(from.begin(), from.end());
  return from;
}

std::vector<Question> random_questions(Random& random, const Spec& spec, const Exploration& exploration) {
  std::vector<Ask> asks{Ask::kDeadlock, Ask::kLocalDeadlock, Ask::kReach, Ask::kNever, Ask::kSafety};
  if (random.chance(30)) asks.push_back(Ask::kReach);
  if (random.chance(30)) asks.push_back(Ask::kNever);
  if (random.chance(15)) asks.push_back(Ask::kSafety);
  random.shuffle(asks);

  std::vector<Question> questions;
  for (Ask ask : asks) {
    Question question{.name = "q" + std::to_string(questions.size()), .ask = ask, .formula = {}, .automata = {}, .holds = {}};
    if (ask == Ask::kReach || ask == Ask::kNever) question.formula = random_formula(random, spec, exploration);
    if (ask == Ask::kSafety) question.automata = random_automata(random, spec);
    questions.push_back(std::move(question));
  }
  return questions;
}

}   // namespace parley::cross
