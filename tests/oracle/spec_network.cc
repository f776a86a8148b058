#include "oracle/spec_network.h"

#include <algorithm>

namespace parley::oracle {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }
LocalState local(int state) { return LocalState(at(state)); }

Lts to_lts(const Behaviour& behaviour) {
  LtsBuilder builder;
  for (int state = 0; state < behaviour.num_states(); ++state) {
    const std::string& name = behaviour.states[at(state)];
    builder.add_state(name == std::to_string(state) ? "" : name);
    if (behaviour.marks[at(state)] == Mark::kTerminal) builder.set_terminal(local(state));
    if (behaviour.marks[at(state)] == Mark::kError) builder.set_error(local(state));
  }
  builder.set_initial(local(behaviour.initial));
  for (const std::string& label : behaviour.labels) builder.add_label(label);
  for (const Arrow& arrow : behaviour.arrows) builder.add_edge(local(arrow.from), LocalLabel(at(arrow.label)), local(arrow.to));
  return std::move(builder).build();
}

parley::Atom to_atom(const Atom& atom) {
  parley::Atom result{ComponentId(at(atom.component)), {}};
  for (int state : atom.states) result.states.push_back(local(state));
  std::sort(result.states.begin(), result.states.end());
  result.states.erase(std::unique(result.states.begin(), result.states.end()), result.states.end());
  return result;
}

PredicateBuilder::Handle add(PredicateBuilder& builder, const Formula& formula) {
  std::vector<PredicateBuilder::Handle> operands;
  for (const Formula& operand : formula.operands) operands.push_back(add(builder, operand));
  switch (formula.kind) {
    case Formula::Kind::kConstant: return builder.constant(formula.value);
    case Formula::Kind::kAtom: return builder.atom(to_atom(formula.atoms[0]));
    case Formula::Kind::kNot: return builder.negate(operands[0]);
    case Formula::Kind::kAnd: return builder.all_of(operands);
    case Formula::Kind::kOr: return builder.any_of(operands);
    case Formula::Kind::kAtMost: {
      std::vector<PredicateBuilder::CountTerm> terms;
      for (const Atom& atom : formula.atoms) terms.push_back({atom.weight, to_atom(atom)});
      return builder.at_most(std::move(terms), formula.bound);
    }
  }
  return builder.constant(false);
}

Predicate to_predicate(const Formula& formula) {
  PredicateBuilder builder;
  const PredicateBuilder::Handle root = add(builder, formula);
  return std::move(builder).build(root);
}

Property to_property(const Question& question) {
  Property property;
  property.name = question.name;
  switch (question.ask) {
    case Ask::kDeadlock: property.ask = Deadlock{}; break;
    case Ask::kLocalDeadlock: property.ask = LocalDeadlock{}; break;
    case Ask::kReach: property.ask = Reach{to_predicate(question.formula)}; break;
    case Ask::kNever: property.ask = Never{to_predicate(question.formula)}; break;
    case Ask::kSafety: {
      Safety safety;
      for (int automaton : question.automata) safety.automata.emplace_back(at(automaton));
      std::sort(safety.automata.begin(), safety.automata.end());
      property.ask = std::move(safety);
      break;
    }
  }
  return property;
}

}   // namespace

Network to_network(const Spec& spec) {
  NetworkBuilder builder;
  for (const Behaviour& behaviour : spec.behaviours) builder.add_template(to_lts(behaviour));
  for (const Component& component : spec.components)
    builder.add_component(component.name, TemplateId(at(component.behaviour)),
                          component.role == Role::kObserver ? parley::Role::kObserver : parley::Role::kProcess);
  for (const Rule& rule : spec.rules) {
    std::vector<Participant> participants;
    for (const Part& part : rule.parts) participants.push_back({ComponentId(at(part.component)), LocalLabel(at(part.label))});
    builder.add_rule(builder.intern_label(rule.label), participants);
  }
  return std::move(builder).build();
}

std::vector<Property> to_properties(const Spec& spec) {
  std::vector<Property> properties;
  for (const Question& question : spec.questions) properties.push_back(to_property(question));
  return properties;
}

}   // namespace parley::oracle
