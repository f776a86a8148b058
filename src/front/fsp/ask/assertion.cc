#include "front/fsp/ask/assertion.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

namespace parley::fsp {

namespace {

// Levels of a formula, including referenced assertions. Each level needs several stack frames, and sanitizers
// make them large.
constexpr std::size_t kDeepestAssertion = 1000;

class Resolution {
 public:
  Resolution(Index assertion, Evaluator& evaluator)
      : assertion_(evaluator.ast().assertions[assertion]), index_(assertion), ast_(evaluator.ast()), eval_(evaluator) {
    for (Index i = 0; i < ast_.fluents.size(); ++i) fluent_of_.emplace(ast_.fluents[i].name, i);
    for (Index i = 0; i < ast_.assertions.size(); ++i) assertion_of_.emplace(ast_.assertions[i].name, i);
  }

  ResolvedAssertion run() {
    const std::size_t mark = eval_.scopes().mark();
    const FormulaId formula = refer(index_, {}, assertion_.offset);
    result_.formula = result_.formulas.normal_form(number_atoms(formula));
    result_.is_safe = is_syntactically_safe(result_.formulas, result_.formula);
    collect_alphabet();
    eval_.scopes().release(mark);
    return std::move(result_);
  }

 private:
  std::string text(Symbol symbol) const { return eval_.names().symbols.text(symbol); }

  // The number of fluents is not known while the formula is resolved, so label atoms are numbered from here
  // on; number_atoms() renumbers them.
  static constexpr LtlAtom kFirstLabelAtom = 1u << 31;

  FormulaId formula(Index index, Scope scope) {
    eval_.pulse().beat();
    const Ltl& node = ast_.ltl[index];
    if (++depth_ > kDeepestAssertion) refuse_depth(node);
    const FormulaId result = formula_of(node, scope);
    // An assertion that was expanded before adds its own depth.
    if (result_.formulas.depth(result) > 2 * kDeepestAssertion) refuse_depth(node);
    --depth_;
    return result;
  }

  [[noreturn]] void refuse_depth(const Ltl& node) {
    eval_.reporter().refuse(
        eval_.place(node.offset), "fsp-depth", "the formula is nested too deep",
        fmt::format("{} levels are possible, those of the assertions that it refers to included", kDeepestAssertion));
  }

  FormulaId formula_of(const Ltl& node, Scope scope) {
    Formulas& f = result_.formulas;
    switch (node.kind) {
      case LtlKind::kNot: return f.negation(formula(node.a, scope));
      case LtlKind::kAlways: return f.always(formula(node.a, scope));
      case LtlKind::kEventually: return f.eventually(formula(node.a, scope));
      case LtlKind::kNext: return f.next(formula(node.a, scope));
      case LtlKind::kAnd: return f.conjunction({formula(node.a, scope), formula(node.b, scope)});
      case LtlKind::kOr: return f.disjunction({formula(node.a, scope), formula(node.b, scope)});
      case LtlKind::kForall: return f.conjunction(quantified(node, scope));
      case LtlKind::kExists: return f.disjunction(quantified(node, scope));
      case LtlKind::kNamed: return named(node, scope);
      case LtlKind::kLabels: return labels(node, scope);
      case LtlKind::kRigid: return eval_.truth(node.a, scope) ? Formulas::kTrue : Formulas::kFalse;
      case LtlKind::kImplies:
      case LtlKind::kIff:
      case LtlKind::kUntil:
      case LtlKind::kWeakUntil: break;
    }
    const FormulaId left = formula(node.a, scope);
    const FormulaId right = formula(node.b, scope);
    if (node.kind == LtlKind::kImplies) return f.implication(left, right);
    if (node.kind == LtlKind::kIff) return f.iff(left, right);
    return node.kind == LtlKind::kUntil ? f.until(left, right) : f.weak_until(left, right);
  }

  std::vector<FormulaId> quantified(const Ltl& node, Scope scope) {
    std::vector<FormulaId> parts;
    eval_.for_each(node.span, scope, kEmptyPath, [&](Path, Scope inner) {
      expect_growth(eval_.limits(), parts, 100);
      parts.push_back(formula(node.a, inner));
    });
    return parts;
  }

