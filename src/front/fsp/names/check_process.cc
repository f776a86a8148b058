#include <fmt/format.h>

#include "front/fsp/names/checker.h"

// Names in the definition of a process: variables, local processes, and the processes that it calls.
namespace parley::fsp {

void Checker::process(const Process& process) {
  scope_.clear();
  locals_.clear();
  process_ = &process;
  for (const LocalDefinition& definition : SpanOf(ast_.local_definitions, process.locals)) locals_.insert(definition.name);
  parameters(process.parameters);
  variables(process.variables);
  const std::size_t outer = scope_.size();
  for (const LocalDefinition& definition : SpanOf(ast_.local_definitions, process.locals)) {
    parts(definition.indices);
    local(definition.body);
    scope_.resize(outer);
  }
  if (process.alphabet != kNone) set(process.alphabet);
  relabels(process.relabels);
  if (process.visible_set != kNone) set(process.visible_set);
}

// Adds the variables of a process to the scope. Their types and initial values see the parameters only.
void Checker::variables(Span span) {
  variables_.clear();
  variable_set_.clear();
  for (const Variable& variable : SpanOf(ast_.variables, span)) {
    parts({variable.values, 1});
    expr(variable.initial);
  }
  for (const Variable& variable : SpanOf(ast_.variables, span)) {
    if (!variable_set_.insert(variable.name).second)
      error(variable.offset, "fsp-duplicate", fmt::format("variable '{}' is declared twice", text(variable.name)));
    variables_.push_back(variable.name);
  }
  scope_.insert(scope_.end(), variables_.begin(), variables_.end());
}

void Checker::step(const Step& step) {
  parts(step.label);
  if (step.guard != kNone) expr(step.guard);
  std::unordered_set<Symbol> assigned;
  for (const Assignment& assignment : SpanOf(ast_.assignments, step.assignments)) {
    const Symbol name = assignment.variable;
    expr(assignment.value);
    if (!variable_set_.contains(name) && !eval_.reporter().full())
      error(assignment.offset, "fsp-unknown-name",
            fmt::format("process '{}' has no variable '{}'", text(process_->name), text(name)),
            nearest_hint(symbols(), name, variables_, "variables are declared in front of '=': P var x:0..3 = 0 = ( ... )"));
    if (!assigned.insert(name).second)
      error(assignment.offset, "fsp-duplicate", fmt::format("'{}' is assigned twice in one step", text(name)));
  }
}

void Checker::local(Index index) {
  if (index == kNone) return;
  const Local& node = ast_.locals[index];
  switch (node.kind) {
    case LocalKind::kIf:
      expr(node.condition);
      local(node.then_branch);
      local(node.else_branch);
      return;
    case LocalKind::kChoice:
      for (const Choice& choice : SpanOf(ast_.choices, node.list)) {
        const std::size_t outer = scope_.size();
        if (choice.guard != kNone) expr(choice.guard);
        for (const Step& step : SpanOf(ast_.steps, choice.steps)) this->step(step);
        local(choice.next);
        scope_.resize(outer);
      }
      return;
    case LocalKind::kRef:
      for (const Call& call : SpanOf(ast_.calls, node.calls)) this->call(call);
      for (const Index value : SpanOf(ast_.lists, node.list)) expr(value);
      if (node.name != kNoSymbol) reference(node);
      return;
  }
}

bool Checker::is_builtin(Symbol name) const {
  const std::string word = text(name);
  return word == "STOP" || word == "END" || word == "ERROR";
}

// P(1) in P(1);Q
void Checker::call(const Call& call) {
  for (const Index argument : SpanOf(ast_.lists, call.arguments)) expr(argument);
  const auto found = parameters_of_.find(call.name);
  if (found != parameters_of_.end())
    return arguments(call.name, call.offset, call.has_arguments, call.arguments.count, found->second);
  std::string hint;
  if (is_builtin(call.name)) hint = "STOP, END and ERROR come last: P;Q;END";
  else if (locals_.contains(call.name)) hint = "it is a local process: it can only come last, without arguments";
  else hint = nearest_hint(symbols(), call.name, process_names_, "what is called is a process of the file, not a local one");
  error(call.offset, "fsp-unknown-name", fmt::format("there is no process '{}' to be called", text(call.name)), std::move(hint));
}

void Checker::arguments(Symbol name, std::uint32_t offset, bool has_arguments, Index count, Index parameters) {
  if (has_arguments && count != parameters)
    error(offset, "fsp-arguments", fmt::format("'{}' has {} parameters, not {}", text(name), parameters, count));
}

void Checker::reference(const Local& node) {
  // After a ';' the name may also be a process of the file, which has no indices.
  if (!node.calls.empty() && node.list.empty() && !locals_.contains(node.name) && parameters_of_.contains(node.name)) return;
  if (options_.ltsa_compat || locals_.contains(node.name)) return;
  if (is_builtin(node.name)) return;
  const std::string name = text(node.name);
  std::vector<Symbol> known(locals_.begin(), locals_.end());
  for (const char* builtin : {"STOP", "END", "ERROR"}) known.push_back(eval_.names().symbols.intern(builtin));
  const bool is_process = parameters_of_.contains(node.name);
  error(node.offset, "fsp-unknown-name", fmt::format("process '{}' has no local process '{}'", text(process_->name), name),
        is_process ? fmt::format("'{}' is a process of its own: processes meet in a composition, ||SYS = ({} || {})", name,
                                 text(process_->name), name)
                   : nearest_hint(symbols(), node.name, known, "local processes are separated by ',', and '.' ends the process"));
}

}   // namespace parley::fsp
