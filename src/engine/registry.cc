#include "engine/registry.h"

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>

#include <fmt/format.h>

#include "engine/explicit/explicit.h"
#include "engine/lazy/lazy.h"
#include "engine/leap/leap.h"
#include "engine/synchro/synchro.h"

namespace parley {

std::span<const Engine* const> engines() {
  static const ExplicitEngine kExplicit;
  static const LazyEngine kLazy;
  static const SynchroEngine kSynchro;
  static const LeapEngine kLeap;
  static const std::array<const Engine*, 4> kEngines = {&kLazy, &kSynchro, &kLeap, &kExplicit};
  return kEngines;
}

const Engine* find_engine(std::string_view name) {
  for (const Engine* engine : engines())
    if (engine->name() == name) return engine;
  return nullptr;
}

Options all_options() {
  std::vector<OptionRow> rows;
  for (const Engine* engine : engines()) rows.insert(rows.end(), engine->options().begin(), engine->options().end());
  return Options(std::move(rows));
}

std::vector<Outcome> run(const Engine& engine, const Task& task, const RunSettings& settings, Statistics& statistics) {
  std::vector<Outcome> outcomes(task.properties.size());
  std::vector<bool> answered(task.properties.size());
  Run border{.options = settings.options,
             .limits = settings.limits,
             .progress = settings.progress,
             .statistics = statistics,
             .threads = settings.threads,
             .seed = settings.seed,
             .answer = [&](std::size_t property, Outcome outcome) {
               if (answered.at(property)) throw std::logic_error(fmt::format("{} answered a property twice", engine.name()));
               answered[property] = true;
               outcomes[property] = std::move(outcome);
               if (settings.on_answer) settings.on_answer(property, outcomes[property]);
             }};
  std::string reason = "the engine gave no answer";
  try {
    engine.check(task, border);
  } catch (const Stopped& stopped) {
    reason = stopped.reason();
  } catch (const std::bad_alloc&) {
    reason = "out of memory";
  }
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (!answered[i]) outcomes[i] = Unknown{reason};
  return outcomes;
}

}   // namespace parley
