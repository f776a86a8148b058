#include "front/fsp/assertion.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "front/fsp/progression.h"

namespace parley::fsp {

namespace {

constexpr std::size_t kDeepest = 2500;   // levels of formulas, through references

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

  // While the formula is read it is not known how many fluents there will be: labels are numbered from here on.
  static constexpr Atom kFirstLabelAtom = 1u << 31;

  FormulaId formula(Index index, Scope scope) {
    eval_.pulse().beat();
    const Ltl& node = ast_.ltl[index];
    if (++depth_ > kDeepest) refuse_depth(node);
    const FormulaId result = formula_of(node, scope);
    // An assertion that was expanded before brings its own depth along.
    if (result_.formulas.depth(result) > 2 * kDeepest) refuse_depth(node);
    --depth_;
    return result;
  }

  [[noreturn]] void refuse_depth(const Ltl& node) {
    eval_.reporter().refuse(eval_.place(node.offset), "fsp-depth", "the formula is nested too deep",
                            fmt::format("{} levels are possible, those of the assertions that it refers to included", kDeepest));
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

  // The formula of an assertion with arguments, or with its presets.
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

  // F, F[2], or one of F[1..3].
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
        eval_.reporter().refuse(eval_.place(node.offset), wrong_number ? "fsp-indices" : "fsp-range",
                                fmt::format("there is no fluent '{}'", eval_.names().text(name)),
                                wrong_number ? fmt::format("it has {} indices", ast_.fluents[index].ranges.count)
                                             : "an index is outside its range");
      }
      any.push_back(result_.formulas.atom(atom_of(index, name, found->second)));
    });
    return result_.formulas.disjunction(std::move(any));
  }

  // The instances of a fluent, by name, and the values of their indices.
  const std::unordered_map<Path, Scope>& instances_of(Index fluent) {
    const auto [found, is_new] = instances_.try_emplace(fluent);
    if (is_new) {
      const Path name = eval_.names().paths.child(kEmptyPath, ast_.fluents[fluent].name);
      eval_.for_each(ast_.fluents[fluent].ranges, kNoScope, name,
                     [&](Path instance, Scope scope) { found->second.emplace(instance, scope); });
    }
    return found->second;
  }

  Atom atom_of(Index index, Path name, Scope scope) {
    const auto [found, is_new] = fluent_atoms_.emplace(name, static_cast<Atom>(result_.fluents.size()));
    if (!is_new) return found->second;
    const Fluent& fluent = ast_.fluents[index];
    ResolvedAssertion::FluentValue value;
    value.name = name;
    value.initially = fluent.initially != kNone && eval_.truth(fluent.initially, scope);
    value.on = expand(fluent.on, scope);
    value.off = expand(fluent.off, scope);
    for (const Path label : value.off)
      if (std::ranges::binary_search(value.on, label))
        eval_.reporter().refuse(eval_.place(fluent.offset), "fsp-fluent",
                                fmt::format("'{}' both starts and ends the fluent '{}'", eval_.names().text(label),
                                            eval_.names().text(name)),
                                "< starting labels, ending labels > have nothing in common");
    result_.fluents.push_back(std::move(value));
    return found->second;
  }

  // Sorted, each once.
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
    const auto [found, is_new] = label_atoms_.emplace(set, static_cast<Atom>(result_.label_sets.size()));
    if (is_new) result_.label_sets.push_back(std::move(set));
    return result_.formulas.atom(kFirstLabelAtom + found->second);
  }

  // Labels are numbered behind the fluents, now that these are known.
  FormulaId number_atoms(FormulaId root) {
    const Formulas before = std::move(result_.formulas);
    result_.formulas = Formulas();
    // Parts have smaller numbers than what they are part of.
    std::vector<FormulaId> renumbered(root + 1);
    for (FormulaId id = 0; id <= root; ++id) renumbered[id] = renumber(before, id, renumbered);
    return renumbered[root];
  }

  FormulaId renumber(const Formulas& before, FormulaId id, const std::vector<FormulaId>& renumbered) {
    Formulas& f = result_.formulas;
    std::vector<FormulaId> parts;
    for (const FormulaId part : before.parts(id)) parts.push_back(renumbered[part]);
    switch (before.kind(id)) {
      case FormulaKind::kFalse: return Formulas::kFalse;
      case FormulaKind::kTrue: return Formulas::kTrue;
      case FormulaKind::kAtom: {
        const Atom atom = before.atom_of(id);
        const auto fluents = static_cast<Atom>(result_.fluents.size());
        return f.atom(atom < kFirstLabelAtom ? atom : fluents + (atom - kFirstLabelAtom));
      }
      case FormulaKind::kNot: return f.negation(parts[0]);
      case FormulaKind::kAnd: return f.conjunction(std::move(parts));
      case FormulaKind::kOr: return f.disjunction(std::move(parts));
      case FormulaKind::kIff: return f.iff(parts[0], parts[1]);
      case FormulaKind::kNext: return f.next(parts[0]);
      case FormulaKind::kAlways: return f.always(parts[0]);
      case FormulaKind::kEventually: return f.eventually(parts[0]);
      case FormulaKind::kUntil: return f.until(parts[0], parts[1]);
      case FormulaKind::kWeakUntil: return f.weak_until(parts[0], parts[1]);
    }
    return Formulas::kFalse;
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
  std::unordered_map<Path, Atom> fluent_atoms_;
  std::map<std::vector<Path>, Atom> label_atoms_;
  std::unordered_set<Path> in_alphabet_;
};

