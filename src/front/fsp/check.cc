#include "front/fsp/check.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

namespace parley::fsp {

namespace {

class Checker {
 public:
  Checker(Evaluator& evaluator, const CheckOptions& options) : eval_(evaluator), ast_(evaluator.ast()), options_(options) {}

  void file() {
    declare();
    for (const Process& process : ast_.processes) this->process(process);
    for (const Composite& composite : ast_.composites) {
      scope_.clear();
      parameters(composite.parameters);
      body(composite.body);
      if (composite.visible_set != kNone) set(composite.visible_set);
    }
    for (const Check& check : ast_.checks) this->check(check);
  }

  void predicate(Index root) { expr(root); }

 private:
  const Symbols& symbols() const { return eval_.names().symbols; }
  std::string text(Symbol symbol) const { return symbols().text(symbol); }
  void error(std::uint32_t offset, const char* code, std::string message, std::string hint = "") {
    if (eval_.reporter().full()) return;
    eval_.reporter().error(eval_.place(offset), code, std::move(message), std::move(hint));
  }

  void declare() {
    const auto add = [&](Symbol name, std::uint32_t offset, Span parameters) {
      if (parameters_of_.emplace(name, parameters.count).second) process_names_.push_back(name);
      else error(offset, "fsp-duplicate", fmt::format("process '{}' is defined twice", text(name)));
    };
    for (const Process& process : ast_.processes) add(process.name, process.offset, process.parameters);
    for (const Composite& composite : ast_.composites) add(composite.name, composite.offset, composite.parameters);
  }

  // Variables and parameters in force, innermost last.
  bool in_scope(Symbol name) const { return std::find(scope_.rbegin(), scope_.rend(), name) != scope_.rend(); }

  void parameters(Span parameters) {
    for (const Parameter& parameter : SpanOf(ast_.parameters, parameters)) {
      expr(parameter.value);
      if (in_scope(parameter.name))
        error(parameter.offset, "fsp-duplicate", fmt::format("parameter '{}' is declared twice", text(parameter.name)));
      scope_.push_back(parameter.name);
    }
  }

  void process(const Process& process) {
    scope_.clear();
    locals_.clear();
    process_ = &process;
    for (const LocalDefinition& definition : SpanOf(ast_.local_definitions, process.locals)) locals_.insert(definition.name);
    parameters(process.parameters);
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

  void local(Index index) {
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
          for (const Step& step : SpanOf(ast_.steps, choice.steps)) parts(step.label);
          local(choice.next);
          scope_.resize(outer);
        }
        return;
      case LocalKind::kRef:
        for (const Index value : SpanOf(ast_.lists, node.list)) expr(value);
        reference(node);
        return;
    }
  }

  void reference(const Local& node) {
    if (options_.ltsa_compat || locals_.contains(node.name)) return;
    const std::string name = text(node.name);
    if (name == "STOP" || name == "END" || name == "ERROR") return;
    std::vector<Symbol> known(locals_.begin(), locals_.end());
    for (const char* builtin : {"STOP", "END", "ERROR"}) known.push_back(eval_.names().symbols.intern(builtin));
    const bool is_process = parameters_of_.contains(node.name);
    error(node.offset, "fsp-unknown-name", fmt::format("process '{}' has no local process '{}'", text(process_->name), name),
          is_process
              ? fmt::format("'{}' is a process of its own: processes meet in a composition, ||SYS = ({} || {})", name,
                            text(process_->name), name)
              : nearest_hint(symbols(), node.name, known, "local processes are separated by ',', and '.' ends the process"));
  }

  // The parts of a label or a list of ranges; their variables stay in scope.
  void parts(Span span) {
    for (const Part& part : SpanOf(ast_.parts, span)) {
      switch (part.kind) {
        case PartKind::kName: break;
        case PartKind::kSet:
          set(part.a);
          if (part.b != kNone) set(part.b);
          break;
        case PartKind::kExpr: expr(part.a); break;
        case PartKind::kRange:
          expr(part.a);
          expr(part.b);
          break;
        case PartKind::kNamed: named(part); break;
        case PartKind::kValue:                // the value of a variable, or a label: both are fine
        case PartKind::kCarried: break;       // the channel is looked at once for all
      }
      if (part.variable != kNoSymbol) scope_.push_back(part.variable);
    }
  }

  void named(const Part& part) {
    const Globals& globals = eval_.globals();
    const bool is_value = in_scope(part.a) || globals.constants.contains(part.a);
    const bool is_many = globals.ranges.contains(part.a) || globals.sets.contains(part.a);
    if (is_many || (is_value && part.variable == kNoSymbol)) return;
    std::vector<Symbol> known;
    known.reserve(globals.ranges.size() + globals.sets.size());
    for (const auto& [symbol, bounds] : globals.ranges) known.push_back(symbol);
    for (const auto& [symbol, labels] : globals.sets) known.push_back(symbol);
    if (part.variable == kNoSymbol)
      for (const auto& [symbol, value] : globals.constants) known.push_back(symbol);
    error(part.offset, "fsp-unknown-name",
          fmt::format("there is no range{} '{}'", part.variable == kNoSymbol ? ", set or constant" : " or set", text(part.a)),
          nearest_hint(symbols(), part.a, known, "ranges are declared: range R = 0..3"));
  }

  void set(Index index) {
    const LabelSet& node = ast_.sets[index];
    if (node.name == kNoSymbol) {
      const std::size_t outer = scope_.size();
      for (const Span& label : SpanOf(ast_.labels, node.labels)) {
        parts(label);
        scope_.resize(outer);
      }
      return;
    }
    if (eval_.globals().sets.contains(node.name)) return;
    std::vector<Symbol> known;
    for (const auto& [symbol, labels] : eval_.globals().sets) known.push_back(symbol);
    error(node.offset, "fsp-unknown-name", fmt::format("there is no set '{}'", text(node.name)),
          nearest_hint(symbols(), node.name, known, "sets are declared: set S = {a, b}"));
  }

