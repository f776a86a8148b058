#include "front/fsp/names/variables.h"

#include <fmt/format.h>

namespace parley::fsp {

void Variables::evaluate_type(const Variable& node, Scope scope, Declared& variable, Evaluator& evaluator) {
  const std::size_t mark = evaluator.scopes().mark();
  evaluator.for_each({node.values, 1}, scope, kEmptyPath, [&](Path path, Scope) {
    expect_growth(evaluator.limits(), variable.values);
    variable.values.push_back(evaluator.value_of(path));
  });
  evaluator.scopes().release(mark);
  if (variable.values.empty())
    evaluator.reporter().refuse(evaluator.place(node.offset), "fsp-empty",
                                fmt::format("variable '{}' has no values", evaluator.names().symbols.text(node.name)));
  bool is_row = !variable.values.front().is_label;
  for (std::size_t i = 1; i < variable.values.size() && is_row; ++i)
    is_row = !variable.values[i].is_label && variable.values[i].number == variable.values[i - 1].number + 1;
  if (is_row) {
    variable.bounds = Bounds{variable.values.front().number, variable.values.back().number};
    return;
  }
  for (const Value& value : variable.values) variable.members.insert(evaluator.append(kEmptyPath, value));
}

bool Variables::contains(const Declared& variable, const Value& value, Evaluator& evaluator) {
  if (variable.bounds) return !value.is_label && value.number >= variable.bounds->low && value.number <= variable.bounds->high;
  return variable.members.contains(evaluator.append(kEmptyPath, value));
}

void Variables::declare(Span variables, Scope scope, Evaluator& evaluator) {
  std::unordered_set<Symbol> seen;
  for (const Variable& node : SpanOf(evaluator.ast().variables, variables)) {
    const std::string text = evaluator.names().symbols.text(node.name);
    if (!seen.insert(node.name).second)
      evaluator.reporter().refuse(evaluator.place(node.offset), "fsp-duplicate",
                                  fmt::format("variable '{}' is declared twice", text));
    Declared variable;
    variable.name = node.name;
    evaluate_type(node, scope, variable, evaluator);
    variable.initial = evaluator.value(node.initial, scope);
    if (!contains(variable, variable.initial, evaluator))
      evaluator.reporter().refuse(evaluator.place(evaluator.ast().exprs[node.initial].offset), "fsp-range",
                                  fmt::format("'{}' is no value of the variable '{}'", evaluator.text(variable.initial), text));
    all_.push_back(std::move(variable));
  }
}

Path Variables::append_initial(Path base, Evaluator& evaluator) const {
  for (const Declared& variable : all_) base = evaluator.append(base, variable.initial);
  return base;
}

Path Variables::append_current(Path base, Scope scope, Evaluator& evaluator) const {
  for (const Declared& variable : all_) base = evaluator.append(base, *evaluator.scopes().find(scope, variable.name));
  return base;
}

const Variables::Declared& Variables::find(const Assignment& assignment, Evaluator& evaluator) const {
  for (const Declared& variable : all_)
    if (variable.name == assignment.variable) return variable;
  std::vector<Symbol> known;
  known.reserve(all_.size());
  for (const Declared& variable : all_) known.push_back(variable.name);
  evaluator.reporter().refuse(
      evaluator.place(assignment.offset), "fsp-unknown-name",
      fmt::format("the process has no variable '{}'", evaluator.names().symbols.text(assignment.variable)),
      nearest_hint(evaluator.names().symbols, assignment.variable, known,
                   "variables are declared in front of '=': P var x:0..3 = 0 = (...)"));
}

Variables::Outcome Variables::assign(Span assignments, Scope scope, Evaluator& evaluator) const {
  Outcome outcome{scope, nullptr, {}};
  std::unordered_set<Symbol> seen;
  for (const Assignment& assignment : SpanOf(evaluator.ast().assignments, assignments)) {
    const Declared& variable = find(assignment, evaluator);
    if (assignments.count > 1 && !seen.insert(variable.name).second)
      evaluator.reporter().refuse(
          evaluator.place(assignment.offset), "fsp-duplicate",
          fmt::format("'{}' is assigned twice by one label", evaluator.names().symbols.text(variable.name)));
    const Value value = evaluator.value(assignment.value, scope);
    if (contains(variable, value, evaluator)) {
      outcome.scope = evaluator.scopes().bind(outcome.scope, variable.name, value);
    } else if (outcome.failed == nullptr) {
      outcome.failed = &assignment;
      outcome.value = value;
    }
  }
  return outcome;
}

void Variables::refuse_rebinding(Span parts, Evaluator& evaluator) const {
  for (const Part& part : SpanOf(evaluator.ast().parts, parts))
    for (const Declared& variable : all_)
      if (part.variable == variable.name)
        evaluator.reporter().refuse(evaluator.place(part.offset), "fsp-duplicate",
                                    fmt::format("'{}' is a variable of the process and cannot be bound again",
                                                evaluator.names().symbols.text(part.variable)),
                                    "bind another name, and assign: a[i:0..3] {x := i}");
}

}   // namespace parley::fsp
