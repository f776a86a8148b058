#include <mutex>
#include <set>
#include <unordered_set>

#include <fmt/format.h>

#include "base/sha256.h"
#include "front/about.h"
#include "front/fsp/check.h"
#include "front/fsp/fsp.h"
#include "front/fsp/globals.h"
#include "front/fsp/lint.h"
#include "front/fsp/lower.h"
#include "front/fsp/parser.h"
#include "front/fsp/predicate.h"

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
    ast_ = Parser(reporter, names_, limits, {.ltsa_compat = options.ltsa_compat, .in_predicate = false}).parse_file();
    if (!diagnostics.has_errors() && ast_.processes.empty() && ast_.composites.empty())
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

  void finish(Diagnostics warnings) {
    files_.push_back({source_.name(), sha256_hex(source_.text())});
    warnings_ = std::move(warnings);
  }

  std::string default_target() const override {
    return ast_.composites.empty() ? std::string(kDefault) : names_.symbols.text(ast_.composites.back().name);
  }

  Result<std::vector<CheckRequest>> checks(const std::string& target, const Limits& limits) const override {
    if (!ast_.checks.empty()) return requests_;
    Work work(*this, limits);
    return work.guarded<std::vector<CheckRequest>>([&] { return default_checks(target, work); });
  }

  Result<bool> needs_observer(const std::string& target, const std::string& automaton, const Limits& limits) const override {
    const std::optional<Index> process = find_process(automaton);
    if (!process || !ast_.processes[*process].modifiers.is_property) return false;
    Work work(*this, limits);
    return work.guarded<bool>([&] {
      const System system = compose(target, "", work);
      for (const Component& component : system.components)
        if (system.templates[component.of].definition == Definition{DefinitionKind::kProcess, *process}) return false;
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
      case PropertyKind::kProgress:
      case PropertyKind::kAssertion: property.ask = Undecided{request.kind, "no engine decides it yet"}; return property;
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

  std::optional<Index> find_process(std::string_view name) const {
    for (Index i = 0; i < ast_.processes.size(); ++i)
      if (names_.symbols.text(ast_.processes[i].name) == name) return i;
    return std::nullopt;
  }
  std::optional<Index> find_composite(std::string_view name) const {
    for (Index i = 0; i < ast_.composites.size(); ++i)
      if (names_.symbols.text(ast_.composites[i].name) == name) return i;
    return std::nullopt;
  }

  enum class Wanted : std::uint8_t { kAnything, kProperties };
  std::string nearest_process(const std::string& name, Wanted wanted) const {
    const bool properties_only = wanted == Wanted::kProperties;
    std::vector<std::string> known;
    for (const Process& process : ast_.processes)
      if (process.modifiers.is_property || !properties_only) known.push_back(names_.symbols.text(process.name));
    if (!properties_only)
      for (const Composite& composite : ast_.composites) known.push_back(names_.symbols.text(composite.name));
    const std::string_view near = nearest_name(name, std::vector<std::string_view>(known.begin(), known.end()));
    return near.empty() ? "" : fmt::format("did you mean '{}'?", near);
  }

  System compose(const std::string& target, const std::string& observer, Work& work) const {
    const std::string name = resolved(target);
    Composer composer(work.evaluator, options_);
    if (const auto composite = find_composite(name)) {
      composer.add_composite(*composite);
    } else if (const auto process = find_process(name)) {
      composer.add_process(*process);
    } else if (name == kDefault) {
      for (Index i = 0; i < ast_.processes.size(); ++i) composer.add_process(i);
    } else {
      work.diagnostics.add(about(source_.name(), "fsp-unknown-target",
                                      fmt::format("there is no process or composition '{}'", name),
                                      nearest_process(name, Wanted::kAnything)));
      throw Abandoned{};
    }
    if (!observer.empty()) {
      const auto process = find_process(observer);
      if (!process || !ast_.processes[*process].modifiers.is_property) {
        work.diagnostics.add(about(source_.name(), "fsp-unknown-property",
                                        fmt::format("there is no property '{}'", observer),
                                        nearest_process(observer, Wanted::kProperties)));
        throw Abandoned{};
      }
      composer.add_process(*process);
    }
    System system = composer.take();
    if (system.components.empty()) {
      const auto composite = find_composite(name);
      work.reporter.refuse(work.evaluator.place(composite ? ast_.composites[*composite].offset : 0), "fsp-empty",
                           fmt::format("'{}' has no components", name));
    }
    return system;
  }

  // The checks of the file, named, with their expectations evaluated.
  void check_requests(Evaluator& evaluator) {
    std::array<std::size_t, 5> counts{};
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
          built_.target == resolved(request.target) && (built_.observer.empty() || built_.observer == request.automaton);
      if (is_it && built_.definition_of.size() == network.num_components()) return built_.definition_of;
    }
    Result<bool> needs = needs_observer(request.target, request.automaton, limits);
    if (!needs) return std::move(needs.diagnostics());
    Work work(*this, limits);
    return work.guarded<std::vector<Definition>>([&] {
      const System system = compose(request.target, *needs ? request.automaton : "", work);
      std::vector<Definition> processes;
      processes.reserve(system.components.size());
      for (const Component& component : system.components) processes.push_back(system.templates[component.of].definition);
      return processes;
    });
  }

  Result<Property> bind_safety(const CheckRequest& request, Property property, const Network& network,
                               const Limits& limits) const {
    Safety safety;
    if (const std::optional<Index> process = find_process(request.automaton)) {
      const Result<std::vector<Definition>> processes = processes_of(request, network, limits);
      if (!processes) return processes.diagnostics();
      for (const ComponentId component : network.components())
        if (component.index() < processes->size() && (*processes)[component.index()] == Definition{DefinitionKind::kProcess, *process})
          safety.automata.push_back(component);
    }
    if (safety.automata.empty())
      if (const auto component = network.find_component(request.automaton)) safety.automata.push_back(*component);
    if (!safety.automata.empty()) {
      property.ask = std::move(safety);
      return property;
    }
    const std::string message = find_process(request.automaton)
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
