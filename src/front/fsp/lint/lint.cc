#include "front/fsp/lint/lint.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "front/fsp/syntax/lexer.h"

namespace parley::fsp {

namespace {

// Lints of the definitions of one file.
class FileLint {
 public:
  FileLint(Evaluator& evaluator, Reporter& reporter) : eval_(evaluator), ast_(evaluator.ast()), reporter_(reporter) {}

  void likely() {
    for (const Process& process : ast_.processes) {
      eval_.pulse().beat();
      if (process.locals.count > 1) local_processes(process);
    }
    if (!ast_.checks.empty()) unchecked_properties();
  }

  void odd() {
    count_words();
    for (const Global& global : ast_.globals) unused_global(global);
    unused_processes();
    unused_parameters();
  }

 private:
  std::string text(Symbol symbol) const { return eval_.names().symbols.text(symbol); }
  void warn(std::uint32_t offset, const char* code, std::string message, std::string hint) {
    reporter_.warning(eval_.place(offset), code, std::move(message), std::move(hint));
  }

  // Reports local processes that cannot be reached from the first one, whatever the values of guards and
  // indices.
  void local_processes(const Process& process) {
    std::unordered_multimap<Symbol, Index> named;
    named.reserve(process.locals.count);
    const Index end = process.locals.first + process.locals.count;
    for (Index d = process.locals.first; d < end; ++d) named.emplace(ast_.local_definitions[d].name, d);

    std::vector<bool> is_reached(process.locals.count);
    std::vector<Index> open;    // definitions
    std::vector<Index> nodes;   // nodes of their bodies
    const auto reach = [&](Symbol name) {
      const auto [first, last] = named.equal_range(name);
      for (auto at = first; at != last; ++at) {
        if (is_reached[at->second - process.locals.first]) continue;
        is_reached[at->second - process.locals.first] = true;
        open.push_back(at->second);
      }
    };
    reach(ast_.local_definitions[process.locals.first].name);
    while (!open.empty()) {
      nodes.push_back(ast_.local_definitions[open.back()].body);
      open.pop_back();
      while (!nodes.empty()) {
        const Index index = nodes.back();
        nodes.pop_back();
        if (index == kNone) continue;
        const Local& node = ast_.locals[index];
        switch (node.kind) {
          case LocalKind::kIf:
            nodes.push_back(node.then_branch);
            nodes.push_back(node.else_branch);
            break;
          case LocalKind::kChoice:
            for (const Choice& choice : SpanOf(ast_.choices, node.list)) nodes.push_back(choice.next);
            break;
          case LocalKind::kRef: reach(node.name); break;
        }
      }
    }
    std::unordered_set<Symbol> reported;
    for (Index d = process.locals.first; d < end; ++d) {
      const LocalDefinition& definition = ast_.local_definitions[d];
      if (is_reached[d - process.locals.first]) continue;
      eval_.usage().local_definitions.used(d);   // reported here, so lint_system() does not report it again
      if (!reported.insert(definition.name).second) continue;
      warn(definition.offset, "fsp-unused",
           fmt::format("nothing in '{}' leads to its local process '{}'", text(process.name), text(definition.name)),
           "its labels are still in the alphabet: other processes that have them can never do them");
    }
  }

  // All names that compositions, calls and checks mention.
  std::unordered_set<Symbol> mentioned() const {
    std::unordered_set<Symbol> names;
    for (const Body& body : ast_.bodies) names.insert(body.name);
    for (const Call& call : ast_.calls) names.insert(call.name);
    for (const Local& local : ast_.locals)
      if (local.kind == LocalKind::kRef && !local.calls.empty()) names.insert(local.name);
    for (const Check& check : ast_.checks) {
      names.insert(check.target);
      if (text_is(check.target, "DEFAULT"))
        for (const Process& process : ast_.processes) names.insert(process.name);
      for (const Part& part : SpanOf(ast_.parts, check.automaton))
        if (part.kind == PartKind::kName || part.kind == PartKind::kNamed) names.insert(part.a);
    }
    return names;
  }
  bool text_is(Symbol symbol, std::string_view word) const { return symbol != kNoSymbol && text(symbol) == word; }

  // Reports properties that no check names, in a file that has checks.
  void unchecked_properties() {
    std::optional<std::unordered_set<Symbol>> names;   // made when first needed: most files have no property
    const auto look = [&](const auto& list) {
      for (const auto& definition : list) {
        if (!definition.modifiers.is_property) continue;
        if (!names) names = mentioned();
        if (names->contains(definition.name)) continue;
        warn(definition.offset, "fsp-unchecked",
             fmt::format("no check and no composition names the property '{}'", text(definition.name)),
             fmt::format("check property {}", text(definition.name)));
      }
    };
    look(ast_.processes);
    look(ast_.automata);
    look(ast_.composites);
  }

