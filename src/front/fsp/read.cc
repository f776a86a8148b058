#include <mutex>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "front/about.h"
#include "front/fsp/ask/assertion.h"
#include "front/fsp/ask/bind_liveness.h"
#include "front/fsp/ask/predicate.h"
#include "front/fsp/elaborate/lower.h"
#include "front/fsp/lint/lint.h"
#include "front/fsp/names/check.h"
#include "front/fsp/names/globals.h"
#include "front/fsp/read.h"
#include "front/fsp/syntax/files.h"
#include "front/fsp/syntax/parser.h"

namespace parley {

namespace {

using namespace fsp;

constexpr std::string_view kDefault = "DEFAULT";   // all processes in parallel, where a file has no composition

class FspModel final : public Model {
 public:
  FspModel(SourceText source, const ReadOptions& options) : source_(std::move(source)), options_{options.ltsa_compat} {}

  // Parses and checks; false after errors.
  bool read(const ReadOptions& options, const Limits& limits, Diagnostics& diagnostics) {
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
    // A file that does not parse has names missing: saying so would only hide the first mistake.
    if (diagnostics.has_errors()) return false;
    globals_ = evaluate_globals(ast_, names_, reporter, diagnostics, limits, options.definitions);
    Evaluator evaluator(ast_, names_, globals_, reporter, limits);
    check_file(evaluator, {.ltsa_compat = options.ltsa_compat});
    check_requests(evaluator);
    if (!diagnostics.has_errors()) lint_file(evaluator, reporter, LintAmount::kLikely);
    return !diagnostics.has_errors();
  }

  void finish(Diagnostics warnings) { warnings_ = std::move(warnings); }

  std::string default_target() const override {
    return ast_.composites.empty() ? std::string(kDefault) : names_.symbols.text(ast_.composites.back().name);
  }

  Result<std::vector<CheckRequest>> checks(const std::string& target, const Limits& limits) const override {
    if (!ast_.checks.empty()) return requests_;
    Work work(*this, limits);
    return work.guarded<std::vector<CheckRequest>>([&] { return default_checks(target, work); });
  }

  Result<bool> needs_observer(const std::string& target, const std::string& observer, const Limits& limits) const override {
    const std::optional<Definition> definition = find_observer(observer);
    if (!definition) return false;
    Work work(*this, limits);
    return work.guarded<bool>([&] {
      if (definition->kind == DefinitionKind::kAssertion) return resolve_assertion(definition->index, work.evaluator).is_safe;
      const System system = compose(target, "", work);
      for (const Component& component : system.components)
        if (system.templates[component.of].definition == *definition) return false;
      return true;
    });
  }

  Result<Network> build(const std::string& target, const std::string& observer, const Limits& limits,
                        Progress& progress) const override {
    Work work(*this, limits);
    return work.guarded<Network>([&] {
      progress.report({.phase = "reading"});
      System system = compose(target, observer, work);
      lint_system(system, work.evaluator, work.reporter, LintAmount::kLikely);
      Lowered lowered = lower(std::move(system), work.evaluator, progress, options_);
      const std::lock_guard lock(built_mutex_);
      built_ = {resolved(target), observer, std::move(lowered.definition_of)};
      return std::move(lowered.network);
    });
  }

  Diagnostics lints(const std::string& target, const Limits& limits) const override {
    Work work(*this, limits);
    Diagnostics lints;
    Reporter reporter(source_, lints);
    const Result<bool> is_composed = work.guarded<bool>([&] {
      const System system = compose(target, "", work);
      lint_file(work.evaluator, reporter, LintAmount::kAll);
      lint_system(system, work.evaluator, reporter, LintAmount::kAll);
      return true;
    });
    return is_composed.ok() ? lints : is_composed.diagnostics();
  }

  Result<Property> bind(const CheckRequest& request, const Network& network, const Limits& limits) const override {
    Property property;
    property.name = request.name.empty() ? std::string(kind_name(request.kind)) : request.name;
    switch (request.kind) {
      case PropertyKind::kDeadlock: property.ask = Deadlock{}; return property;
      case PropertyKind::kLocalDeadlock: property.ask = LocalDeadlock{}; return property;
      case PropertyKind::kLocal:
      case PropertyKind::kProgress: return bind_undecided(request, std::move(property), network, limits);
      case PropertyKind::kAssertion: return bind_assertion(request, std::move(property), network, limits);
      case PropertyKind::kSafety: return bind_safety(request, std::move(property), network, limits);
      case PropertyKind::kReach:
      case PropertyKind::kNever: break;
    }
    Result<Predicate> predicate = request.expression ? bind_text(request, network, limits) : bind_check(request, network, limits);
    if (!predicate) return std::move(predicate.diagnostics());
    if (request.kind == PropertyKind::kReach) property.ask = Reach{std::move(*predicate)};
    else property.ask = Never{std::move(*predicate)};
    return Result<Property>(std::move(property), std::move(predicate.diagnostics()));
  }

