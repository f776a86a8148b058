#include "cross/laws.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace parley::cross {

namespace {

using oracle::Arrow;
using oracle::Ask;
using oracle::Atom;
using oracle::Behaviour;
using oracle::Formula;
using oracle::Mark;
using oracle::Part;
using oracle::Role;
using oracle::Rule;
using oracle::Spec;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

template <class Change>
void change_atoms(Formula& formula, const Change& change) {
  for (Atom& atom : formula.atoms) change(atom);
  for (Formula& operand : formula.operands) change_atoms(operand, change);
}

template <class Change>
void change_atoms(Spec& spec, const Change& change) {
  for (auto& question : spec.questions) change_atoms(question.formula, change);
}

// A name that no component, or no template, has yet.
std::string fresh_name(const Spec& spec, std::string name) {
  const auto taken = [&] {
    return std::any_of(spec.components.begin(), spec.components.end(), [&](const auto& c) { return c.name == name; }) ||
           std::any_of(spec.behaviours.begin(), spec.behaviours.end(), [&](const auto& b) { return b.name == name; });
  };
  while (taken()) name += "_";
  return name;
}

int add_component(Spec& spec, Behaviour behaviour, Role role) {
  behaviour.name = fresh_name(spec, "more");
  spec.behaviours.push_back(std::move(behaviour));
  spec.components.push_back({fresh_name(spec, "added"), static_cast<int>(spec.behaviours.size()) - 1, role});
  return spec.num_components() - 1;
}

// Some plain states and labels; the caller adds the edges.
Behaviour plain_behaviour(int states, int labels) {
  Behaviour behaviour;
  for (int i = 0; i < states; ++i) behaviour.states.push_back("n" + std::to_string(i));
  for (int i = 0; i < labels; ++i) behaviour.labels.push_back("m" + std::to_string(i));
  behaviour.marks.assign(at(states), Mark::kPlain);
  return behaviour;
}

// Adds an edge for every label in every state.
Behaviour total_behaviour(Random& random) {
  Behaviour behaviour = plain_behaviour(random.between(1, 2), random.between(1, 2));
  for (int state = 0; state < behaviour.num_states(); ++state)
    for (int label = 0; label < behaviour.num_labels(); ++label)
      behaviour.arrows.push_back({state, label, random.below(behaviour.states.size())});
  return behaviour;
}

// Adds the component to some of the existing rules.
void join_rules(Spec& spec, Random& random, int component) {
  for (Rule& rule : spec.rules)
    if (random.chance(60)) rule.parts.push_back({component, random.below(spec.of(component).labels.size())});
}

bool every_kind(Ask) { return true; }
bool not_deadlock(Ask ask) { return ask != Ask::kDeadlock; }
bool not_local_deadlock(Ask ask) { return ask != Ask::kLocalDeadlock; }
bool no_deadlocks(Ask ask) { return ask != Ask::kDeadlock && ask != Ask::kLocalDeadlock; }

constexpr std::array<Law, 13> kLaws{{
    {"permute components", permute_components, every_kind},
    {"permute rules", permute_rules, every_kind},
    {"rename all", rename_all, every_kind},
    {"split a label", split_label, every_kind},
    {"add an irrelevant component", add_irrelevant_component, no_deadlocks},
    {"add an inert component", add_inert_component, every_kind},
    {"add a live component", add_live_component, not_deadlock},
    {"add a willing observer", add_total_observer, every_kind},
    {"add a willing process", add_total_process_law, not_local_deadlock},
    {"permute template states", permute_template_states, every_kind},
    {"merge equal templates", merge_equal_templates, every_kind},
    {"separate templates", separate_templates, every_kind},
    {"repeat a rule", repeat_rule, every_kind},
}};

}   // namespace

std::span<const Law> laws() { return kLaws; }

const Law* find_law(std::string_view name) {
  for (const Law& law : kLaws)
    if (law.name == name) return &law;
  return nullptr;
}

std::optional<Spec> permute_components(const Spec& spec, Random& random) {
  const std::vector<int> to = random.permutation(spec.components.size());
  Spec changed = spec;
  for (std::size_t i = 0; i < to.size(); ++i) changed.components[at(to[i])] = spec.components[i];
  for (Rule& rule : changed.rules)
    for (Part& part : rule.parts) part.component = to[at(part.component)];
  change_atoms(changed, [&](Atom& atom) { atom.component = to[at(atom.component)]; });
  for (auto& question : changed.questions) {
    for (int& automaton : question.automata) automaton = to[at(automaton)];
    std::sort(question.automata.begin(), question.automata.end());
  }
  return changed;
}

