#include "leap/leaping_spec.h"

#include <algorithm>

#include "cross/random_spec.h"
#include "leap/plain.h"

namespace parley::cover {

namespace {

using cross::Random;
using oracle::Atom;
using oracle::Behaviour;
using oracle::Formula;
using oracle::Mark;
using oracle::Part;
using oracle::Question;
using oracle::Role;
using oracle::Rule;
using oracle::Spec;

constexpr std::uint64_t kOneInFamilies = 50;
constexpr std::size_t kMostStatesOfFamilies = 150;
constexpr std::size_t kFewStates = 6;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Probabilities for one network.
struct Temper {
  int most_states = 4;
  int local = 50;   // percent of the labels that only one component uses
  int both = 8;     // percent of these that other components may use as well
  int error = 20;   // percent of the templates
  int terminal = 20;
  int dead_end = 25;   // percent of the states that start without edges
  int orderly = 0;     // percent of the templates whose states either have local steps or wait for others
};

Temper any_temper(Random& random, int components) {
  Temper temper;
  temper.most_states = components <= 2 ? 7 : components == 3 ? 6 : components == 4 ? 4 : 3;
  temper.local = random.between(25, 80);
  temper.both = random.chance(30) ? 30 : 0;
  temper.error = random.chance(35) ? 35 : 0;
  temper.terminal = random.chance(25) ? 90 : random.chance(40) ? 25 : 0;
  temper.dead_end = random.chance(60) ? 0 : random.between(5, 35);
  temper.orderly = random.chance(60) ? 90 : 0;
  return temper;
}

// Marked states come last; the initial state is any of the others. The first label is one that an orderly
// component uses alone.
Behaviour any_behaviour(Random& random, const Temper& temper) {
  Behaviour behaviour;
  const int states = random.between(2, temper.most_states);
  int plain = states;
  behaviour.marks.assign(at(states), Mark::kPlain);
  if (plain > 1 && random.chance(temper.terminal)) behaviour.marks[at(--plain)] = Mark::kTerminal;
  if (plain > 1 && random.chance(temper.error)) behaviour.marks[at(--plain)] = Mark::kError;
  for (int state = 0; state < states; ++state) behaviour.states.push_back(std::to_string(state));
  const int labels = random.between(2, 5);
  for (int label = 0; label < labels; ++label) behaviour.labels.emplace_back(1, static_cast<char>('a' + label));
  behaviour.initial = random.chance(80) ? 0 : random.below(at(plain));
  const bool is_orderly = random.chance(temper.orderly);
  for (int state = 0; state < plain; ++state) {
    if (random.chance(temper.dead_end)) continue;
    const bool waits = is_orderly && random.chance(60);
    for (int edges = random.between(is_orderly && !waits ? 2 : 1, 3); edges > 0; --edges) {
      const int to = random.chance(30) ? std::min(state + 1, states - 1) : random.below(at(states));
      const int label = !is_orderly ? random.below(at(labels)) : waits ? random.between(1, labels - 1) : 0;
      behaviour.arrows.push_back({state, label, to});
    }
  }
  return behaviour;
}

Behaviour any_watcher(Random& random, bool may_err) {
  Behaviour watcher;
  const int states = random.between(2, 3);
  const int plain = may_err ? states - 1 : states;
  watcher.marks.assign(at(states), Mark::kPlain);
  if (may_err) watcher.marks.back() = Mark::kError;
  for (int state = 0; state < states; ++state) watcher.states.push_back(std::to_string(state));
  const int labels = random.between(1, 2);
  for (int label = 0; label < labels; ++label) {
    watcher.labels.emplace_back(1, static_cast<char>('a' + label));
    for (int state = 0; state < plain; ++state) watcher.arrows.push_back({state, label, random.below(at(states))});
  }
  return watcher;
}

// The labels that only this component uses.
std::vector<std::vector<bool>> own_labels(Random& random, const Temper& temper, const Spec& spec) {
  std::vector<std::vector<bool>> own;
  for (int component = 0; component < spec.num_components(); ++component) {
    std::vector<bool>& labels = own.emplace_back();
    const bool is_orderly = temper.orderly != 0 && random.chance(85);
    for (int label = 0; label < spec.of(component).num_labels(); ++label)
      labels.push_back(is_orderly ? label == 0 : random.chance(temper.local));
  }
  return own;
}

void add_rule(Random& random, Spec& spec, std::vector<Part> parts) {
  spec.rules.push_back({random.chance(15) ? "tau" : std::string(1, static_cast<char>('p' + random.below(6))), std::move(parts)});
}

void add_shared_rule(Random& random, const Temper& temper, const std::vector<std::vector<bool>>& own, Spec& spec) {
  std::vector<int> order = random.permutation(spec.components.size());
  const int draw = random.below(100);
  const std::size_t arity = draw < 60 ? 2 : draw < 88 ? 3 : 4;
  std::vector<Part> parts;
  for (int component : order) {
    std::vector<int> labels;
    for (int label = 0; label < spec.of(component).num_labels(); ++label)
      if (!own[at(component)][at(label)] || random.chance(temper.both)) labels.push_back(label);
    if (!labels.empty() && parts.size() < arity) parts.push_back({component, random.pick(labels)});
  }
  if (parts.size() > 1) add_rule(random, spec, std::move(parts));
}

void add_watcher(Random& random, Spec& spec) {
  spec.behaviours.push_back(any_watcher(random, random.chance(60)));
  spec.behaviours.back().name = "w";
  spec.components.push_back({"w", static_cast<int>(spec.behaviours.size()) - 1, Role::kObserver});
  for (Rule& rule : spec.rules)
    if (random.chance(40)) rule.parts.push_back({spec.num_components() - 1, random.below(spec.behaviours.back().labels.size())});
}

Atom any_atom(Random& random, const Spec& spec) {
  Atom atom{
      .component = random.below(spec.components.size()), .states = {}, .weight = random.chance(60) ? 1 : random.between(-2, 3)};
  const int states = spec.of(atom.component).num_states();
  for (int state = 0; state < states; ++state)
    if (random.chance(35)) atom.states.push_back(state);
  if (atom.states.empty()) atom.states.push_back(random.below(at(states)));
  return atom;
}

Formula any_formula(Random& random, const Spec& spec, int depth) {
  Formula formula;
  const int draw = random.below(depth == 0 ? 50 : 100);
  if (draw < 2) {
    formula.value = random.chance(50);
  } else if (draw < 32) {
    formula.kind = Formula::Kind::kAtom;
    formula.atoms = {any_atom(random, spec)};
  } else if (draw < 50) {
    formula.kind = Formula::Kind::kAtMost;
    for (int terms = random.between(1, 5); terms > 0; --terms) formula.atoms.push_back(any_atom(random, spec));
    formula.bound = random.between(-1, 2);
  } else if (draw < 62) {
    formula.kind = Formula::Kind::kNot;
    formula.operands = {any_formula(random, spec, depth - 1)};
  } else {
    formula.kind = draw < 85 ? Formula::Kind::kAnd : Formula::Kind::kOr;
    for (int operands = random.between(draw % 10 == 0 ? 0 : 2, 3); operands > 0; --operands)
      formula.operands.push_back(any_formula(random, spec, depth - 1));
  }
  return formula;
}

// A conjunction of many atoms, which is mostly false.
Formula narrow_formula(Random& random, const Spec& spec) {
  Formula formula;
  formula.kind = Formula::Kind::kAnd;
  for (int operands = random.between(2, 4); operands > 0; --operands) formula.operands.push_back(any_formula(random, spec, 1));
  return formula;
}

Spec family_network(std::uint64_t seed) {
  Random random(seed);
  const auto family = static_cast<cross::Family>(random.below(cross::kFamilies));
  return cross::random_case(random.next(), family, kMostStatesOfFamilies).spec;
}

}   // namespace

Spec leaping_network(Random& random) {
  Spec spec;
  const int draw = random.below(100);
  const int components = draw < 20 ? 2 : draw < 60 ? 3 : draw < 90 ? 4 : 5;
  const Temper temper = any_temper(random, components);
  for (int component = 0; component < components; ++component) {
    const bool shares = !spec.behaviours.empty() && random.chance(25);
    if (!shares) {
      spec.behaviours.push_back(any_behaviour(random, temper));
      spec.behaviours.back().name = std::string(1, static_cast<char>('A' + component));
    }
    const int behaviour = shares ? random.below(spec.behaviours.size()) : static_cast<int>(spec.behaviours.size()) - 1;
    spec.components.push_back({std::string(1, static_cast<char>('a' + component)), behaviour, Role::kProcess});
  }
  const std::vector<std::vector<bool>> own = own_labels(random, temper, spec);
  for (int component = 0; component < components; ++component)
    for (int label = 0; label < spec.of(component).num_labels(); ++label)
      if (own[at(component)][at(label)]) add_rule(random, spec, {{component, label}});
  for (int rules = random.between(components, 2 * components + 2); rules > 0; --rules) add_shared_rule(random, temper, own, spec);
  if (!spec.rules.empty() && random.chance(15)) add_watcher(random, spec);
  random.shuffle(spec.rules);
  return spec;
}

std::vector<Question> leaping_questions(Random& random, const Spec& spec) {
  std::vector<Question> questions(4);
  questions[0].ask = oracle::Ask::kDeadlock;
  questions[1].ask = oracle::Ask::kLocalDeadlock;
  questions[2].ask = oracle::Ask::kNever;
  questions[2].formula = narrow_formula(random, spec);
  questions[3].ask = oracle::Ask::kReach;
  questions[3].formula = random.chance(50) ? narrow_formula(random, spec) : any_formula(random, spec, 2);
  for (std::size_t i = 0; i < questions.size(); ++i) questions[i].name = "q" + std::to_string(i);
  return questions;
}

Spec network_at(std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t own = mix(mix(seed) + index);
  Random random(own);
  Spec spec;
  if (index % kOneInFamilies == 0) {
    spec = family_network(own);
  } else {
    // Networks in which hardly anything happens test little; most of them are drawn again.
    do spec = leaping_network(random);
    while (random.chance(85) && Reachable(PlainNetwork(spec)).size() < kFewStates);
  }
  spec.questions = leaping_questions(random, spec);
  return spec;
}

leap::LocalParts::Settings settings_at(std::uint64_t seed, std::uint64_t index) {
  Random random(mix(mix(seed) + index) + 1);
  leap::LocalParts::Settings settings;
  if (!random.chance(25)) return settings;
  settings.free_leaps = static_cast<std::uint64_t>(random.below(12));
  settings.most_growth = static_cast<std::uint64_t>(random.below(2));
  return settings;
}

}   // namespace parley::cover