 private:
  // What one call needs: names of its own, which it may add to, and a list of diagnostics.
  struct Work {
    Work(const FspModel& model, const Limits& limits)
        : names(model.names_),
          reporter(model.source_, diagnostics),
          evaluator(model.ast_, names, model.globals_, reporter, limits) {}

    template <class T, class Function>
    Result<T> guarded(const Function& function) {
      try {
        T value = function();
        if (diagnostics.has_errors()) return std::move(diagnostics);
        return Result<T>(std::move(value), std::move(diagnostics));
      } catch (const Abandoned&) {
        return std::move(diagnostics);
      }
    }

    Names names;
    Diagnostics diagnostics;
    Reporter reporter;
    Evaluator evaluator;
  };

  struct Built {
    std::string target;
    std::string observer;
    std::vector<Definition> definition_of;
  };

  std::string resolved(const std::string& target) const { return target.empty() ? default_target() : target; }

  // Everything that can be a component or a target, by name.
  void collect_definitions() {
    const auto collect = [&](DefinitionKind kind, const auto& list) {
      for (Index i = 0; i < list.size(); ++i) definitions_.emplace(names_.symbols.text(list[i].name), Definition{kind, i});
    };
    collect(DefinitionKind::kProcess, ast_.processes);
    collect(DefinitionKind::kComposite, ast_.composites);
    collect(DefinitionKind::kAutomaton, ast_.automata);
    collect(DefinitionKind::kChannel, ast_.channels);
    for (Index i = 0; i < ast_.assertions.size(); ++i) assertions_.emplace(names_.symbols.text(ast_.assertions[i].name), i);
  }
  std::optional<Definition> find(const std::string& name) const {
    const auto found = definitions_.find(name);
    return found == definitions_.end() ? std::nullopt : std::optional(found->second);
  }
  // A property automaton, or "assert A".
  std::optional<Definition> find_observer(const std::string& observer) const {
    if (observer.starts_with(kAssertObserver)) {
      const auto found = assertions_.find(observer.substr(kAssertObserver.size()));
      return found == assertions_.end() ? std::nullopt : std::optional(Definition{DefinitionKind::kAssertion, found->second});
    }
    const std::optional<Definition> definition = find(observer);
    return definition && is_property(*definition) ? definition : std::nullopt;
  }
  bool is_property(Definition definition) const {
    switch (definition.kind) {
      case DefinitionKind::kProcess: return ast_.processes[definition.index].modifiers.is_property;
      case DefinitionKind::kComposite: return ast_.composites[definition.index].modifiers.is_property;
      case DefinitionKind::kAutomaton: return ast_.automata[definition.index].modifiers.is_property;
      case DefinitionKind::kChannel:
      case DefinitionKind::kAssertion: break;
    }
    return false;
  }

  enum class Wanted : std::uint8_t { kAnything, kProperties };
  std::string nearest_process(const std::string& name, Wanted wanted) const {
    const bool properties_only = wanted == Wanted::kProperties;
    std::vector<std::string> known;
    for (const auto& [text, definition] : definitions_)
      if (is_property(definition) || !properties_only) known.push_back(text);
    std::sort(known.begin(), known.end());
    const std::string_view near = nearest_name(name, std::vector<std::string_view>(known.begin(), known.end()));
    return near.empty() ? "" : fmt::format("did you mean '{}'?", near);
  }