  FormulaId named(const Ltl& node, Scope scope) {
    if (const auto found = fluent_of_.find(node.name); found != fluent_of_.end()) return fluents(node, found->second, scope);
    if (const auto found = assertion_of_.find(node.name); found != assertion_of_.end()) {
      if (!node.has_arguments && !node.span.empty())
        eval_.reporter().refuse(eval_.place(node.offset), "fsp-arguments",
                                fmt::format("'{}' is an assertion: its arguments stand in parentheses", text(node.name)));
      std::vector<Value> arguments;
      for (const Index argument : SpanOf(ast_.lists, node.span)) arguments.push_back(eval_.value(argument, scope));
      return refer(found->second, arguments, node.offset);
    }
    std::vector<Symbol> known;
    known.reserve(fluent_of_.size() + assertion_of_.size());
    for (const auto& [symbol, index] : fluent_of_) known.push_back(symbol);
    for (const auto& [symbol, index] : assertion_of_) known.push_back(symbol);
    eval_.reporter().refuse(eval_.place(node.offset), "fsp-unknown-name",
                            fmt::format("there is no fluent or assertion '{}'", text(node.name)),
                            nearest_hint(eval_.names().symbols, node.name, known, "fluents are declared: fluent F = <on, off>"));
  }

  // The formula of an assertion with its arguments, or with the defaults of its parameters.
  FormulaId refer(Index index, const std::vector<Value>& arguments, std::uint32_t offset) {
    const Assertion& definition = ast_.assertions[index];
    if (!arguments.empty() && arguments.size() != definition.parameters.count)
      eval_.reporter().refuse(
          eval_.place(offset), "fsp-arguments",
          fmt::format("'{}' has {} parameters, not {}", text(definition.name), definition.parameters.count, arguments.size()));
    std::vector<std::int64_t> key{index};
    for (const Value& value : arguments) {
      key.push_back(value.is_label ? 1 : 0);
      key.push_back(value.is_label ? value.label : value.number);
    }
    const auto [found, is_new] = known_.emplace(std::move(key), kUnfinished);
    if (!is_new && found->second == kUnfinished)
      eval_.reporter().refuse(eval_.place(offset), "fsp-recursion",
                              fmt::format("assertion '{}' refers to itself", text(definition.name)));
    if (!is_new) return found->second;
    const Scope scope = bind_parameters(definition.parameters, arguments, eval_);
    const FormulaId result = formula(definition.formula, scope);
    found->second = result;
    return result;
  }

  // F, F[2], or F[1..3], which means one of the three.
  FormulaId fluents(const Ltl& node, Index index, Scope scope) {
    if (node.has_arguments)
      eval_.reporter().refuse(eval_.place(node.offset), "fsp-arguments",
                              fmt::format("'{}' is a fluent: its indices stand in brackets", text(node.name)));
    const auto& instances = instances_of(index);
    std::vector<FormulaId> any;
    eval_.for_each(node.span, scope, eval_.names().paths.child(kEmptyPath, node.name), [&](Path name, Scope) {
      const auto found = instances.find(name);
      if (found == instances.end()) {
        const bool wrong_number = node.span.count != ast_.fluents[index].ranges.count;
        eval_.reporter().refuse(
            eval_.place(node.offset), wrong_number ? "fsp-indices" : "fsp-range",
            fmt::format("there is no fluent '{}'", eval_.names().text(name)),
            wrong_number ? fmt::format("it has {} indices", ast_.fluents[index].ranges.count) : "an index is outside its range");
      }
      any.push_back(result_.formulas.atom(atom_of(index, name, found->second)));
    });
    return result_.formulas.disjunction(any);
  }

  // The instances of a fluent by name, each with the scope that binds its indices.
  const std::unordered_map<Path, Scope>& instances_of(Index fluent) {
    const auto [found, is_new] = instances_.try_emplace(fluent);
    if (is_new) {
      const Path name = eval_.names().paths.child(kEmptyPath, ast_.fluents[fluent].name);
      eval_.for_each(ast_.fluents[fluent].ranges, kNoScope, name,
                     [&](Path instance, Scope scope) { found->second.emplace(instance, scope); });
    }
    return found->second;
  }

