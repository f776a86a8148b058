#include "front/fsp/read.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include <fmt/format.h>

#include "front/file_error.h"
#include "front/fsp/ask/assertion.h"
#include "front/fsp/ask/predicate.h"
#include "front/fsp/lint/lint.h"
#include "front/fsp/model.h"
#include "front/fsp/names/check.h"
#include "front/fsp/names/globals.h"
#include "front/fsp/syntax/files.h"
#include "front/fsp/syntax/parser.h"

namespace parley::fsp {

bool FspModel::read(const ReadOptions& options, const Limits& limits, Diagnostics& diagnostics) {
  Reporter reporter(source_, diagnostics);
  Files files(source_, options, limits);
  ParseOptions parse_options;
  parse_options.ltsa_compat = options.ltsa_compat;
  parse_options.include = [&](const std::string& path, Place place) { return files.include(path, place, reporter); };
  ast_ = Parser(reporter, names_, limits, std::move(parse_options)).parse_file();
  if (!diagnostics.has_errors()) files.import(ast_, reporter, diagnostics);
  files_ = files.list();
  collect_definitions();
  if (!diagnostics.has_errors() && definitions_.empty())
    reporter.error({0, 1}, "fsp-empty", "the file defines no process", "a process is written P = (a -> P).");
  // A file that does not parse lacks definitions: reporting their names as unknown would hide the first
  // error.
  if (diagnostics.has_errors()) return false;
  globals_ = evaluate_globals(ast_, names_, reporter, diagnostics, limits, options.definitions);
  Evaluator evaluator(ast_, names_, globals_, reporter, limits);
  check_file(evaluator, {.ltsa_compat = options.ltsa_compat});
  check_requests(evaluator);
  if (!diagnostics.has_errors()) lint_file(evaluator, reporter, LintAmount::kLikely);
  return !diagnostics.has_errors();
}

// Collects everything that can be a component or a target, by name.
void FspModel::collect_definitions() {
  const auto collect = [&](DefinitionKind kind, const auto& list) {
    for (Index i = 0; i < list.size(); ++i) definitions_.emplace(names_.symbols.text(list[i].name), Definition{kind, i});
  };
  collect(DefinitionKind::kProcess, ast_.processes);
  collect(DefinitionKind::kComposite, ast_.composites);
  collect(DefinitionKind::kAutomaton, ast_.automata);
  collect(DefinitionKind::kChannel, ast_.channels);
  for (Index i = 0; i < ast_.assertions.size(); ++i) assertions_.emplace(names_.symbols.text(ast_.assertions[i].name), i);
}

std::string FspModel::default_target() const {
  return ast_.composites.empty() ? std::string(kDefaultTarget) : names_.symbols.text(ast_.composites.back().name);
}

std::optional<Definition> FspModel::find(const std::string& name) const {
  const auto found = definitions_.find(name);
  return found == definitions_.end() ? std::nullopt : std::optional(found->second);
}

// Finds an observer by name: a property, or "assert A".
std::optional<Definition> FspModel::find_observer(const std::string& observer) const {
  if (observer.starts_with(kAssertObserver)) {
    const auto found = assertions_.find(observer.substr(kAssertObserver.size()));
    return found == assertions_.end() ? std::nullopt : std::optional(Definition{DefinitionKind::kAssertion, found->second});
  }
  const std::optional<Definition> definition = find(observer);
  return definition && is_property(*definition) ? definition : std::nullopt;
}

bool FspModel::is_property(Definition definition) const {
  switch (definition.kind) {
    case DefinitionKind::kProcess: return ast_.processes[definition.index].modifiers.is_property;
    case DefinitionKind::kComposite: return ast_.composites[definition.index].modifiers.is_property;
    case DefinitionKind::kAutomaton: return ast_.automata[definition.index].modifiers.is_property;
    case DefinitionKind::kChannel:
    case DefinitionKind::kAssertion: break;
  }
  return false;
}

std::string FspModel::nearest_process(const std::string& name, Wanted wanted) const {
  const bool properties_only = wanted == Wanted::kProperties;
  std::vector<std::string> known;
  for (const auto& [text, definition] : definitions_)
    if (is_property(definition) || !properties_only) known.push_back(text);
  std::sort(known.begin(), known.end());
  const std::string_view near = nearest_name(name, std::vector<std::string_view>(known.begin(), known.end()));
  return near.empty() ? "" : fmt::format("did you mean '{}'?", near);
}

// Makes the requests of the file's checks: names them and evaluates their expectations.
void FspModel::check_requests(Evaluator& evaluator) {
  std::array<std::size_t, 8> counts{};
  std::unordered_set<std::string> used;
  for (std::size_t i = 0; i < ast_.checks.size(); ++i) {
    const Check& check = ast_.checks[i];
    CheckRequest request;
    request.kind = check.kind;
    request.index = i;
    request.expect = check.expect;
    const std::size_t number = ++counts[static_cast<std::size_t>(check.kind)];
    request.name =
        check.name != kNoSymbol ? names_.symbols.text(check.name) : fmt::format("{}-{}", kind_name(check.kind), number);
    if (!used.insert(request.name).second)
      evaluator.reporter().error(evaluator.place(check.name != kNoSymbol ? check.name_offset : check.offset), "fsp-duplicate",
                                 fmt::format("two checks are called '{}'", request.name),
                                 "give it another name: check Name = ...");
    try {
      if (check.target != kNoSymbol) request.target = names_.symbols.text(check.target);
      if (!check.automaton.empty()) request.automaton = path_text(check.automaton, kNoScope, evaluator);
      if (check.expect_when != kNone && !evaluator.truth(check.expect_when, kNoScope))
        request.expect = check.expect == Expectation::kHolds ? Expectation::kFail : Expectation::kHolds;
    } catch (const Abandoned&) {
      continue;
    }
    requests_.push_back(std::move(request));
  }
}

}   // namespace parley::fsp

namespace parley {

namespace {

// Whether the file is binary: mCRL2 uses .lts for a binary format of its own.
bool is_binary(std::string_view text) {
  constexpr std::size_t kLooked = 4096;
  return text.substr(0, kLooked).find('\0') != std::string_view::npos || text.starts_with("\x8B\xAF");
}

}   // namespace

Result<std::unique_ptr<Model>> read_fsp(std::string path, std::string text, const ReadOptions& options, const Limits& limits,
                                        Progress& progress) {
  progress.report({.phase = "reading", .total = text.size()});
  if (is_binary(text))
    return file_error(path, "fsp-binary", "this is a binary file, not FSP",
                      "mCRL2 also calls its binary format .lts: convert it with 'ltsconvert in.lts out.aut' and read that");
  if (text.size() >= fsp::kNone) return file_error(path, "fsp-too-large", "the file is larger than 4 GiB");
  Diagnostics diagnostics;
  auto model = std::make_unique<fsp::FspModel>(SourceText(std::move(path), std::move(text)), options);
  if (!model->read(options, limits, diagnostics)) return diagnostics;
  model->finish(diagnostics);
  return Result<std::unique_ptr<Model>>(std::move(model), std::move(diagnostics));
}

}   // namespace parley
