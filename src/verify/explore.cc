#include "verify/explore.h"

#include <fstream>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "engine/registry.h"
#include "verify/doubt.h"
#include "verify/failure.h"

namespace parley {

namespace {

// Resets the kernel's peak of resident memory, so that reading does not count for exploring.
void restart_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

// Explores. Returns why the exploration is not complete, or nothing.
std::optional<std::string> why_stopped(const Engine& engine, const Network& network, Run& run) {
  try {
    engine.explore(network, run);
  } catch (const Stopped& stopped) {
    return stopped.reason();
  } catch (const std::bad_alloc&) {
    return "out of memory";
  }
  return std::nullopt;
}

}   // namespace

const Engine& exploring_engine(const Engine* named) {
  if (named != nullptr) {
    if (named->explores()) return *named;
    throw Failure(ExitCode::kUsage, fmt::format("parley: engine '{}' does not explore\n", named->name()));
  }
  for (const Engine* engine : engines())
    if (engine->explores() && !engine->explores_less()) return *engine;
  throw Failure(ExitCode::kUsage, "parley: no engine explores\n");
}

ExploreFacts explore(const Subject& subject, const VerifySettings& settings, const Engine& engine, const Network& network,
                     std::span<const Atom> tokens) {
  restart_peak();
  const std::uint64_t resident_before = resident_bytes();
  ExploreFacts facts;
  facts.engine = engine.name();
  Run run{.options = settings.options,
          .limits = subject.limits,
          .progress = subject.progress,
          .statistics = facts.statistics,
          .threads = settings.threads,
          .seed = settings.seed,
          .answer = [](std::size_t, const Outcome&) {},
          .tokens = tokens};
  const Stopwatch watch;
  facts.reason = why_stopped(engine, network, run);
  facts.time_s = watch.seconds();
  if (!facts.reason)
    if (const std::optional<Assumption> assumption = subject.model.assumed(network))
      facts.reason = doubt_after(*assumption, facts.statistics);
  facts.peak_rss_bytes = peak_resident_bytes();
  if (const std::optional<double> states = facts.statistics.value(Statistic::kStates);
      states && *states > 0 && !facts.statistics.value(Statistic::kFullStates)) {
    const double grown = facts.peak_rss_bytes > resident_before ? static_cast<double>(facts.peak_rss_bytes - resident_before) : 0;
    facts.statistics.set(Statistic::kBytesPerState, grown / *states);
    if (facts.time_s > 0) facts.statistics.set(Statistic::kStatesPerSecond, *states / facts.time_s);
  }
  return facts;
}

}   // namespace parley