  void unused_processes() {
    if (ast_.composites.empty()) return;   // without a composition all processes run in parallel
    const std::unordered_set<Symbol> names = mentioned();
    const auto unused = [&](const char* what, Symbol name, std::uint32_t offset) {
      if (!names.contains(name))
        warn(offset, "fsp-unused", fmt::format("{} '{}' is in no composition and no check", what, text(name)),
             fmt::format("--target {} asks about it alone", text(name)));
    };
    for (const Process& process : ast_.processes)
      if (!process.modifiers.is_property || ast_.checks.empty())   // otherwise unchecked_properties() reports it
        unused(process.modifiers.is_property ? "property" : "process", process.name, process.offset);
    for (const Automaton& automaton : ast_.automata)
      if (!automaton.modifiers.is_property || ast_.checks.empty()) unused("automaton", automaton.name, automaton.offset);
    for (const Channel& channel : ast_.channels) unused("channel", channel.name, channel.offset);
  }

  // Counts the words with a capital initial in the text. Parts of the text that are ignored otherwise (menus
  // and so on) mention names too.
  void count_words() {
    Diagnostics ignored;
    Reporter silent(reporter_.source(), ignored);
    Lexer lexer(silent, eval_.limits());
    for (Token token = lexer.next(); token.kind != TokenKind::kEnd; token = lexer.next())
      if (token.kind == TokenKind::kUpper) ++words_[std::string(lexer.text(token))];
    for (const Expr& expr : ast_.exprs)
      if (expr.kind == ExprKind::kConstant) mentions_.push_back({expr.offset, expr.a});
    for (const Part& part : ast_.parts)
      if (part.kind == PartKind::kNamed) mentions_.push_back({part.offset, part.a});
    for (const LabelSet& set : ast_.sets)
      if (set.name != kNoSymbol) mentions_.push_back({set.offset, set.name});
    std::sort(mentions_.begin(), mentions_.end());
    for (const Mention& mention : mentions_) known_.insert(mention.name);
  }

  void unused_global(const Global& global) {
    const auto unused = [&](const char* what, Symbol name, std::uint32_t offset) {
      const auto found = words_.find(text(name));
      if (known_.contains(name) || (found != words_.end() && found->second > 1)) return;
      warn(offset, "fsp-unused", fmt::format("{} '{}' is never used", what, text(name)), "");
    };
    switch (global.kind) {
      case GlobalKind::kConstant:
        return unused("constant", ast_.constants[global.index].name, ast_.constants[global.index].offset);
      case GlobalKind::kRange: return unused("range", ast_.ranges[global.index].name, ast_.ranges[global.index].offset);
      case GlobalKind::kSet:
        return unused("set", ast_.set_definitions[global.index].name, ast_.set_definitions[global.index].offset);
    }
  }

  // A parameter is visible up to the next definition.
  void unused_parameters() {
    std::vector<std::uint32_t> starts;
    starts.reserve(ast_.processes.size() + ast_.composites.size() + ast_.assertions.size());
    for (const Process& process : ast_.processes) starts.push_back(process.offset);
    for (const Composite& composite : ast_.composites) starts.push_back(composite.offset);
    for (const Assertion& assertion : ast_.assertions) starts.push_back(assertion.offset);
    std::sort(starts.begin(), starts.end());
    const auto look = [&](Symbol owner, std::uint32_t offset, Span parameters) {
      if (parameters.empty()) return;
      const auto next = std::upper_bound(starts.begin(), starts.end(), offset);
      const std::uint32_t end = next == starts.end() ? kNone : *next;
      std::unordered_set<Symbol> inside;
      for (auto at = std::lower_bound(mentions_.begin(), mentions_.end(), Mention{offset, 0});
           at != mentions_.end() && at->offset < end; ++at)
        inside.insert(at->name);
      for (const Parameter& parameter : SpanOf(ast_.parameters, parameters))
        if (!inside.contains(parameter.name))
          warn(parameter.offset, "fsp-unused",
               fmt::format("'{}' never uses its parameter '{}'", text(owner), text(parameter.name)), "");
    };
    for (const Process& process : ast_.processes) look(process.name, process.offset, process.parameters);
    for (const Composite& composite : ast_.composites) look(composite.name, composite.offset, composite.parameters);
    for (const Assertion& assertion : ast_.assertions) look(assertion.name, assertion.offset, assertion.parameters);
  }