std::optional<Spec> permute_rules(const Spec& spec, Random& random) {
  Spec changed = spec;
  random.shuffle(changed.rules);
  for (Rule& rule : changed.rules) random.shuffle(rule.parts);
  return changed;
}

// Names do not matter, whatever characters they have; `tau` is a label like any other. Numbered states get
// names.
std::optional<Spec> rename_all(const Spec& spec, Random& random) {
  static constexpr std::string_view kOdd[] = {"x", "p[1].", "a-", "\"", "\\", "@", "true", "count", "{,}", "x.y/", "!", "3", "é"};
  const auto odd = [&] { return std::string(kOdd[random.below(std::size(kOdd))]); };
  Spec changed = spec;
  int number = 10;
  const auto fresh = [&] { return odd() + std::to_string(number++); };
  std::map<std::string, std::string> labels;
  for (Rule& rule : changed.rules) {
    auto [entry, is_new] = labels.try_emplace(rule.label);
    if (is_new) entry->second = labels.size() == 1 && random.chance(50) ? "tau" : fresh();
    rule.label = entry->second;
  }
  for (auto& component : changed.components) component.name = fresh();
  for (Behaviour& behaviour : changed.behaviours) {
    behaviour.name = fresh();
    for (std::string& state : behaviour.states) state = fresh();
    for (std::string& label : behaviour.labels) label = fresh();
  }
  return changed;
}

// A label of a template becomes two. Each of its edges gets one of them, or both; an observer's edges get
// both, because it must stay total. Each use of the label in a rule becomes a use of either, in all
// combinations.
std::optional<Spec> split_label(const Spec& spec, Random& random) {
  const int split = random.below(spec.behaviours.size());
  if (spec.behaviours[at(split)].labels.empty()) return std::nullopt;
  Spec changed = spec;
  Behaviour& behaviour = changed.behaviours[at(split)];
  const int old_label = random.below(behaviour.labels.size());
  const int new_label = behaviour.num_labels();
  std::string name = behaviour.labels[at(old_label)];
  while (std::find(behaviour.labels.begin(), behaviour.labels.end(), name) != behaviour.labels.end()) name += "'";
  behaviour.labels.push_back(name);

  const bool watches = std::any_of(spec.components.begin(), spec.components.end(),
                                   [&](const auto& c) { return c.behaviour == split && c.role == Role::kObserver; });
  std::vector<Arrow> arrows;
  for (const Arrow& arrow : behaviour.arrows) {
    const int which = watches || arrow.label != old_label ? 2 : random.below(3);
    if (arrow.label != old_label || which != 1) arrows.push_back(arrow);
    if (arrow.label == old_label && which != 0) arrows.push_back({arrow.from, new_label, arrow.to});
  }
  behaviour.arrows = std::move(arrows);

  std::vector<Rule> rules;
  for (const Rule& rule : spec.rules) {
    std::vector<Rule> copies{rule};
    for (std::size_t i = 0; i < rule.parts.size(); ++i) {
      if (rule.parts[i].label != old_label || spec.components[at(rule.parts[i].component)].behaviour != split) continue;
      for (std::size_t copy = copies.size(); copy > 0; --copy) {
        copies.push_back(copies[copy - 1]);
        copies.back().parts[i].label = new_label;
      }
    }
    rules.insert(rules.end(), copies.begin(), copies.end());
  }
  changed.rules = std::move(rules);
  return changed;
}

// The component moves alone, and may stop or terminate without effect on the others. It has no error states,
// which would stop the others.
std::optional<Spec> add_irrelevant_component(const Spec& spec, Random& random) {
  Behaviour behaviour = plain_behaviour(random.between(1, 3), random.between(1, 2));
  if (behaviour.num_states() > 1 && random.chance(50)) behaviour.marks.back() = Mark::kTerminal;
  for (int state = 0; state < behaviour.num_states(); ++state)
    if (behaviour.marks[at(state)] == Mark::kPlain && random.chance(70))
      behaviour.arrows.push_back({state, random.below(behaviour.labels.size()), random.below(behaviour.states.size())});
  Spec changed = spec;
  const int component = add_component(changed, std::move(behaviour), Role::kProcess);
  for (int label = 0; label < changed.of(component).num_labels(); ++label)
    if (random.chance(80)) changed.rules.push_back({random.chance(50) ? "tau" : "own", {{component, label}}});
  return changed;
}

