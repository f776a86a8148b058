#include <set>

#include <fmt/format.h>

#include "front/file_error.h"
#include "front/fsp/ask/assertion.h"
#include "front/fsp/elaborate/lower.h"
#include "front/fsp/lint/lint.h"
#include "front/fsp/model.h"

// Building networks: composes a target, lowers it to a network, and finds the default checks of a file
// without checks.
namespace parley::fsp {

System FspModel::compose(const std::string& target, const std::string& observer, Work& work) const {
  const std::string name = resolved(target);
  Composer composer(work.evaluator, options_);
  if (const auto definition = find(name)) {
    composer.add(*definition);
  } else if (name == kDefaultTarget) {
    for (Index i = 0; i < ast_.processes.size(); ++i) composer.add({DefinitionKind::kProcess, i});
    for (Index i = 0; i < ast_.automata.size(); ++i) composer.add({DefinitionKind::kAutomaton, i});
    for (Index i = 0; i < ast_.channels.size(); ++i) composer.add({DefinitionKind::kChannel, i});
  } else {
    work.diagnostics.add(file_error(source_.name(), "fsp-unknown-target",
                                    fmt::format("there is no process or composition '{}'", name),
                                    nearest_process(name, Wanted::kAnything)));
    throw Abandoned{};
  }
  if (!observer.empty()) {
    const auto definition = find_observer(observer);
    if (!definition) {
      work.diagnostics.add(file_error(source_.name(), "fsp-unknown-property", fmt::format("there is no property '{}'", observer),
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

Result<Network> FspModel::build(const std::string& target, const std::string& observer, const Limits& limits,
                                Progress& progress) const {
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

Result<bool> FspModel::needs_observer(const std::string& target, const std::string& observer, const Limits& limits) const {
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

Diagnostics FspModel::lints(const std::string& target, const Limits& limits) const {
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

Result<std::vector<CheckRequest>> FspModel::checks(const std::string& target, const Limits& limits) const {
  if (!ast_.checks.empty()) return requests_;
  Work work(*this, limits);
  return work.guarded<std::vector<CheckRequest>>([&] { return default_checks(target, work); });
}

// Deadlock, and one safety check per definition in the target that is a property or can reach an error.
std::vector<CheckRequest> FspModel::default_checks(const std::string& target, Work& work) const {
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
  // build() reports the warnings again.
  work.diagnostics = {};
  return requests;
}

}   // namespace parley::fsp