  System compose(const std::string& target, const std::string& observer, Work& work) const {
    const std::string name = resolved(target);
    Composer composer(work.evaluator, options_);
    if (const auto definition = find(name)) {
      composer.add(*definition);
    } else if (name == kDefault) {
      for (Index i = 0; i < ast_.processes.size(); ++i) composer.add({DefinitionKind::kProcess, i});
      for (Index i = 0; i < ast_.automata.size(); ++i) composer.add({DefinitionKind::kAutomaton, i});
      for (Index i = 0; i < ast_.channels.size(); ++i) composer.add({DefinitionKind::kChannel, i});
    } else {
      work.diagnostics.add(about(source_.name(), "fsp-unknown-target",
                                 fmt::format("there is no process or composition '{}'", name),
                                 nearest_process(name, Wanted::kAnything)));
      throw Abandoned{};
    }
    if (!observer.empty()) {
      const auto definition = find_observer(observer);
      if (!definition) {
        work.diagnostics.add(about(source_.name(), "fsp-unknown-property", fmt::format("there is no property '{}'", observer),
                                   nearest_process(observer, Wanted::kProperties)));
        throw Abandoned{};
      }
      composer.add(*definition);
    }
    System system = composer.take();
    if (system.components.empty()) {
      const auto definition = find(name);
      const bool is_composite = definition && definition->kind == DefinitionKind::kComposite;
      work.reporter.refuse(work.evaluator.place(is_composite ? ast_.composites[definition->index].offset : 0), "fsp-empty",
                           fmt::format("'{}' has no components", name));
    }
    return system;
  }

