#include "cross/random_spec.h"

#include <algorithm>
#include <set>

#include "cross/adversarial_spec.h"
#include "cross/random_formula.h"
#include "cross/random_goal.h"

namespace parley::cross {

namespace {

using oracle::Behaviour;
using oracle::Component;
using oracle::Mark;
using oracle::Part;
using oracle::Role;
using oracle::Rule;
using oracle::Spec;

constexpr std::size_t kMostStates = 20000;
constexpr int kMostComponents = 8;
constexpr std::size_t kMostParts = 5;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Probabilities for the components of one network.
struct Temper {
  int least_states = 2;
  int most_states = 5;
  int terminal = 12;   // percent of the templates
  int error = 14;
  int dead_end = 15;   // percent of the states without edges that stay so
};

std::vector<std::string> state_names(Random& random, int states) {
  const bool by_number = random.chance(20);
  std::vector<std::string> names;
  for (int state = 0; state < states; ++state) names.push_back((by_number ? "" : "s") + std::to_string(state));
  return names;
}

// Every state is reachable in the component alone; marked states come last and have no edges.
Behaviour random_behaviour(Random& random, const Temper& temper, std::vector<std::string> labels) {
  Behaviour behaviour;
  const int states = random.between(temper.least_states, temper.most_states);
  behaviour.states = state_names(random, states);
  behaviour.marks.assign(at(states), Mark::kPlain);
  behaviour.labels = std::move(labels);
  int plain = states;
  if (plain > 1 && random.chance(temper.terminal)) behaviour.marks[at(--plain)] = Mark::kTerminal;
  if (plain > 1 && random.chance(temper.error)) behaviour.marks[at(--plain)] = Mark::kError;

  const auto any_label = [&] { return random.below(behaviour.labels.size()); };
  for (int state = 1; state < states; ++state) {
    const bool chained = state <= plain && random.chance(50);   // long paths make long traces
    const int from = chained ? state - 1 : random.below(at(std::min(state, plain)));
    behaviour.arrows.push_back({from, any_label(), state});
  }
  std::vector<bool> leads_on(at(states), false);
  for (const auto& arrow : behaviour.arrows) leads_on[at(arrow.from)] = true;
  for (int state = 0; state < plain; ++state) {
    if (!leads_on[at(state)] && !random.chance(temper.dead_end))
      behaviour.arrows.push_back({state, any_label(), random.chance(50) ? 0 : random.below(at(plain))});
  }
  for (int extra = random.between(0, plain); extra > 0; --extra)
    behaviour.arrows.push_back({random.below(at(plain)), any_label(), random.below(at(random.chance(30) ? states : plain))});
  if (random.chance(35)) {   // one more edge with an existing label
    const auto arrow = random.pick(behaviour.arrows);
    behaviour.arrows.push_back({arrow.from, arrow.label, random.below(at(plain))});
  }
  return behaviour;
}

// Permutes the states: the initial state need not be the first, and marked states are anywhere.
void renumber_states(Random& random, Behaviour& behaviour) {
  const std::vector<int> to = random.permutation(behaviour.states.size());
  std::vector<Mark> marks(behaviour.marks.size());
  for (std::size_t state = 0; state < marks.size(); ++state) marks[at(to[state])] = behaviour.marks[state];
  behaviour.marks = std::move(marks);
  behaviour.initial = to[at(behaviour.initial)];
  for (auto& arrow : behaviour.arrows) arrow = {to[at(arrow.from)], arrow.label, to[at(arrow.to)]};
}

class Builder {
 public:
  Builder(Random& random, Temper temper) : random_(random), temper_(temper) {}

  int add_behaviour(const std::vector<std::string>& labels) {
    Behaviour behaviour = random_behaviour(random_, temper_, labels);
    if (random_.chance(35)) renumber_states(random_, behaviour);
    behaviour.name = "t" + std::to_string(spec_.behaviours.size());
    spec_.behaviours.push_back(std::move(behaviour));
    return static_cast<int>(spec_.behaviours.size()) - 1;
  }
  int add_component(int behaviour, Role role = Role::kProcess) {
    spec_.components.push_back({"c" + std::to_string(spec_.components.size()), behaviour, role});
    return spec_.num_components() - 1;
  }
  // With its own template, or that of an earlier component with the same number of labels.
  int add_component(const std::vector<std::string>& labels) {
    if (!spec_.behaviours.empty() && random_.chance(25)) {
      const int earlier = random_.below(spec_.behaviours.size());
      if (spec_.behaviours[at(earlier)].labels.size() == labels.size()) return add_component(earlier);
    }
    return add_component(add_behaviour(labels));
  }

  std::string any_label_name() {
    static constexpr std::string_view kNames[] = {"a", "b", "c", "d", "e", "f"};
    return random_.chance(20) ? "tau" : std::string(kNames[random_.below(std::size(kNames))]);
  }
  void add_rule(std::vector<Part> parts) { spec_.rules.push_back({any_label_name(), std::move(parts)}); }
  Part any_part(int component) { return {component, random_.below(spec_.of(component).labels.size())}; }
  void add_rule_among(std::vector<int> components, int arity) {
    random_.shuffle(components);
    std::vector<Part> parts;
    for (int component : components)
      if (static_cast<int>(parts.size()) < arity) parts.push_back(any_part(component));
    add_rule(std::move(parts));
  }