// No rule names the component, so it can neither move nor be blocked. It must not have terminal states,
// because the network terminates only if all components with terminal states do. Nor may it start in an error
// state.
std::optional<Spec> add_inert_component(const Spec& spec, Random& random) {
  Behaviour behaviour = plain_behaviour(random.between(1, 3), 2);
  if (behaviour.num_states() > 1 && random.chance(30)) behaviour.marks.back() = Mark::kError;
  for (int state = 0; state < behaviour.num_states(); ++state)
    if (behaviour.marks[at(state)] == Mark::kPlain && random.chance(70))
      behaviour.arrows.push_back({state, random.below(2), random.below(behaviour.states.size())});
  Spec changed = spec;
  add_component(changed, std::move(behaviour), random.chance(50) ? Role::kProcess : Role::kObserver);
  return changed;
}

// The component can always move alone, so it is never blocked. It takes part in existing rules and never
// refuses, so it blocks no other component. Deadlock is not kept: there is none any more.
std::optional<Spec> add_live_component(const Spec& spec, Random& random) {
  Behaviour behaviour = total_behaviour(random);
  const int own = behaviour.num_labels();
  behaviour.labels.push_back("alive");
  for (int state = 0; state < behaviour.num_states(); ++state)
    behaviour.arrows.push_back({state, own, random.below(behaviour.states.size())});
  Spec changed = spec;
  const int component = add_component(changed, std::move(behaviour), Role::kProcess);
  if (random.chance(60)) join_rules(changed, random, component);
  changed.rules.push_back({"alive", {{component, own}}});
  return changed;
}

std::optional<Spec> add_total_observer(const Spec& spec, Random& random) {
  Spec changed = spec;
  join_rules(changed, random, add_component(changed, total_behaviour(random), Role::kObserver));
  return changed;
}

// A process waits for the others, and is blocked when all of them have terminated: local deadlock is not
// kept.
std::optional<Spec> add_total_process_law(const Spec& spec, Random& random) {
  Spec changed = spec;
  join_rules(changed, random, add_component(changed, total_behaviour(random), Role::kProcess));
  return changed;
}

std::optional<Spec> permute_template_states(const Spec& spec, Random& random) {
  Spec changed = spec;
  std::vector<std::vector<int>> to;
  for (Behaviour& behaviour : changed.behaviours) {
    to.push_back(random.permutation(behaviour.states.size()));
    const Behaviour old = behaviour;
    for (int state = 0; state < old.num_states(); ++state) {
      behaviour.states[at(to.back()[at(state)])] = old.states[at(state)];
      behaviour.marks[at(to.back()[at(state)])] = old.marks[at(state)];
    }
    behaviour.initial = to.back()[at(old.initial)];
    for (Arrow& arrow : behaviour.arrows) arrow = {to.back()[at(arrow.from)], arrow.label, to.back()[at(arrow.to)]};
    random.shuffle(behaviour.arrows);
  }
  change_atoms(changed, [&](Atom& atom) {
    for (int& state : atom.states) state = to[at(spec.components[at(atom.component)].behaviour)][at(state)];
  });
  return changed;
}

std::optional<Spec> merge_equal_templates(const Spec& spec, Random&) {
  Spec changed = spec;
  for (auto& component : changed.components)
    for (int earlier = 0; earlier < component.behaviour; ++earlier) {
      Behaviour same = changed.behaviours[at(component.behaviour)];
      same.name = changed.behaviours[at(earlier)].name;
      if (same == changed.behaviours[at(earlier)]) component.behaviour = earlier;
    }
  return changed;
}

std::optional<Spec> separate_templates(const Spec& spec, Random&) {
  Spec changed = spec;
  changed.behaviours.clear();
  for (auto& component : changed.components) {
    Behaviour own = spec.behaviours[at(component.behaviour)];
    own.name = "own" + std::to_string(changed.behaviours.size());
    component.behaviour = static_cast<int>(changed.behaviours.size());
    changed.behaviours.push_back(std::move(own));
  }
  return changed;
}

std::optional<Spec> repeat_rule(const Spec& spec, Random& random) {
  if (spec.rules.empty()) return std::nullopt;
  Spec changed = spec;
  Rule again = random.pick(spec.rules);
  if (random.chance(50)) again.label = "again";
  changed.rules.insert(changed.rules.begin() + random.below(spec.rules.size() + 1), again);
  return changed;
}

}   // namespace parley::cross
