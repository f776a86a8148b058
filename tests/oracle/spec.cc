#include "oracle/spec.h"

#include <algorithm>
#include <set>

namespace parley::oracle {

namespace {

bool within(int index, std::size_t size) { return index >= 0 && static_cast<std::size_t>(index) < size; }

bool distinct(const std::vector<std::string>& names) {
  return std::set<std::string>(names.begin(), names.end()).size() == names.size();
}

std::optional<std::string> problem(const Behaviour& behaviour) {
  const auto says = [&](const std::string& what) { return "template " + behaviour.name + ": " + what; };
  if (behaviour.states.empty()) return says("no states");
  if (behaviour.marks.size() != behaviour.states.size()) return says("not one mark a state");
  if (!within(behaviour.initial, behaviour.states.size())) return says("no initial state");
  if (!distinct(behaviour.states)) return says("two states have one name");
  if (!distinct(behaviour.labels)) return says("two labels have one name");
  for (const Arrow& arrow : behaviour.arrows) {
    if (!within(arrow.from, behaviour.states.size()) || !within(arrow.to, behaviour.states.size()) ||
        !within(arrow.label, behaviour.labels.size()))
      return says("an edge leads nowhere");
    if (behaviour.marks[static_cast<std::size_t>(arrow.from)] != Mark::kPlain)
      return says("an edge leaves a terminal or error state");
  }
  return std::nullopt;
}

std::optional<std::string> problem(const Spec& spec, const Rule& rule) {
  std::set<int> named;
  bool has_process = false;
  for (const Part& part : rule.parts) {
    if (!within(part.component, spec.components.size())) return "rule " + rule.label + ": no such component";
    if (!within(part.label, spec.of(part.component).labels.size())) return "rule " + rule.label + ": no such label";
    if (!named.insert(part.component).second) return "rule " + rule.label + ": a component twice";
    has_process = has_process || spec.components[static_cast<std::size_t>(part.component)].role == Role::kProcess;
  }
  if (!has_process) return "rule " + rule.label + ": no process";
  return std::nullopt;
}

// In each state but the error states, an observer has an edge for each of its labels that some rule uses.
std::optional<std::string> refusal(const Spec& spec, int component) {
  const Behaviour& behaviour = spec.of(component);
  for (const Rule& rule : spec.rules)
    for (const Part& part : rule.parts) {
      if (part.component != component) continue;
      for (int state = 0; state < behaviour.num_states(); ++state) {
        if (behaviour.marks[static_cast<std::size_t>(state)] == Mark::kError) continue;
        const bool offers = std::any_of(behaviour.arrows.begin(), behaviour.arrows.end(),
                                        [&](const Arrow& arrow) { return arrow.from == state && arrow.label == part.label; });
        if (!offers) return "observer " + spec.components[static_cast<std::size_t>(component)].name + " refuses a label";
      }
    }
  return std::nullopt;
}

std::optional<std::string> problem(const Spec& spec, const Formula& formula) {
  const bool one_atom = formula.kind == Formula::Kind::kAtom;
  const bool one_operand = formula.kind == Formula::Kind::kNot;
  if (one_atom && formula.atoms.size() != 1) return "an atom that is not one";
  if (one_operand && formula.operands.size() != 1) return "a negation of not one operand";
  for (const Atom& atom : formula.atoms) {
    if (!within(atom.component, spec.components.size())) return "an atom of no component";
    if (atom.states.empty()) return "an atom of no state";
    for (int state : atom.states)
      if (!within(state, spec.of(atom.component).states.size())) return "an atom of a state that is not there";
  }
  for (const Formula& operand : formula.operands)
    if (auto found = problem(spec, operand)) return found;
  return std::nullopt;
}

}   // namespace

std::string_view ask_name(Ask ask) {
  switch (ask) {
    case Ask::kDeadlock: return "deadlock";
    case Ask::kLocalDeadlock: return "local_deadlock";
    case Ask::kReach: return "reach";
    case Ask::kNever: return "never";
    case Ask::kSafety: return "property";
  }
  return "";
}

std::optional<std::string> problem(const Spec& spec) {
  if (spec.components.empty()) return "no components";
  for (const Behaviour& behaviour : spec.behaviours)
    if (auto found = problem(behaviour)) return found;
  std::vector<std::string> names;
  for (const Component& component : spec.components) {
    if (!within(component.behaviour, spec.behaviours.size())) return "component " + component.name + ": no such template";
    names.push_back(component.name);
  }
  if (!distinct(names)) return "two components have one name";
  for (const Rule& rule : spec.rules)
    if (auto found = problem(spec, rule)) return found;
  for (int component = 0; component < spec.num_components(); ++component)
    if (spec.components[static_cast<std::size_t>(component)].role == Role::kObserver)
      if (auto found = refusal(spec, component)) return found;
  names.clear();
  for (const Question& question : spec.questions) {
    names.push_back(question.name);
    if (auto found = problem(spec, question.formula)) return "question " + question.name + ": " + *found;
    if (question.ask == Ask::kSafety && question.automata.empty()) return "question " + question.name + ": no automata";
    for (int automaton : question.automata)
      if (!within(automaton, spec.components.size())) return "question " + question.name + ": no such component";
  }
  if (!distinct(names)) return "two questions have one name";
  return std::nullopt;
}

}   // namespace parley::oracle