  // The checks of the file, named, with their expectations evaluated.
  void check_requests(Evaluator& evaluator) {
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

  // Deadlock, and each process of the target that can be in error.
  std::vector<CheckRequest> default_checks(const std::string& target, Work& work) const {
    const System system = compose(target, "", work);
    std::vector<CheckRequest> requests;
    CheckRequest deadlock;
    deadlock.name = "deadlock-1";
    deadlock.target = target;
    requests.push_back(deadlock);
    std::set<Definition> seen;
    for (const Component& component : system.components) {
      const Template& shape = system.templates[component.of];
      if ((!shape.is_property && !shape.reaches_error) || !seen.insert(shape.definition).second) continue;
      CheckRequest request;
      request.kind = PropertyKind::kSafety;
      request.name = fmt::format("property-{}", requests.size());
      request.target = target;
      request.automaton = names_.symbols.text(shape.name);
      requests.push_back(std::move(request));
    }
    for (CheckRequest& request : requests) request.is_default = true;
    // The warnings belong to build(), which gives them again.
    work.diagnostics = {};
    return requests;
  }

  Result<Predicate> bind_check(const CheckRequest& request, const Network& network, const Limits& limits) const {
    Work work(*this, limits);
    return work.guarded<Predicate>(
        [&] { return bind_predicate(ast_.checks.at(request.index).predicate, network, work.evaluator); });
  }

  Result<Predicate> bind_text(const CheckRequest& request, const Network& network, const Limits& limits) const {
    const SourceText source(request.flag, *request.expression);
    Names names = names_;
    Diagnostics diagnostics;
    Reporter reporter(source, diagnostics);
    const Parser::PredicateText parsed =
        Parser(reporter, names, limits, {.ltsa_compat = options_.ltsa_compat, .in_predicate = true}).parse_predicate();
    if (diagnostics.has_errors() || parsed.root == kNone) return diagnostics;
    Evaluator evaluator(parsed.ast, names, globals_, reporter, limits);
    try {
      check_predicate(parsed.root, evaluator);
      if (diagnostics.has_errors()) return diagnostics;
      return bind_predicate(parsed.root, network, evaluator);
    } catch (const Abandoned&) {
      return diagnostics;
    }
  }

  // The process of each component of 'network', which build() made for 'request'.
  Result<std::vector<Definition>> processes_of(const CheckRequest& request, const Network& network, const Limits& limits) const {
    {
      const std::lock_guard lock(built_mutex_);
      const bool is_it =
          built_.target == resolved(request.target) && (built_.observer.empty() || built_.observer == observer_of(request));
      if (is_it && built_.definition_of.size() == network.num_components()) return built_.definition_of;
    }
    Result<bool> needs = needs_observer(request.target, observer_of(request), limits);
    if (!needs) return std::move(needs.diagnostics());
    Work work(*this, limits);
    return work.guarded<std::vector<Definition>>([&] {
      const System system = compose(request.target, *needs ? observer_of(request) : "", work);
      std::vector<Definition> processes;
      processes.reserve(system.components.size());
      for (const Component& component : system.components) processes.push_back(system.templates[component.of].definition);
      return processes;
    });
  }

  // The instances of 'definition' in 'network', which build() made for 'request'.
  Result<std::vector<ComponentId>> instances_of(Definition definition, const CheckRequest& request, const Network& network,
                                                const Limits& limits) const {
    const Result<std::vector<Definition>> processes = processes_of(request, network, limits);
    if (!processes) return processes.diagnostics();
    std::vector<ComponentId> instances;
    for (const ComponentId component : network.components())
      if (component.index() < processes->size() && (*processes)[component.index()] == definition) instances.push_back(component);
    return instances;
  }

  Result<Property> bind_undecided(const CheckRequest& request, Property property, const Network& network,
                                  const Limits& limits) const {
    Work work(*this, limits);
    return work.guarded<Property>([&] {
      const Check& check = ast_.checks.at(request.index);
      property.ask = check.kind == PropertyKind::kLocal ? bind_local(check, network, work.evaluator)
                                                        : bind_progress(check, network, work.evaluator);
      return std::move(property);
    });
  }

  // An assertion that an automaton can watch is asked as a property is; the others are not decided.
  Result<Property> bind_assertion(const CheckRequest& request, Property property, const Network& network,
                                  const Limits& limits) const {
    const std::optional<Definition> definition = find_observer(observer_of(request));
    if (!definition)
      return source_.at(ast_.checks.at(request.index).automaton_offset, request.automaton.size(), "fsp-unknown-property",
                        fmt::format("there is no assertion '{}'", request.automaton));
    Result<std::vector<ComponentId>> watching = instances_of(*definition, request, network, limits);
    if (!watching) return std::move(watching.diagnostics());
    if (!watching->empty()) {
      property.ask = Safety{std::move(*watching)};
      return property;
    }
    Work work(*this, limits);
    return work.guarded<Property>([&] {
      property.ask = bind_liveness_assertion(ast_.checks.at(request.index), definition->index, network, work.evaluator);
      return std::move(property);
    });
  }

  Result<Property> bind_safety(const CheckRequest& request, Property property, const Network& network,
                               const Limits& limits) const {
    Safety safety;
    if (const std::optional<Definition> definition = find(request.automaton)) {
      Result<std::vector<ComponentId>> instances = instances_of(*definition, request, network, limits);
      if (!instances) return std::move(instances.diagnostics());
      safety.automata = std::move(*instances);
    }
    if (safety.automata.empty())
      if (const auto component = network.find_component(request.automaton)) safety.automata.push_back(*component);
    if (!safety.automata.empty()) {
      property.ask = std::move(safety);
      return property;
    }
    const std::string message = find(request.automaton)
                                    ? fmt::format("'{}' is no property, and the system has no instance of it", request.automaton)
                                    : fmt::format("there is no property or component '{}'", request.automaton);
    const std::string hint = nearest_process(request.automaton, Wanted::kProperties);
    if (!request.flag.empty()) {
      const SourceText command(request.flag, request.automaton);
      return command.at(0, request.automaton.size(), "fsp-unknown-property", message, hint);
    }
    if (request.index >= ast_.checks.size() || ast_.checks[request.index].kind != PropertyKind::kSafety)
      return about(source_.name(), "fsp-unknown-property", message, hint);
    return source_.at(ast_.checks[request.index].automaton_offset, request.automaton.size(), "fsp-unknown-property", message,
                      hint);
  }

  SourceText source_;
  ElaborateOptions options_;
  Names names_;
  Ast ast_;
  Globals globals_;
  std::unordered_map<std::string, Definition> definitions_;
  std::unordered_map<std::string, Index> assertions_;
  std::vector<CheckRequest> requests_;
  mutable std::mutex built_mutex_;
  mutable Built built_;   // of the last build(), so that bind() need not compose again
};

// Whether the text is no text: mCRL2 uses .lts for a binary format of its own.
bool is_binary(std::string_view text) {
  constexpr std::size_t kLooked = 4096;
  return text.substr(0, kLooked).find('\0') != std::string_view::npos || text.starts_with("\x8B\xAF");
}

}   // namespace

Result<std::unique_ptr<Model>> read_fsp(std::string path, std::string text, const ReadOptions& options, const Limits& limits,
                                        Progress& progress) {
  progress.report({.phase = "reading", .total = text.size()});
  if (is_binary(text))
    return about(path, "fsp-binary", "this is a binary file, not FSP",
                 "mCRL2 also calls its binary format .lts: convert it with 'ltsconvert in.lts out.aut' and read that");
  if (text.size() >= kNone) return about(path, "fsp-too-large", "the file is larger than 4 GiB");
  Diagnostics diagnostics;
  auto model = std::make_unique<FspModel>(SourceText(std::move(path), std::move(text)), options);
  if (!model->read(options, limits, diagnostics)) return diagnostics;
  model->finish(diagnostics);
  return Result<std::unique_ptr<Model>>(std::move(model), std::move(diagnostics));
}

}   // namespace parley
