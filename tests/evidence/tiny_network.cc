#include "tiny_network.h"

#include <algorithm>
#include <array>

namespace parley::evidence_ring {

namespace {

constexpr std::array<const char*, 4> kLabels = {"a", "b", "c", "tau"};

// How much the components have to do with one another. Loose ones have no error states and seldom wait: there
// is much to put off.
struct Mood {
  std::size_t error_percent;
  std::size_t edge_percent;
  std::size_t partner_percent;
};
constexpr Mood kClose = {.error_percent = 15, .edge_percent = 60, .partner_percent = 35};
constexpr Mood kLoose = {.error_percent = 0, .edge_percent = 85, .partner_percent = 12};

Lts random_lts(Dice& dice, Role role, const Mood& mood) {
  LtsBuilder builder;
  const std::size_t states = dice.between(role == Role::kObserver ? 2 : 1, 4);
  const std::size_t labels = dice.between(1, 3);
  builder.add_states(states);
  for (std::size_t label = 0; label < labels; ++label) builder.add_label(std::string("l") + std::to_string(label));

  std::vector<bool> ends(states, false);
  const auto mark = [&](std::size_t percent, auto set) {
    if (states < 2 || !dice.chance(percent)) return;
    const std::size_t state = dice.between(dice.chance(3) ? 0 : 1, states - 1);
    if (ends[state]) return;
    ends[state] = true;
    set(LocalState(state));
  };
  mark(role == Role::kObserver ? 80 : mood.error_percent, [&](LocalState state) { builder.set_error(state); });
  if (role == Role::kProcess) mark(30, [&](LocalState state) { builder.set_terminal(state); });

  for (std::size_t from = 0; from < states; ++from) {
    if (ends[from]) continue;
    for (std::size_t label = 0; label < labels; ++label) {
      std::size_t edges = dice.chance(mood.edge_percent) ? dice.between(1, 2) : 0;
      if (role == Role::kObserver) edges = std::max<std::size_t>(edges, 1);
      while (edges-- > 0) builder.add_edge(LocalState(from), LocalLabel(label), LocalState(dice.below(states)));
    }
  }
  return std::move(builder).build();
}

Atom random_atom(Dice& dice, const Network& network) {
  Atom atom{.component = ComponentId(dice.below(network.num_components())), .states = {}};
  const std::size_t states = network.lts(atom.component).num_states();
  const std::size_t first = dice.below(states);
  atom.states.emplace_back(first);
  if (first + 1 < states && dice.chance(25)) atom.states.emplace_back(first + 1);
  return atom;
}

// Connectives and sums in one another.
PredicateBuilder::Handle random_formula(Dice& dice, const Network& network, PredicateBuilder& builder, std::size_t depth) {
  if (depth == 0 || dice.chance(15)) {
    if (dice.chance(10)) return builder.constant(dice.chance(50));
    return builder.atom(random_atom(dice, network));
  }
  if (dice.chance(20)) {
    std::vector<PredicateBuilder::CountTerm> terms;
    for (std::size_t i = dice.below(4); i > 0; --i)
      terms.push_back({.weight = static_cast<std::int64_t>(dice.below(5)) - 2, .atom = random_atom(dice, network)});
    return builder.at_most(std::move(terms), static_cast<std::int64_t>(dice.below(4)) - 1);
  }
  if (dice.chance(25)) return builder.negate(random_formula(dice, network, builder, depth - 1));
  std::vector<PredicateBuilder::Handle> parts;
  for (std::size_t i = dice.between(2, 3); i > 0; --i) parts.push_back(random_formula(dice, network, builder, depth - 1));
  return dice.chance(60) ? builder.all_of(parts) : builder.any_of(parts);
}

Predicate random_predicate(Dice& dice, const Network& network) {
  PredicateBuilder builder;
  if (dice.chance(30)) {
    std::vector<PredicateBuilder::CountTerm> terms;
    for (std::size_t i = dice.between(1, 3); i > 0; --i)
      terms.push_back({.weight = static_cast<std::int64_t>(dice.below(4)) - 1, .atom = random_atom(dice, network)});
    const auto count = builder.at_most(std::move(terms), static_cast<std::int64_t>(dice.below(3)));
    const auto root = dice.chance(70) ? builder.negate(count) : count;
    return std::move(builder).build(root);
  }
  if (dice.chance(30)) {
    const auto root = random_formula(dice, network, builder, 3);
    return std::move(builder).build(root);
  }
  std::vector<PredicateBuilder::Handle> parts;
  for (std::size_t i = dice.between(1, 3); i > 0; --i) {
    const auto atom = builder.atom(random_atom(dice, network));
    parts.push_back(dice.chance(20) ? builder.negate(atom) : atom);
  }
  const auto root = dice.chance(70) ? builder.all_of(parts) : builder.any_of(parts);
  return std::move(builder).build(root);
}

}   // namespace

Network tiny_network(Dice& dice) {
  NetworkBuilder builder;
  std::vector<ComponentId> components;
  const Mood& mood = dice.chance(30) ? kLoose : kClose;
  const std::size_t processes = dice.between(1, 4);
  for (std::size_t i = 0; i < processes; ++i)
    components.push_back(
        builder.add_component("p" + std::to_string(i), builder.add_template(random_lts(dice, Role::kProcess, mood))));
  if (dice.chance(mood.error_percent == 0 ? 10 : 40))
    components.push_back(
        builder.add_component("o", builder.add_template(random_lts(dice, Role::kObserver, mood)), Role::kObserver));
  const std::vector<std::size_t> labels = [&] {
    std::vector<std::size_t> counts;
    for (std::size_t i = 0; i < components.size(); ++i)   // a template each
      counts.push_back(builder.lts(TemplateId(i)).num_labels());
    return counts;
  }();
  for (std::size_t rules = dice.between(2, 7); rules > 0; --rules) {
    std::vector<Participant> participants;
    const std::size_t must = dice.below(processes);   // somebody who is no observer
    for (std::size_t i = 0; i < components.size(); ++i)
      if (i == must || dice.chance(mood.partner_percent))
        participants.push_back({components[i], LocalLabel(dice.below(labels[i]))});
    builder.add_rule(builder.intern_label(kLabels[dice.below(kLabels.size())]), participants);
  }
  return std::move(builder).build();
}

std::vector<Property> tiny_properties(Dice& dice, const Network& network) {
  std::vector<Property> properties;
  properties.push_back({"deadlock", Deadlock{}});
  properties.push_back({"local", LocalDeadlock{}});
  properties.push_back({"reach", Reach{random_predicate(dice, network)}});
  properties.push_back({"never", Never{random_predicate(dice, network)}});
  Safety safety;
  for (ComponentId component : network.components())
    if (dice.chance(network.lts(component).has_error() ? 80 : 10)) safety.automata.push_back(component);
  if (!safety.automata.empty()) properties.push_back({"property", std::move(safety)});
  return properties;
}

}   // namespace parley::evidence_ring
