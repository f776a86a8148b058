#include "front/fsp/names/check.h"

#include <algorithm>
#include <cassert>
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
      sync_vectors(composite.vectors);
      if (composite.priority_set != kNone) set(composite.priority_set);
      if (composite.visible_set != kNone) set(composite.visible_set);
    }
    channels();
    liveness();
    for (const Check& check : ast_.checks) this->check(check);
  }

  void predicate(Index root) { expr(root); }

 private:
  const Symbols& symbols() const { return eval_.names().symbols; }
  std::string text(Symbol symbol) const { return symbols().text(symbol); }
  void error(std::uint32_t offset, const char* code, std::string message, std::string hint = "") {
    if (eval_.reporter().full()) throw Abandoned{};   // nobody would see it, and a file may have millions more
    eval_.reporter().error(eval_.place(offset), code, std::move(message), std::move(hint));
  }

  // Processes, compositions, automata and channels are names of one kind; fluents, assertions and progress
  // properties of one each.
  void declare() {
    const auto add = [&](Symbol name, std::uint32_t offset, Span parameters, const char* kind) {
      if (parameters_of_.emplace(name, parameters.count).second) process_names_.push_back(name);
      else error(offset, "fsp-duplicate", fmt::format("{} '{}' is defined twice", kind, text(name)));
    };
    for (const Process& process : ast_.processes) add(process.name, process.offset, process.parameters, "process");
    for (const Composite& composite : ast_.composites) add(composite.name, composite.offset, composite.parameters, "process");
    for (const Automaton& automaton : ast_.automata) add(automaton.name, automaton.offset, {}, "process");
    for (const Channel& channel : ast_.channels) add(channel.name, channel.offset, {}, "channel");
    const auto declare = [&](Named& table, Symbol name, std::uint32_t offset, Index index, const char* kind) {
      if (table.index_of.emplace(name, index).second) table.names.push_back(name);
      else error(offset, "fsp-duplicate", fmt::format("{} '{}' is defined twice", kind, text(name)));
    };
    for (Index i = 0; i < ast_.fluents.size(); ++i) declare(fluents_, ast_.fluents[i].name, ast_.fluents[i].offset, i, "fluent");
    for (Index i = 0; i < ast_.assertions.size(); ++i)
      declare(assertions_, ast_.assertions[i].name, ast_.assertions[i].offset, i, "assertion");
    for (Index i = 0; i < ast_.progress.size(); ++i)
      declare(progress_, ast_.progress[i].name, ast_.progress[i].offset, i, "progress property");
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

  // The variables of a process, from here on in scope; their values and first values see the parameters only.
  void variables(Span span) {
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

  void step(const Step& step) {
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

  bool is_builtin(Symbol name) const {
    const std::string word = text(name);
    return word == "STOP" || word == "END" || word == "ERROR";
  }

  // P(1) in P(1);Q
  void call(const Call& call) {
    for (const Index argument : SpanOf(ast_.lists, call.arguments)) expr(argument);
    const auto found = parameters_of_.find(call.name);
    if (found != parameters_of_.end())
      return arguments(call.name, call.offset, call.has_arguments, call.arguments.count, found->second);
    std::string hint;
    if (is_builtin(call.name)) hint = "STOP, END and ERROR come last: P;Q;END";
    else if (locals_.contains(call.name)) hint = "it is a local process: it can only come last, without arguments";
    else hint = nearest_hint(symbols(), call.name, process_names_, "what is called is a process of the file, not a local one");
    error(call.offset, "fsp-unknown-name", fmt::format("there is no process '{}' to be called", text(call.name)),
          std::move(hint));
  }

  void arguments(Symbol name, std::uint32_t offset, bool has_arguments, Index count, Index parameters) {
    if (has_arguments && count != parameters)
      error(offset, "fsp-arguments", fmt::format("'{}' has {} parameters, not {}", text(name), parameters, count));
  }

  void reference(const Local& node) {
    // Behind a ';' a process of the file may come as well; it has no indices.
    if (!node.calls.empty() && node.list.empty() && !locals_.contains(node.name) && parameters_of_.contains(node.name)) return;
    if (options_.ltsa_compat || locals_.contains(node.name)) return;
    if (is_builtin(node.name)) return;
    const std::string name = text(node.name);
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
        case PartKind::kValue:            // the value of a variable, or a label: both are fine
        case PartKind::kCarried: break;   // the channel is looked at once for all
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
    if (found != parameters_of_.end())
      return arguments(node.name, node.offset, node.has_arguments, node.list.count, found->second);
    const std::string name = text(node.name);
    const bool is_channel = !name.empty() && (name[0] < 'A' || name[0] > 'Z');
    error(node.offset, "fsp-unknown-name", fmt::format("there is no {} '{}'", is_channel ? "channel" : "process", name),
          nearest_hint(symbols(), node.name, process_names_, is_channel ? "an instance is labelled a:P" : ""));
  }

  void sync_vectors(Span span) {
    for (const SyncVector& vector : SpanOf(ast_.sync_vectors, span)) {
      const std::size_t outer = scope_.size();
      parts(vector.ranges);
      sync_vectors(vector.inner);
      for (const SyncElement& element : SpanOf(ast_.sync_elements, vector.elements)) {
        parts(element.component);
        parts(element.label);
      }
      parts(vector.result);
      scope_.resize(outer);
    }
  }

  // Their definitions, and every c!v and c?v.
  void channels() {
    scope_.clear();
    Named channels;
    for (Index i = 0; i < ast_.channels.size(); ++i) {
      const Channel& channel = ast_.channels[i];
      if (channel.capacity != kNone) expr(channel.capacity);
      if (channels.index_of.emplace(channel.name, i).second) channels.names.push_back(channel.name);
    }
    for (const ChannelUse& use : ast_.channel_uses) {
      if (eval_.reporter().full()) return;
      const auto found = channels.index_of.find(use.channel);
      if (found == channels.index_of.end()) {
        error(use.offset, "fsp-unknown-name", fmt::format("there is no channel '{}'", text(use.channel)),
              nearest_hint(symbols(), use.channel, channels.names, "channels are declared: channel c[2] of 0..3"));
        continue;
      }
      const bool carries = ast_.channels[found->second].values != kNone;
      if (carries && !use.has_value)
        error(use.offset, "fsp-channel", fmt::format("channel '{}' carries values", text(use.channel)),
              "send one with c!v, receive it with c?x");
      if (!carries && use.has_value)
        error(use.offset, "fsp-channel", fmt::format("channel '{}' carries no values", text(use.channel)),
              "say which when it is declared: channel c of 0..3");
    }
  }

  void liveness() {
    for (const ProgressDefinition& progress : ast_.progress) {
      scope_.clear();
      parts(progress.ranges);
      const std::size_t outer = scope_.size();
      parts(progress.condition);
      scope_.resize(outer);
      parts(progress.labels);
    }
    for (const Fluent& fluent : ast_.fluents) {
      scope_.clear();
      parts(fluent.ranges);
      const std::size_t outer = scope_.size();
      parts(fluent.on);
      scope_.resize(outer);
      parts(fluent.off);
      scope_.resize(outer);
      if (fluent.initially != kNone) expr(fluent.initially);
    }
    uses_.resize(ast_.assertions.size());
    for (Index i = 0; i < ast_.assertions.size(); ++i) {
      scope_.clear();
      assertion_ = i;
      parameters(ast_.assertions[i].parameters);
      formula(ast_.assertions[i].formula);
      scope_.clear();
      if (ast_.assertions[i].alphabet != kNone) set(ast_.assertions[i].alphabet);
    }
    assertion_cycles();
  }

  void formula(Index index) {
    const Ltl& node = ast_.ltl[index];
    const std::size_t outer = scope_.size();
    switch (node.kind) {
      case LtlKind::kNot:
      case LtlKind::kAlways:
      case LtlKind::kEventually:
      case LtlKind::kNext: return formula(node.a);
      case LtlKind::kAnd:
      case LtlKind::kOr:
      case LtlKind::kImplies:
      case LtlKind::kIff:
      case LtlKind::kUntil:
      case LtlKind::kWeakUntil: formula(node.a); return formula(node.b);
      case LtlKind::kForall:
      case LtlKind::kExists:
        parts(node.span);
        formula(node.a);
        break;
      case LtlKind::kNamed: formula_name(node); break;
      case LtlKind::kLabels: parts(node.span); break;
      case LtlKind::kRigid: return expr(node.a);
    }
    scope_.resize(outer);
  }

  // A fluent or an assertion; where both have the name it is the fluent, as in LTSA.
  void formula_name(const Ltl& node) {
    if (node.has_arguments)
      for (const Index argument : SpanOf(ast_.lists, node.span)) expr(argument);
    else parts(node.span);
    const auto fluent = fluents_.index_of.find(node.name);
    if (fluent != fluents_.index_of.end()) {
      const Index ranges = ast_.fluents[fluent->second].ranges.count;
      if (node.has_arguments || node.span.count != ranges)
        error(node.offset, "fsp-arguments",
              fmt::format("fluent '{}' has {} indices, not {}{}", text(node.name), ranges, node.span.count,
                          node.has_arguments ? " arguments" : ""),
              "the indices of a fluent are written F[1]");
      return;
    }
    const auto found = assertions_.index_of.find(node.name);
    if (found != assertions_.index_of.end()) {
      uses_[assertion_].push_back(found->second);
      if (!node.has_arguments && !node.span.empty())
        error(node.offset, "fsp-arguments", fmt::format("assertion '{}' has no indices", text(node.name)),
              "its arguments are written A(1)");
      return arguments(node.name, node.offset, node.has_arguments, node.span.count,
                       ast_.assertions[found->second].parameters.count);
    }
    std::vector<Symbol> known = fluents_.names;
    known.insert(known.end(), assertions_.names.begin(), assertions_.names.end());
    error(node.offset, "fsp-unknown-name", fmt::format("there is no fluent or assertion '{}'", text(node.name)),
          nearest_hint(symbols(), node.name, known, "fluents are declared: fluent F = <on, off>"));
  }

  // An assertion that is defined by itself has no meaning. Depth first with a stack of our own: the chain may
  // be long.
  void assertion_cycles() {
    enum class Colour : std::uint8_t { kNew, kOpen, kDone };
    std::vector<Colour> colours(uses_.size(), Colour::kNew);
    std::vector<std::pair<Index, std::size_t>> stack;
    for (Index root = 0; root < uses_.size(); ++root) {
      if (colours[root] != Colour::kNew) continue;
      stack.emplace_back(root, 0);
      colours[root] = Colour::kOpen;
      while (!stack.empty()) {
        const Index at = stack.back().first;
        if (stack.back().second == uses_[at].size()) {
          colours[at] = Colour::kDone;
          stack.pop_back();
          continue;
        }
        const Index next = uses_[at][stack.back().second++];
        if (colours[next] == Colour::kOpen)
          error(ast_.assertions[at].offset, "fsp-recursion",
                fmt::format("assertion '{}' is defined by itself", text(ast_.assertions[at].name)));
        if (colours[next] != Colour::kNew) continue;
        colours[next] = Colour::kOpen;
        stack.emplace_back(next, 0);
      }
    }
  }

  // The definition that a check names, with its indices.
  void check_subject(const Check& check) {
    const Part& first = ast_.parts[check.automaton.first];
    const auto unknown = [&](const char* kind, const std::vector<Symbol>& names) {
      error(check.automaton_offset, "fsp-unknown-name", fmt::format("there is no {} '{}'", kind, text(first.a)),
            nearest_hint(symbols(), first.a, names));
    };
    if (check.kind == PropertyKind::kAssertion) {
      if (!assertions_.index_of.contains(first.a)) return unknown("assertion", assertions_.names);
      if (check.automaton.count > 1)
        error(check.automaton_offset, "fsp-arguments", fmt::format("assertion '{}' has no indices", text(first.a)));
    } else if (check.kind == PropertyKind::kProgress) {
      const auto found = progress_.index_of.find(first.a);
      if (found == progress_.index_of.end()) return unknown("progress property", progress_.names);
      const Index ranges = ast_.progress[found->second].ranges.count;
      if (check.automaton.count > 1 && check.automaton.count - 1 != ranges)
        error(check.automaton_offset, "fsp-arguments",
              fmt::format("progress property '{}' has {} indices, not {}", text(first.a), ranges, check.automaton.count - 1));
    } else if (check.kind == PropertyKind::kLocal && !parameters_of_.contains(first.a)) {
      unknown("process", process_names_);
    }
  }

  void check(const Check& check) {
    scope_.clear();
    if (check.target != kNoSymbol && !parameters_of_.contains(check.target) && text(check.target) != "DEFAULT")
      error(check.target_offset, "fsp-unknown-target", fmt::format("there is no process or composition '{}'", text(check.target)),
            nearest_hint(symbols(), check.target, process_names_));
    if (check.predicate != kNone) expr(check.predicate);
    if (check.expect_when != kNone) expr(check.expect_when);
    parts(check.automaton);
    parts(check.component);
    if (!check.automaton.empty()) check_subject(check);
  }

  struct Named {
    std::unordered_map<Symbol, Index> index_of;
    std::vector<Symbol> names;
  };

  Evaluator& eval_;
  const Ast& ast_;
  const CheckOptions& options_;
  std::unordered_map<Symbol, Index> parameters_of_;   // what can be an instance -> number of parameters
  std::vector<Symbol> process_names_;
  std::unordered_set<Symbol> locals_;
  const Process* process_ = nullptr;
  std::vector<Symbol> scope_;
  std::vector<Symbol> variables_;             // of the process
  std::unordered_set<Symbol> variable_set_;   // the same
  Named fluents_;
  Named assertions_;
  Named progress_;
  Index assertion_ = 0;                    // the one at hand
  std::vector<std::vector<Index>> uses_;   // by assertion: the others in its formula
};

}   // namespace

void check_file(Evaluator& evaluator, const CheckOptions& options) {
  try {
    Checker(evaluator, options).file();
  } catch (const Abandoned&) {
    assert(evaluator.reporter().has_errors());
  }
}

void check_predicate(Index root, Evaluator& evaluator) {
  const CheckOptions options;
  Checker(evaluator, options).predicate(root);
}

}   // namespace parley::fsp
