#include "oracle/spec_text.h"

namespace parley::oracle {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : std::string(between)) + parts[i];
  return text;
}

std::string atom_text(const Spec& spec, const Atom& atom) {
  std::vector<std::string> names;
  for (int state : atom.states) names.push_back(spec.of(atom.component).states[at(state)]);
  const std::string component = spec.components[at(atom.component)].name;
  return component + "@" + (names.size() == 1 ? names[0] : "{" + joined(names, ",") + "}");
}

std::string infix(const Spec& spec, const Formula& formula) {
  std::vector<std::string> parts;
  for (const Formula& operand : formula.operands) parts.push_back(infix(spec, operand));
  switch (formula.kind) {
    case Formula::Kind::kConstant: return formula.value ? "true" : "false";
    case Formula::Kind::kAtom: return atom_text(spec, formula.atoms[0]);
    case Formula::Kind::kNot: return "!" + parts[0];
    case Formula::Kind::kAnd: return parts.empty() ? "true" : "(" + joined(parts, " && ") + ")";
    case Formula::Kind::kOr: return parts.empty() ? "false" : "(" + joined(parts, " || ") + ")";
    case Formula::Kind::kAtMost:
      for (const Atom& atom : formula.atoms)
        parts.push_back((atom.weight == 1 ? "" : std::to_string(atom.weight) + "*") + "[" + atom_text(spec, atom) + "]");
      return "(" + (parts.empty() ? "0" : joined(parts, " + ")) + " <= " + std::to_string(formula.bound) + ")";
  }
  return "";
}

std::string process_text(const Behaviour& behaviour) {
  std::string text = behaviour.name + " = " + behaviour.states[at(behaviour.initial)];
  for (int state = 0; state < behaviour.num_states(); ++state) {
    std::vector<std::string> choices;
    for (const Arrow& arrow : behaviour.arrows)
      if (arrow.from == state) choices.push_back(behaviour.labels[at(arrow.label)] + " -> " + behaviour.states[at(arrow.to)]);
    std::string body = choices.empty() ? "STOP" : "(" + joined(choices, " | ") + ")";
    if (behaviour.marks[at(state)] == Mark::kTerminal) body = "END";
    if (behaviour.marks[at(state)] == Mark::kError) body = "ERROR";
    text += ",\n    " + behaviour.states[at(state)] + " = " + body;
  }
  return text + ".\n";
}

}   // namespace

std::string to_readable(const Spec& spec) {
  std::string text;
  for (const Behaviour& behaviour : spec.behaviours) text += process_text(behaviour);
  for (const Component& component : spec.components)
    text += (component.role == Role::kObserver ? "observer " : "process  ") + component.name + " : " +
            spec.behaviours[at(component.behaviour)].name + "\n";
  for (const Rule& rule : spec.rules) {
    std::vector<std::string> parts;
    for (const Part& part : rule.parts)
      parts.push_back(spec.components[at(part.component)].name + "." + spec.of(part.component).labels[at(part.label)]);
    text += "<" + joined(parts, ", ") + "> -> " + rule.label + "\n";
  }
  for (const Question& question : spec.questions) {
    text += std::string(ask_name(question.ask));
    if (question.ask == Ask::kReach || question.ask == Ask::kNever) text += " " + infix(spec, question.formula);
    for (int automaton : question.automata) text += " " + spec.components[at(automaton)].name;
    text += question.holds ? (*question.holds ? "   (holds)" : "   (violated)") : "";
    text += "\n";
  }
  return text;
}

}   // namespace parley::oracle
