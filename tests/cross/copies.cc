#include "cross/copies.h"

#include <algorithm>

#include "cross/deviation.h"
#include "cross/weave.h"
#include "oracle/oracle.h"

namespace parley::cross {

namespace {

using oracle::Spec;
using oracle::State;

constexpr int kMostComponents = 12;
constexpr std::size_t kMostStates = 2500;   // of all copies together
constexpr std::size_t kMostStatesOfOne = 50;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

Spec small_network(Random& random) {
  Weave weave;
  const int components = random.between(2, 3);
  const std::vector<std::string> labels{"x", "y"};
  for (int i = 0; i < components; ++i) weave.add(random_path(random, random.between(2, 3), labels));
  const auto either = [&] { return std::string_view(random.chance(50) ? "x" : "y"); };
  for (int i = 0; i < components; ++i) {
    weave.rule("sync", {{i, either()}, {(i + 1) % components, either()}});
    if (random.chance(50)) weave.rule("tau", {{i, either()}});
  }
  Spec spec = weave.take();
  if (random.chance(25)) add_way_into_error(random, spec);
  return spec;
}

struct Explored {
  Spec spec;
  std::vector<State> states;
};

Explored explored_small_network(Random& random) {
  while (true) {
    Spec spec = small_network(random);
    std::optional<oracle::Exploration> exploration = explore(spec, kMostStatesOfOne);
    if (exploration && exploration->states.size() > 2) return {std::move(spec), std::move(exploration->states)};
  }
}

Explored deviating(Random& random, const Explored& one) {
  Spec spec = one.spec;
  for (int i = random.between(1, 2); i > 0; --i)
    if (random.chance(60)) rewire(random, spec);
    else deviate(random, spec);
  std::optional<oracle::Exploration> exploration = explore(spec, kMostStatesOfOne);
  return exploration ? Explored{std::move(spec), std::move(exploration->states)} : one;
}

int number_of_copies(const Explored& one) {
  int number = 2;
  std::size_t states = one.states.size() * one.states.size();
  while ((number + 1) * one.spec.num_components() <= kMostComponents && states * one.states.size() <= kMostStates) {
    states *= one.states.size();
    ++number;
  }
  return number;
}

// A state of the one, preferably one that the other does not reach; sometimes one that neither reaches.
State target_of(Random& random, const Explored& one, const Explored& other) {
  std::vector<State> missed_by_other;
  for (const State& state : one.states)
    if (std::find(other.states.begin(), other.states.end(), state) == other.states.end()) missed_by_other.push_back(state);
  State target = random.pick(!missed_by_other.empty() && random.chance(60) ? missed_by_other : one.states);
  if (random.chance(15)) {
    const int component = random.below(target.size());
    target[at(component)] = random.below(one.spec.of(component).states.size());
  }
  return target;
}

void add_guest(Random& random, Spec& spec) {
  oracle::Rule& rule = spec.rules[at(random.below(spec.rules.size()))];
  const int guest = random.below(spec.components.size());
  if (std::none_of(rule.parts.begin(), rule.parts.end(), [&](const auto& part) { return part.component == guest; }))
    rule.parts.push_back({guest, random.below(spec.of(guest).labels.size())});
}

}   // namespace

void append_copy(Spec& spec, const Spec& copy) {
  std::vector<int> templates;
  templates.reserve(copy.behaviours.size());
  for (oracle::Behaviour behaviour : copy.behaviours) {
    const auto same = std::find_if(spec.behaviours.begin(), spec.behaviours.end(), [&](const oracle::Behaviour& other) {
      behaviour.name = other.name;
      return behaviour == other;
    });
    templates.push_back(static_cast<int>(same - spec.behaviours.begin()));
    if (same != spec.behaviours.end()) continue;
    behaviour.name = "t" + std::to_string(spec.behaviours.size());
    spec.behaviours.push_back(std::move(behaviour));
  }
  const int first = spec.num_components();
  for (const oracle::Component& component : copy.components)
    spec.components.push_back({"c" + std::to_string(spec.components.size()), templates[at(component.behaviour)], component.role});
  for (oracle::Rule rule : copy.rules) {
    for (oracle::Part& part : rule.parts) part.component += first;
    spec.rules.push_back(std::move(rule));
  }
}

AimedNetwork network_of_copies(Random& random) {
  const Explored one = explored_small_network(random);
  const Explored other = random.chance(70) ? deviating(random, one) : one;
  const int number = number_of_copies(one);
  const int odd = random.below(at(number));
  const State target = random.chance(65) ? target_of(random, one, other) : target_of(random, other, one);
  AimedNetwork drawn;
  for (int i = 0; i < number; ++i) {
    const int first = drawn.spec.num_components();
    append_copy(drawn.spec, i == odd ? other.spec : one.spec);
    for (int component = 0; at(component) < target.size(); ++component)
      drawn.aim.push_back({first + component, {target[at(component)]}, 1});
  }
  if (!drawn.spec.rules.empty() && random.chance(15))
    add_guest(random, drawn.spec);   // then the copies are not quite independent
  return drawn;
}

}   // namespace parley::cross