// What the labels of an alphabet do, and which labels do the same.
struct Letters {
  std::vector<Letter> letters;
  std::vector<std::uint32_t> letter_of;   // of each label of the alphabet
};

Letters letters_of(const ResolvedAssertion& resolved) {
  std::unordered_map<Path, std::uint32_t> number;
  for (std::uint32_t i = 0; i < resolved.alphabet.size(); ++i) number.emplace(resolved.alphabet[i], i);
  std::vector<Letter> of_label(resolved.alphabet.size());
  const auto fluents = static_cast<Atom>(resolved.fluents.size());
  for (Atom atom = 0; atom < fluents; ++atom) {
    for (const Path label : resolved.fluents[atom].on) of_label[number.at(label)].on.push_back(atom);
    for (const Path label : resolved.fluents[atom].off) of_label[number.at(label)].off.push_back(atom);
  }
  for (Atom set = 0; set < resolved.label_sets.size(); ++set)
    for (const Path label : resolved.label_sets[set]) of_label[number.at(label)].marks.push_back(fluents + set);
  Letters result;
  std::map<Letter, std::uint32_t> known;
  for (const Letter& letter : of_label) {
    const auto [found, is_new] = known.emplace(letter, static_cast<std::uint32_t>(result.letters.size()));
    if (is_new) result.letters.push_back(letter);
    result.letter_of.push_back(found->second);
  }
  return result;
}

// The fluents that are true, with commas between; states that agree in them are numbered.
void name_states(const ResolvedAssertion& resolved, const BadPrefixes& automaton, const Names& names, LtsBuilder& builder) {
  std::vector<std::string> plain(automaton.states.size());
  std::unordered_map<std::string, std::uint32_t> alike;
  for (std::uint32_t s = 0; s < automaton.states.size(); ++s) {
    if (s == BadPrefixes::kError) plain[s] = "ERROR";
    else if (automaton.states[s].is_settled) plain[s] = "HOLDS";
    else
      for (std::size_t f = 0; f < resolved.fluents.size(); ++f) {
        if (!automaton.states[s].fluents[f]) continue;
        if (!plain[s].empty()) plain[s] += ",";
        names.append(resolved.fluents[f].name, plain[s]);
      }
    if (plain[s].empty()) plain[s] = "NONE";
    ++alike[plain[s]];
  }
  std::unordered_map<std::string, std::uint32_t> number;
  for (std::uint32_t s = 0; s < plain.size(); ++s) {
    if (alike[plain[s]] == 1) {
      builder.set_name(LocalState(s), plain[s]);
      continue;
    }
    builder.set_name(LocalState(s), fmt::format("{}#{}", plain[s], ++number[plain[s]]));
    builder.add_alias(LocalState(s), plain[s]);
  }
}

}   // namespace

ResolvedAssertion resolve_assertion(Index assertion, Evaluator& evaluator) { return Resolution(assertion, evaluator).run(); }

Template elaborate_assertion(Index assertion, Evaluator& evaluator) {
  const Assertion& definition = evaluator.ast().assertions[assertion];
  ResolvedAssertion resolved = resolve_assertion(assertion, evaluator);
  if (!resolved.is_safe)
    evaluator.reporter().refuse(evaluator.place(definition.offset), "fsp-liveness",
                                fmt::format("no automaton can watch '{}': it is {}", evaluator.names().symbols.text(definition.name),
                                            kWhyLiveness));
  const Letters letters = letters_of(resolved);
  Watched watched;
  watched.formula = resolved.formula;
  watched.labels = resolved.label_sets.size();
  watched.letters = letters.letters;
  watched.initially.reserve(resolved.fluents.size());
  for (const ResolvedAssertion::FluentValue& fluent : resolved.fluents) watched.initially.push_back(fluent.initially);
  const BadPrefixes automaton = bad_prefixes(resolved.formulas, watched, evaluator.limits());

  Template result;
  result.definition = {DefinitionKind::kAssertion, assertion};
  result.name = definition.name;
  result.offset = definition.offset;
  result.is_property = true;
  LtsBuilder builder;
  builder.add_states(automaton.states.size());
  name_states(resolved, automaton, evaluator.names(), builder);
  for (const Path label : resolved.alphabet) builder.add_label(evaluator.names().text(label));
  evaluator.limits().expect(std::uint64_t{40} * automaton.states.size() * resolved.alphabet.size());
  for (std::uint32_t state = 0; state < automaton.states.size(); ++state) {
    if (state == BadPrefixes::kError) continue;
    for (std::uint32_t label = 0; label < resolved.alphabet.size(); ++label) {
      evaluator.pulse().beat();
      const std::uint32_t to = automaton.next[state * watched.letters.size() + letters.letter_of[label]];
      result.reaches_error = result.reaches_error || to == BadPrefixes::kError;
      builder.add_edge(LocalState(state), LocalLabel(label), LocalState(to));
    }
  }
  builder.set_initial(LocalState(automaton.initial));
  builder.set_error(LocalState(BadPrefixes::kError));
  result.reaches_error = result.reaches_error || automaton.initial == BadPrefixes::kError;
  result.lts = std::move(builder).build();
  result.uses.assign(resolved.alphabet.size(), LabelUse::kVisible);
  result.labels = std::move(resolved.alphabet);
  result.is_extension = std::move(resolved.is_extension);
  return result;
}

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