  // Adds a local rule, with this probability, for each label that no rule uses yet.
  void add_own_rules(int percent) {
    std::set<Part> used;
    for (const Rule& rule : spec_.rules) used.insert(rule.parts.begin(), rule.parts.end());
    for (int component = 0; component < spec_.num_components(); ++component)
      for (int label = 0; label < spec_.of(component).num_labels(); ++label)
        if (used.count({component, label}) == 0 && random_.chance(percent)) add_rule({{component, label}});
  }

  void add_equal_rules() {
    if (spec_.rules.empty()) return;
    if (random_.chance(12)) spec_.rules.push_back(random_.pick(spec_.rules));
    if (random_.chance(12)) add_rule(random_.pick(spec_.rules).parts);
    if (random_.chance(12)) {
      std::vector<Part> parts = random_.pick(spec_.rules).parts;
      for (Part& part : parts) part = any_part(part.component);
      add_rule(std::move(parts));
    }
  }

  // An observer of some labels of the network. It is total, so it never refuses, and it often has an edge
  // into an error state.
  void add_observer() {
    if (spec_.num_components() >= kMostComponents) return;
    Behaviour observer;
    observer.name = "t" + std::to_string(spec_.behaviours.size());
    const int states = random_.between(2, 5);
    observer.states = state_names(random_, states);
    observer.marks.assign(at(states), Mark::kPlain);
    const int plain = random_.chance(92) ? states - 1 : states;
    if (plain < states) observer.marks.back() = Mark::kError;
    for (int label = random_.between(1, 3); label > 0; --label) observer.labels.push_back("w" + std::to_string(label));
    for (int label = 0; label < observer.num_labels(); ++label)
      for (int state = 0; state < plain; ++state) {
        const bool falls = plain < states && random_.chance(18);
        observer.arrows.push_back({state, label, falls ? states - 1 : random_.below(at(plain))});
        if (random_.chance(10)) observer.arrows.push_back({state, label, random_.below(at(states))});
      }
    if (random_.chance(35)) renumber_states(random_, observer);
    spec_.behaviours.push_back(observer);
    const int component = add_component(static_cast<int>(spec_.behaviours.size()) - 1, Role::kObserver);
    for (Rule& rule : spec_.rules)
      if (rule.parts.size() < kMostParts && random_.chance(45))
        rule.parts.push_back({component, random_.below(observer.labels.size())});
  }

  void add_component_without_rules() {
    if (spec_.num_components() >= kMostComponents) return;
    add_component(random_.chance(50) ? random_.below(spec_.behaviours.size()) : add_behaviour({"x", "y"}));
  }

  Random& random() { return random_; }
  Spec& spec() { return spec_; }
  Spec take() { return std::move(spec_); }

