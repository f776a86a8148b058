#include <fmt/format.h>

#include "front/file_error.h"
#include "front/fsp/ask/assertion.h"
#include "front/fsp/ask/bind_liveness.h"
#include "front/fsp/ask/predicate.h"
#include "front/fsp/model.h"
#include "front/fsp/names/check.h"
#include "front/fsp/syntax/parser.h"

// Binding: makes properties of a network from the checks of a file and of the command line.
namespace parley::fsp {

Result<Property> FspModel::bind(const CheckRequest& request, const Network& network, const Limits& limits) const {
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

Result<Predicate> FspModel::bind_check(const CheckRequest& request, const Network& network, const Limits& limits) const {
  Work work(*this, limits);
  return work.guarded<Predicate>(
      [&] { return bind_predicate(ast_.checks.at(request.index).predicate, network, work.evaluator); });
}

Result<Predicate> FspModel::bind_text(const CheckRequest& request, const Network& network, const Limits& limits) const {
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

// The definition of each component of 'network', which build() made for 'request'. Uses the cache if target,
// observer and number of components match; otherwise composes again.
Result<std::vector<Definition>> FspModel::processes_of(const CheckRequest& request, const Network& network,
                                                       const Limits& limits) const {
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

// The components of 'network', which build() made for 'request', that are instances of 'definition'.
Result<std::vector<ComponentId>> FspModel::instances_of(Definition definition, const CheckRequest& request,
                                                        const Network& network, const Limits& limits) const {
  const Result<std::vector<Definition>> processes = processes_of(request, network, limits);
  if (!processes) return processes.diagnostics();
  std::vector<ComponentId> instances;
  for (const ComponentId component : network.components())
    if (component.index() < processes->size() && (*processes)[component.index()] == definition) instances.push_back(component);
  return instances;
}

Result<Property> FspModel::bind_undecided(const CheckRequest& request, Property property, const Network& network,
                                          const Limits& limits) const {
  Work work(*this, limits);
  return work.guarded<Property>([&] {
    const Check& check = ast_.checks.at(request.index);
    property.ask = check.kind == PropertyKind::kLocal ? bind_local(check, network, work.evaluator)
                                                      : bind_progress(check, network, work.evaluator);
    return std::move(property);
  });
}

// An assertion that automata watch becomes a safety property; any other assertion is undecided.
Result<Property> FspModel::bind_assertion(const CheckRequest& request, Property property, const Network& network,
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

Result<Property> FspModel::bind_safety(const CheckRequest& request, Property property, const Network& network,
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
    return file_error(source_.name(), "fsp-unknown-property", message, hint);
  return source_.at(ast_.checks[request.index].automaton_offset, request.automaton.size(), "fsp-unknown-property", message, hint);
}

}   // namespace parley::fsp