  void relabels(Span span) {
    for (const Relabel& relabel : SpanOf(ast_.relabel_lists, span)) {
      const std::size_t outer = scope_.size();
      parts(relabel.ranges);
      relabels(relabel.inner);
      parts(relabel.new_label);
      parts(relabel.old_label);
      scope_.resize(outer);
    }
  }

  void expr(Index index) {
    // Long sums lean to the left: walk down there, recurse only to the right.
    for (;;) {
      const Expr& node = ast_.exprs[index];
      if (node.kind != ExprKind::kBinary) break;
      expr(node.b);
      index = node.a;
    }
    const Expr& node = ast_.exprs[index];
    switch (node.kind) {
      case ExprKind::kNumber:
      case ExprKind::kTrue:
      case ExprKind::kFalse: return;
      case ExprKind::kConstant: return constant(node);
      case ExprKind::kVariable:
        if (!in_scope(node.a)) {
          error(node.offset, "fsp-unknown-name", fmt::format("there is no variable '{}' here", text(node.a)),
                nearest_hint(symbols(), node.a, scope_, "variables are bound by [i:0..3], up to the end of their prefix chain"));
        }
        return;
      case ExprKind::kLabel: {
        const std::size_t outer = scope_.size();
        parts({node.a, node.b});
        scope_.resize(outer);
        return;
      }
      case ExprKind::kSize: return set(node.a);
      case ExprKind::kElement: set(node.a); return expr(node.b);
      case ExprKind::kUnary: return expr(node.a);
      case ExprKind::kBinary: return;
      case ExprKind::kAtom: {
        const PredicateAtom& atom = ast_.atoms[node.a];
        parts(atom.component);
        for (const Span& state : SpanOf(ast_.labels, atom.states)) parts(state);
        return;
      }
      case ExprKind::kForall:
      case ExprKind::kExists: {
        const std::size_t outer = scope_.size();
        parts(ast_.quantifiers[node.a].ranges);
        expr(ast_.quantifiers[node.a].body);
        scope_.resize(outer);
        return;
      }
      case ExprKind::kCount:
      case ExprKind::kGroup:
        for (const Index item : SpanOf(ast_.lists, {node.a, node.b})) expr(item);
        return;
    }
  }

  void constant(const Expr& node) {
    const Globals& globals = eval_.globals();
    if (in_scope(node.a) || globals.constants.contains(node.a)) return;
    if (globals.ranges.contains(node.a) || globals.sets.contains(node.a))
      return error(node.offset, "fsp-type", fmt::format("'{}' is a range or set where a number is needed", text(node.a)));
    std::vector<Symbol> known = scope_;
    for (const auto& [symbol, value] : globals.constants) known.push_back(symbol);
    error(node.offset, "fsp-unknown-name", fmt::format("there is no constant or parameter '{}'", text(node.a)),
          nearest_hint(symbols(), node.a, known, "constants are declared: const N = 3"));
  }

  void body(Index index) {
    const Body& node = ast_.bodies[index];
    const std::size_t outer = scope_.size();
    switch (node.kind) {
      case BodyKind::kIf:
        expr(node.condition);
        body(node.inner);
        if (node.else_branch != kNone) body(node.else_branch);
        break;
      case BodyKind::kForall:
        parts(node.list);
        body(node.inner);
        break;
      case BodyKind::kParallel:
        for (const Index part : SpanOf(ast_.lists, node.list)) body(part);
        break;
      case BodyKind::kInstance:
        parts(node.share);
        scope_.resize(outer);
        parts(node.prefix);
        if (node.inner != kNone) body(node.inner);
        else instance(node);
        scope_.resize(outer);
        relabels(node.relabels);
        break;
    }
    scope_.resize(outer);
  }

  void instance(const Body& node) {
    for (const Index argument : SpanOf(ast_.lists, node.list)) expr(argument);
    const auto found = parameters_of_.find(node.name);
    if (found == parameters_of_.end())
      return error(node.offset, "fsp-unknown-name", fmt::format("there is no process '{}'", text(node.name)),
                   nearest_hint(symbols(), node.name, process_names_));
    if (node.has_arguments && node.list.count != found->second)
      error(node.offset, "fsp-arguments",
            fmt::format("'{}' has {} parameters, not {}", text(node.name), found->second, node.list.count));
  }

  void check(const Check& check) {
    scope_.clear();
    if (check.target != kNoSymbol && !parameters_of_.contains(check.target) && text(check.target) != "DEFAULT")
      error(check.target_offset, "fsp-unknown-target", fmt::format("there is no process or composition '{}'", text(check.target)),
            nearest_hint(symbols(), check.target, process_names_));
    if (check.predicate != kNone) expr(check.predicate);
    if (check.expect_when != kNone) expr(check.expect_when);
    parts(check.automaton);
  }

  Evaluator& eval_;
  const Ast& ast_;
  const CheckOptions& options_;
  std::unordered_map<Symbol, Index> parameters_of_;   // process or composite -> number of parameters
  std::vector<Symbol> process_names_;
  std::unordered_set<Symbol> locals_;
  const Process* process_ = nullptr;
  std::vector<Symbol> scope_;
};

}   // namespace

void check_file(Evaluator& evaluator, const CheckOptions& options) { Checker(evaluator, options).file(); }

void check_predicate(Index root, Evaluator& evaluator) {
  const CheckOptions options;
  Checker(evaluator, options).predicate(root);
}

}   // namespace parley::fsp
