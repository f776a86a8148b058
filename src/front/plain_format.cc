#include "front/plain_format.h"

#include <fmt/format.h>

#include "front/file_error.h"

namespace parley {

std::vector<CheckRequest> plain_checks() {
  CheckRequest deadlock;
  deadlock.is_default = true;
  return {deadlock};
}

Diagnostics refuse_definitions(const PlainFormat& format, const std::string& path, const ReadOptions& options) {
  Diagnostics refused;
  for (const auto& [name, value] : options.definitions)
    refused.add(file_error(path, format.definition_code, fmt::format("'-D {}={}' defines nothing here", name, value),
                           fmt::format("{} has no constants", format.a_file)));
  return refused;
}

Diagnostic no_automata(const PlainFormat& format, std::string where, const std::string& automaton) {
  return file_error(std::move(where), format.property_code, fmt::format("there is no property automaton '{}'", automaton),
                    fmt::format("{} has no property automata", format.a_file));
}

Result<Property> bind_plain(const PlainFormat& format, const CheckRequest& request, const std::string& path,
                            const ParsePredicate& parse) {
  const SourceText source(request.flag.empty() ? path : request.flag, request.expression.value_or(""));
  switch (request.kind) {
    case PropertyKind::kDeadlock: return Property{request.name, Deadlock{}};
    case PropertyKind::kLocalDeadlock: return Property{request.name, LocalDeadlock{}};
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion:
    case PropertyKind::kSafety: return no_automata(format, source.name(), request.automaton);
    case PropertyKind::kReach:
    case PropertyKind::kNever: break;
  }
  Result<Predicate> predicate = parse(source);
  if (!predicate) return std::move(predicate.diagnostics());
  if (request.kind == PropertyKind::kReach) return Property{request.name, Reach{std::move(*predicate)}};
  return Property{request.name, Never{std::move(*predicate)}};
}

}   // namespace parley
