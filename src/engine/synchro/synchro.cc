#include "engine/synchro/synchro.h"

#include "engine/synchro/confirm.h"
#include "engine/synchro/lazy_form.h"
#include "engine/synchro/settings.h"

namespace parley {

std::span<const OptionRow> SynchroEngine::options() const { return synchro::options(); }

std::optional<std::string> SynchroEngine::declines(const Network&, const Property& property) const {
  switch (kind_of(property)) {
    case PropertyKind::kDeadlock:
    case PropertyKind::kLocalDeadlock:
    case PropertyKind::kReach:
    case PropertyKind::kNever:
    case PropertyKind::kSafety: return std::nullopt;
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: break;
  }
  return "it answers deadlock, local_deadlock, reach, never and property only";
}

namespace {

Outcome answer(const Task& task, const Property& property, const synchro::Settings& settings, Run& run) {
  synchro::Finding finding = synchro::lazy_form(task.network, property, settings, run.limits, run.progress, run.statistics);
  const bool is_reach = kind_of(property) == PropertyKind::kReach;
  if (finding.is_proved) {
    if (is_reach) return Violated{std::move(finding.proof)};
    return Holds{std::move(finding.proof)};
  }
  if (settings.confirm)
    if (auto trace = synchro::confirm(task.network, property, finding.candidate, settings.budget, run.seed, run.limits, run.statistics)) {
      if (is_reach) return Holds{*std::move(trace)};
      return Violated{*std::move(trace)};
    }
  return Unknown{.reason = "a candidate that no invariant excludes, and to which no run was found", .candidate = std::move(finding.candidate), .survived = std::move(finding.survived)};
}

}  // namespace

void SynchroEngine::check(const Task& task, Run& run) const {
  const synchro::Settings settings = synchro::settings(run.options);
  for (std::size_t i = 0; i < task.properties.size(); ++i) run.answer(i, answer(task, task.properties[i], settings, run));
}

}  // namespace parley