  struct Mention {
    std::uint32_t offset = 0;
    Symbol name = kNoSymbol;
    friend auto operator<=>(const Mention&, const Mention&) = default;
  };

  Evaluator& eval_;
  const Ast& ast_;
  Reporter& reporter_;
  std::unordered_map<std::string, std::size_t> words_;
  std::vector<Mention> mentions_;   // of constants, parameters, ranges and sets; sorted by place
  std::unordered_set<Symbol> known_;
};

std::uint32_t offset_of(const Ast& ast, Span parts, std::uint32_t otherwise) {
  return parts.empty() ? otherwise : ast.parts[parts.first].offset;
}

bool is_inner_dot(std::string_view text, std::size_t at) {
  return text[at] == '.' && at + 1 < text.size() && std::string_view(" \t\r\n").find(text[at + 1]) == std::string_view::npos;
}

// The place of a label or of the name of a set, as written.
Place place_of_label(const Evaluator& evaluator, std::uint32_t offset) {
  constexpr std::size_t kLongest = 60;
  const std::string_view text = evaluator.reporter().source().text().substr(offset, kLongest);
  std::size_t depth = 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '[' || c == '{' || c == '(') ++depth;
    else if (depth > 0 && (c == ']' || c == '}' || c == ')')) --depth;
    else if (depth == 0 && std::string_view(" \t\r\n,/}).|").find(c) != std::string_view::npos && !is_inner_dot(text, end)) break;
  }
  return {offset, static_cast<std::uint32_t>(end)};
}

std::string words_at(const Evaluator& evaluator, Place place) {
  return std::string(evaluator.reporter().source().text().substr(place.offset, place.length));
}

}   // namespace

void lint_file(Evaluator& evaluator, Reporter& reporter, LintAmount amount) {
  FileLint lint(evaluator, reporter);
  lint.likely();
  if (amount == LintAmount::kAll) lint.odd();
}

void lint_system(const System& system, const Evaluator& evaluator, Reporter& reporter, LintAmount amount) {
  const Ast& ast = evaluator.ast();
  const Usage& usage = evaluator.usage();
  for (Index r = 0; r < usage.relabels.size(); ++r) {
    if (usage.relabels[r] != Mark::kTried) continue;
    const Place place = place_of_label(evaluator, offset_of(ast, ast.relabel_lists[r].old_label, ast.relabel_lists[r].offset));
    reporter.warning(place, "fsp-relabel-unused",
                     fmt::format("nothing here is called '{}': nothing is renamed", words_at(evaluator, place)),
                     "new/old renames old to new; old is the name after labelling");
  }
  const auto hiding = [&](std::uint32_t offset) {
    const Place place = place_of_label(evaluator, offset);
    reporter.warning(place, "fsp-hide-unused",
                     fmt::format("nothing here is called '{}': it has no effect", words_at(evaluator, place)),
                     "labels are hidden or kept by their names after relabelling");
  };
  for (Index l = 0; l < usage.hidden_labels.size(); ++l)
    if (usage.hidden_labels[l] == Mark::kTried) hiding(offset_of(ast, ast.labels[l], 0));
  for (Index s = 0; s < usage.hidden_sets.size(); ++s)
    if (usage.hidden_sets[s] == Mark::kTried) hiding(ast.sets[s].offset);
  lint_labels(system, evaluator, reporter, amount);
  if (amount == LintAmount::kLikely) return;

  const auto dead_choice = [&](Index guard) {
    reporter.warning(evaluator.place(ast.exprs[guard].offset), "fsp-dead-choice",
                     "this guard is false in every state: the choice is never there",
                     "its labels are not in the alphabet either, unless something else has them");
  };
  for (Index c = 0; c < usage.choices.size(); ++c)
    if (usage.choices[c] == Mark::kTried) dead_choice(ast.choices[c].guard);
  for (Index s = 0; s < usage.steps.size(); ++s)
    if (usage.steps[s] == Mark::kTried) dead_choice(ast.steps[s].guard);
  for (Index d = 0; d < usage.local_definitions.size(); ++d)
    if (usage.local_definitions[d] == Mark::kTried)
      reporter.warning(
          evaluator.place(ast.local_definitions[d].offset), "fsp-unreached",
          fmt::format("no state of '{}' can be reached", evaluator.names().symbols.text(ast.local_definitions[d].name)),
          "its labels are still in the alphabet: other processes that have them can never do them");
}

}   // namespace parley::fsp