  LtlAtom atom_of(Index index, Path name, Scope scope) {
    const auto [found, is_new] = fluent_atoms_.emplace(name, static_cast<LtlAtom>(result_.fluents.size()));
    if (!is_new) return found->second;
    const Fluent& fluent = ast_.fluents[index];
    ResolvedAssertion::FluentValue value;
    value.name = name;
    value.initially = fluent.initially != kNone && eval_.truth(fluent.initially, scope);
    value.on = expand(fluent.on, scope);
    value.off = expand(fluent.off, scope);
    for (const Path label : value.off)
      if (std::ranges::binary_search(value.on, label))
        eval_.reporter().refuse(
            eval_.place(fluent.offset), "fsp-fluent",
            fmt::format("'{}' both starts and ends the fluent '{}'", eval_.names().text(label), eval_.names().text(name)),
            "< starting labels, ending labels > have nothing in common");
    result_.fluents.push_back(std::move(value));
    return found->second;
  }

  // Sorted, without duplicates; adds the labels to the alphabet.
  std::vector<Path> expand(Span parts, Scope scope) {
    std::vector<Expansion> expansions;
    eval_.expand(parts, scope, expansions);
    std::vector<Path> labels;
    labels.reserve(expansions.size());
    for (const Expansion& expansion : expansions) {
      labels.push_back(expansion.label);
      if (in_alphabet_.insert(expansion.label).second) result_.alphabet.push_back(expansion.label);
    }
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    return labels;
  }

  FormulaId labels(const Ltl& node, Scope scope) {
    std::vector<Path> set = expand(node.span, scope);
    if (set.empty()) return Formulas::kFalse;
    const auto [found, is_new] = label_atoms_.emplace(set, static_cast<LtlAtom>(result_.label_sets.size()));
    if (is_new) result_.label_sets.push_back(std::move(set));
    return result_.formulas.atom(kFirstLabelAtom + found->second);
  }

  // Renumbers the label atoms to follow the fluents, whose number is known now.
  FormulaId number_atoms(FormulaId root) {
    const Formulas before = std::move(result_.formulas);
    result_.formulas = Formulas();
    const auto fluents = static_cast<LtlAtom>(result_.fluents.size());
    return result_.formulas.copy(
        before, root, [&](LtlAtom atom) { return atom < kFirstLabelAtom ? atom : fluents + (atom - kFirstLabelAtom); });
  }

  void collect_alphabet() {
    std::unordered_set<Path> extension;
    if (assertion_.alphabet != kNone) {
      const Scope scope = bind_parameters(assertion_.parameters, {}, eval_);
      for (const Path label : eval_.set(assertion_.alphabet, scope)) {
        extension.insert(label);
        if (in_alphabet_.insert(label).second) result_.alphabet.push_back(label);
      }
    }
    for (const Path label : result_.alphabet) result_.is_extension.push_back(extension.contains(label));
  }

  static constexpr FormulaId kUnfinished = kNone;

  const Assertion& assertion_;
  Index index_;
  const Ast& ast_;
  Evaluator& eval_;
  ResolvedAssertion result_;
  std::size_t depth_ = 0;
  std::unordered_map<Symbol, Index> fluent_of_;
  std::unordered_map<Symbol, Index> assertion_of_;
  std::map<std::vector<std::int64_t>, FormulaId> known_;   // assertion and arguments -> formula
  std::unordered_map<Index, std::unordered_map<Path, Scope>> instances_;
  std::unordered_map<Path, LtlAtom> fluent_atoms_;
  std::map<std::vector<Path>, LtlAtom> label_atoms_;
  std::unordered_set<Path> in_alphabet_;
};

}   // namespace

ResolvedAssertion resolve_assertion(Index assertion, Evaluator& evaluator) { return Resolution(assertion, evaluator).run(); }

std::vector<Path> progress_labels(Index progress, Path name, Evaluator& evaluator) {
  const ProgressDefinition& definition = evaluator.ast().progress[progress];
  Names& names = evaluator.names();
  const Path base = names.paths.child(kEmptyPath, definition.name);
  std::vector<Path> labels;
  std::unordered_set<Path> seen;
  const std::size_t mark = evaluator.scopes().mark();
  evaluator.for_each(definition.ranges, kNoScope, base, [&](Path instance, Scope scope) {
    if (name != base && name != instance) return;
    std::vector<Expansion> expansions;
    if (!definition.condition.empty()) evaluator.expand(definition.condition, scope, expansions);
    evaluator.expand(definition.labels, scope, expansions);
    for (const Expansion& expansion : expansions)
      if (seen.insert(expansion.label).second) labels.push_back(expansion.label);
  });
  evaluator.scopes().release(mark);
  return labels;
}

}   // namespace parley::fsp
