#include "cross/deviation.h"

#include <algorithm>

namespace parley::cross {

namespace {

using oracle::Arrow;
using oracle::Behaviour;
using oracle::Mark;
using oracle::Part;
using oracle::Role;
using oracle::Rule;
using oracle::Spec;

constexpr std::size_t kMostParts = 6;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool shares_template(const Spec& spec, int component) {
  const int behaviour = spec.components[at(component)].behaviour;
  return std::count_if(spec.components.begin(), spec.components.end(),
                       [&](const auto& other) { return other.behaviour == behaviour; }) > 1;
}

Behaviour& own_behaviour(Spec& spec, int component) {
  int& behaviour = spec.components[at(component)].behaviour;
  if (shares_template(spec, component)) {
    Behaviour copy = spec.behaviours[at(behaviour)];
    copy.name = "t" + std::to_string(spec.behaviours.size());
    spec.behaviours.push_back(std::move(copy));
    behaviour = static_cast<int>(spec.behaviours.size()) - 1;
  }
  return spec.behaviours[at(behaviour)];
}

int plain_state(Random& random, const Behaviour& behaviour) {
  std::vector<int> plain;
  for (int state = 0; state < behaviour.num_states(); ++state)
    if (behaviour.marks[at(state)] == Mark::kPlain) plain.push_back(state);
  return plain.empty() ? 0 : random.pick(plain);
}

void change_edges(Random& random, Behaviour& behaviour) {
  if (behaviour.arrows.empty() || behaviour.labels.empty()) return;
  Arrow& chosen = behaviour.arrows[at(random.below(behaviour.arrows.size()))];
  const int any_state = random.below(behaviour.states.size());
  switch (random.below(6)) {
    case 0: chosen.to = any_state; break;
    case 1: behaviour.arrows.erase(behaviour.arrows.begin() + (&chosen - behaviour.arrows.data())); break;
    case 2: behaviour.arrows.push_back({plain_state(random, behaviour), random.below(behaviour.labels.size()), any_state}); break;
    case 3: behaviour.arrows.push_back({chosen.from, chosen.label, any_state}); break;   // one more edge with an existing label
    case 4: behaviour.initial = plain_state(random, behaviour); break;
    case 5: behaviour.labels.push_back("spare" + std::to_string(behaviour.labels.size())); break;
  }
}

void change_rules(Random& random, Spec& spec, std::size_t chosen, int first, int end) {
  Rule& rule = spec.rules[chosen];
  Part& part = rule.parts[at(random.below(rule.parts.size()))];
  const int label = random.below(spec.of(part.component).labels.size());
  switch (random.below(5)) {
    case 0: spec.rules.erase(spec.rules.begin() + static_cast<std::ptrdiff_t>(chosen)); break;
    case 1: part.label = label; break;
    case 2: {   // a rule with the same participants, one of them by another label
      Rule twin = rule;
      twin.parts[at(static_cast<int>(&part - rule.parts.data()))].label = label;
      spec.rules.push_back(std::move(twin));
      break;
    }
    case 3: rule.parts.erase(rule.parts.begin() + (&part - rule.parts.data())); break;
    case 4: {
      const int joins = first + random.below(at(end - first));
      if (rule.parts.size() < kMostParts && !spec.of(joins).labels.empty())
        rule.parts.push_back({joins, random.below(spec.of(joins).labels.size())});
      break;
    }
  }
}

void join_some_rules(Random& random, Spec& spec, int component, int percent) {
  for (Rule& rule : spec.rules)
    if (rule.parts.size() < kMostParts && random.chance(percent))
      rule.parts.push_back({component, random.below(spec.of(component).labels.size())});
}

int add_component(Spec& spec, Behaviour behaviour, Role role) {
  behaviour.name = "t" + std::to_string(spec.behaviours.size());
  spec.behaviours.push_back(std::move(behaviour));
  spec.components.push_back({"c" + std::to_string(spec.components.size()), static_cast<int>(spec.behaviours.size()) - 1, role});
  return spec.num_components() - 1;
}

}   // namespace

void deviate_within(Random& random, Spec& spec, int first, int end) {
  Spec changed = spec;
  std::vector<std::size_t> rules;
  for (std::size_t i = 0; i < spec.rules.size(); ++i)
    if (std::any_of(spec.rules[i].parts.begin(), spec.rules[i].parts.end(),
                    [&](const Part& part) { return part.component >= first && part.component < end; }))
      rules.push_back(i);
  if (!rules.empty() && random.chance(45)) change_rules(random, changed, random.pick(rules), first, end);
  else change_edges(random, own_behaviour(changed, first + random.below(at(end - first))));
  if (!problem(changed)) spec = std::move(changed);
}

void rewire(Random& random, Spec& spec) {
  if (spec.rules.empty()) return;
  Spec changed = spec;
  change_rules(random, changed, at(random.below(spec.rules.size())), 0, spec.num_components());
  if (!problem(changed)) spec = std::move(changed);
}

void deviate(Random& random, Spec& spec) { deviate_within(random, spec, 0, spec.num_components()); }

void add_way_into_error(Random& random, Spec& spec) {
  const int component = random.below(spec.components.size());
  if (spec.of(component).labels.empty()) return;
  Behaviour& behaviour = own_behaviour(spec, component);
  auto error =
      static_cast<int>(std::find(behaviour.marks.begin(), behaviour.marks.end(), Mark::kError) - behaviour.marks.begin());
  if (error == behaviour.num_states()) {
    behaviour.states.emplace_back("ERROR");
    behaviour.marks.push_back(Mark::kError);
  }
  const int from = plain_state(random, behaviour);
  if (behaviour.marks[at(from)] == Mark::kPlain) behaviour.arrows.push_back({from, random.below(behaviour.labels.size()), error});
}

int add_watcher(Random& random, Spec& spec) {
  Behaviour behaviour;
  const int plain = random.between(1, 3);
  for (int state = 0; state < plain; ++state) behaviour.states.push_back("w" + std::to_string(state));
  behaviour.states.emplace_back("ERROR");
  behaviour.marks.assign(at(plain), Mark::kPlain);
  behaviour.marks.push_back(Mark::kError);
  for (int label = random.between(1, 2); label > 0; --label) behaviour.labels.push_back("see" + std::to_string(label));
  for (int label = 0; label < behaviour.num_labels(); ++label)
    for (int state = 0; state < plain; ++state)
      behaviour.arrows.push_back({state, label, random.chance(25) ? plain : random.below(at(plain))});
  const int component = add_component(spec, std::move(behaviour), Role::kObserver);
  join_some_rules(random, spec, component, 35);
  return component;
}

int add_total_process(Random& random, Spec& spec) {
  Behaviour behaviour;
  const int states = random.between(2, 3);
  for (int state = 0; state < states; ++state) behaviour.states.push_back("o" + std::to_string(state));
  behaviour.marks.assign(at(states), Mark::kPlain);
  for (int label = random.between(1, 3); label > 0; --label) behaviour.labels.push_back("any" + std::to_string(label));
  for (int label = 0; label < behaviour.num_labels(); ++label)
    for (int state = 0; state < states; ++state) {
      behaviour.arrows.push_back({state, label, random.below(at(states))});
      if (random.chance(12)) behaviour.arrows.push_back({state, label, random.below(at(states))});
    }
  const int component = add_component(spec, std::move(behaviour), Role::kProcess);
  join_some_rules(random, spec, component, 40);
  return component;
}

}   // namespace parley::cross
