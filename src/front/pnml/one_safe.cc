#include "front/pnml/one_safe.h"

#include <array>

namespace parley {

namespace {

std::vector<ComponentId> monitors_of(const Network& network) {
  std::vector<ComponentId> monitors;
  for (ComponentId component : network.components())
    if (network.lts(component).has_error()) monitors.push_back(component);
  return monitors;
}

// Builds a copy of 'formula' in 'builder'.
PredicateBuilder::Handle copy(PredicateBuilder& builder, const Predicate& formula) {
  std::vector<PredicateBuilder::Handle> made;
  for (const Predicate::Node& node : formula.nodes()) {
    std::vector<PredicateBuilder::Handle> operands;
    const bool has_operands =
        node.kind == Predicate::Kind::kNot || node.kind == Predicate::Kind::kAnd || node.kind == Predicate::Kind::kOr;
    if (has_operands)
      for (std::uint32_t child : formula.children(node)) operands.push_back(made[child]);
    switch (node.kind) {
      case Predicate::Kind::kConstant: made.push_back(builder.constant(node.value)); break;
      case Predicate::Kind::kAtom: made.push_back(builder.atom(formula.atoms()[node.first])); break;
      case Predicate::Kind::kNot: made.push_back(builder.negate(operands[0])); break;
      case Predicate::Kind::kAnd: made.push_back(builder.all_of(operands)); break;
      case Predicate::Kind::kOr: made.push_back(builder.any_of(operands)); break;
      case Predicate::Kind::kAtMost: {
        std::vector<PredicateBuilder::CountTerm> terms;
        for (const Predicate::Term& term : formula.terms(node))
          terms.push_back({.weight = term.weight, .atom = formula.atoms()[term.atom]});
        made.push_back(builder.at_most(std::move(terms), node.bound));
        break;
      }
    }
  }
  return made.back();
}

}   // namespace

std::optional<Assumption> one_safety(const Network& network) {
  std::vector<ComponentId> monitors = monitors_of(network);
  if (monitors.empty()) return std::nullopt;
  return Assumption{.property = {"1-safe", Safety{std::move(monitors)}},
                    .if_violated = "not 1-safe",
                    .culprit = "a second token can come to the place",
                    .if_unknown = "whether the net is 1-safe is not known"};
}

Predicate while_one_safe(const Network& network, Predicate formula) {
  std::vector<PredicateBuilder::CountTerm> terms;
  for (ComponentId monitor : monitors_of(network)) {
    const Lts& lts = network.lts(monitor);
    for (LocalState state : lts.states())
      if (lts.is_error(state)) terms.push_back({.atom = {.component = monitor, .states = {state}}});
  }
  if (terms.empty()) return formula;
  PredicateBuilder builder;
  const std::array both = {copy(builder, formula), builder.at_most(std::move(terms), 0)};
  const PredicateBuilder::Handle root = builder.all_of(both);
  return std::move(builder).build(root);
}

}   // namespace parley