 private:
  Random& random_;
  Temper temper_;
  Spec spec_;
};

std::vector<int> all_of(const Spec& spec) {
  std::vector<int> components;
  for (int component = 0; component < spec.num_components(); ++component) components.push_back(component);
  return components;
}

void build_dense(Builder& build) {
  Random& random = build.random();
  const int components = random.between(2, 5);
  const std::vector<std::string> few{"x", "y"};
  const std::vector<std::string> more{"x", "y", "z"};
  for (int i = 0; i < components; ++i) build.add_component(random.chance(50) ? more : few);
  for (int rules = random.between(components, 3 * components); rules > 0; --rules) {
    const int draw = random.below(100);
    const int arity = draw < 45 ? 1 : draw < 75 ? 2 : draw < 87 ? 3 : draw < 95 ? 4 : 5;
    build.add_rule_among(all_of(build.spec()), std::min(arity, components));
  }
  build.add_own_rules(60);
}

void build_ring(Builder& build) {
  Random& random = build.random();
  const int components = random.between(3, 6);
  const std::vector<std::string> labels{"left", "right", "own"};
  const int common = build.add_behaviour(labels);
  const int other = random.chance(60) ? build.add_behaviour(labels) : common;
  for (int i = 0; i < components; ++i) build.add_component(i == 0 ? other : common);
  for (int i = 0; i < components; ++i) build.add_rule({{i, 1}, {(i + 1) % components, 0}});
  build.add_own_rules(90);
}

void build_tree(Builder& build) {
  Random& random = build.random();
  const int components = random.between(3, 7);
  for (int i = 0; i < components; ++i) build.add_component({"up", "down", "own"});
  for (int i = 1; i < components; ++i) {
    const int parent = random.below(at(i));
    build.add_rule({{parent, 1}, {i, 0}});
    if (random.chance(25)) build.add_rule({build.any_part(parent), build.any_part(i)});
  }
  build.add_own_rules(90);
}

void build_clients(Builder& build) {
  Random& random = build.random();
  const int client = build.add_behaviour({"ask", "get", "own"});
  const int server = build.add_behaviour({"ask", "get", "own"});
  const int clients = random.between(2, 5);
  const int servers = random.between(1, 2);
  for (int i = 0; i < clients; ++i) build.add_component(client);
  for (int i = 0; i < servers; ++i) build.add_component(server);
  for (int i = 0; i < clients; ++i)
    for (int j = clients; j < clients + servers; ++j)
      for (int label = 0; label < 2; ++label) build.add_rule({{i, label}, {j, label}});
  build.add_own_rules(random.chance(50) ? 90 : 20);
}

void build_barrier(Builder& build) {
  Random& random = build.random();
  const int components = random.between(4, 6);
  for (int i = 0; i < components; ++i) build.add_component({"go", "own", "pair"});
  std::vector<Part> parts;
  for (int i = 0; i < components && parts.size() < kMostParts; ++i) parts.push_back({i, 0});
  build.add_rule(parts);
  for (int i = 0; i + 1 < components; i += 2) build.add_rule({{i, 2}, {i + 1, 2}});
  build.add_own_rules(90);
}

void build_loose(Builder& build) {
  Random& random = build.random();
  const int components = random.between(3, 7);
  for (int i = 0; i < components; ++i) build.add_component({"own", "next", "sync"});
  for (int rules = random.between(1, 3); rules > 0; --rules) build.add_rule_among(all_of(build.spec()), random.between(2, 3));
  build.add_own_rules(95);
}

// Components are larger if there are few of them.
Temper temper_for(Random& random, Family family) {
  Temper temper;
  if (family == Family::kDense || family == Family::kClients) temper.most_states = 8;
  if (family == Family::kLoose) temper.most_states = 4;
  if (family == Family::kBarrier) temper.most_states = 4;
  if (random.chance(family == Family::kClients ? 50 : 15)) temper.terminal = 100;   // the whole network can terminate
  if (random.chance(60)) temper.dead_end = 0;
  if (random.chance(60)) temper.error = 0;   // errors end many runs early
  return temper;
}

// Whether a network with this many states is kept. Most large ones are drawn again: they take most of the
// time and find little more.
std::optional<oracle::Exploration> explored_if_fit(Random& random, const Spec& spec, std::size_t most_states) {
  const std::size_t usual = random.chance(5) ? kMostStates : 2500;
  const std::size_t most = most_states == 0 ? usual : most_states;
  std::optional<oracle::Exploration> exploration = explore(spec, most);
  if (!exploration) return std::nullopt;
  if (random.chance(exploration->states.size() < 8 ? 80 : exploration->states.size() < 60 ? 45 : 0)) return std::nullopt;
  return exploration;
}

RandomCase drawn_case(Random& random, std::optional<Family> family, std::size_t most_states) {
  while (true) {
    RandomCase drawn;
    drawn.family = family ? *family : static_cast<Family>(random.below(kPlainFamilies));
    std::vector<oracle::Atom> aim;
    if (is_adversarial(drawn.family)) {
      AimedNetwork aimed = adversarial_network(random, drawn.family);
      drawn.spec = std::move(aimed.spec);
      aim = std::move(aimed.aim);
    } else {
      drawn.spec = random_network(random, drawn.family);
    }
    std::optional<oracle::Exploration> exploration = explored_if_fit(random, drawn.spec, most_states);
    if (!exploration) continue;
    drawn.exploration = *std::move(exploration);
    drawn.spec.questions = is_adversarial(drawn.family) ? hard_questions(random, drawn.spec, drawn.exploration, aim)
                                                        : random_questions(random, drawn.spec, drawn.exploration);
    return drawn;
  }
}

}   // namespace

Spec random_network(Random& random, Family family) {
  if (is_adversarial(family)) return adversarial_network(random, family).spec;
  const Temper temper = temper_for(random, family);
  Builder build(random, temper);
  switch (family) {
    case Family::kDense: build_dense(build); break;
    case Family::kRing: build_ring(build); break;
    case Family::kTree: build_tree(build); break;
    case Family::kClients: build_clients(build); break;
    case Family::kBarrier: build_barrier(build); break;
    case Family::kLoose: build_loose(build); break;
    case Family::kTokens:
    case Family::kDining:
    case Family::kRequests:
    case Family::kClique:
    case Family::kChain:
    case Family::kResources:
    case Family::kCopies:
    case Family::kErrors:
    case Family::kLaps:
    case Family::kNeverRefusing:
    case Family::kConserved:
    case Family::kCounting:
    case Family::kVotes:
    case Family::kSlots:
    case Family::kSystolic:
    case Family::kStray:
    case Family::kParity:
    case Family::kOnce:
    case Family::kParts: break;
  }
  build.add_equal_rules();
  if (random.chance(60)) build.add_observer();
  if (random.chance(15)) build.add_observer();
  if (random.chance(temper.terminal == 100 ? 30 : 8)) build.add_component_without_rules();
  return build.take();
}

RandomCase random_case(std::uint64_t seed, std::optional<Family> family, std::size_t most_states) {
  Random random(seed);
  return drawn_case(random, family, most_states);
}

}   // namespace parley::cross
