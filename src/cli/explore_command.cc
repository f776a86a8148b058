// parley explore: counts the whole state space.

#include <fstream>

#include <fmt/format.h>

#include "cli/assumption.h"
#include "cli/session.h"
#include "report/build.h"

namespace parley {

namespace {

// Lets the kernel's record of the largest resident memory start anew, so that exploring is not charged for reading.
void restart_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

const Engine& exploring_engine(const std::string& name) {
  if (const Engine* engine = engine_named(name)) {
    if (engine->explores()) return *engine;
    throw Failure(ExitCode::kUsage, fmt::format("parley: engine '{}' does not explore\n", name));
  }
  for (const Engine* engine : engines())
    if (engine->explores() && !engine->explores_less()) return *engine;
  throw Failure(ExitCode::kUsage, "parley: no engine explores\n");
}

// Explores and says why it was not done to the end, if so.
std::optional<std::string> explore(const Engine& engine, const Network& network, Run& run) {
  try {
    engine.explore(network, run);
  } catch (const Stopped& stopped) {
    return stopped.reason();
  } catch (const std::bad_alloc&) {
    return "out of memory";
  }
  return std::nullopt;
}

int stopped_while_reading(const Session& session, const std::string& reason) {
  RunReport report = session.report();
  report.reason = reason + ", while reading";
  session.emit(report);
  return static_cast<int>(ExitCode::kUnknown);
}

}  // namespace

int run_explore(const ExploreArguments& arguments) {
  const Engine& engine = exploring_engine(arguments.engine.engine);
  const Options options = options_of(arguments.engine);
  Session session(arguments.model);
  std::string target;
  std::optional<Network> network;
  try {
    session.read();
    target = session.target_or_default(arguments.model.target);
    network = session.build(target, "");
  } catch (const Stopped& stopped) {
    return stopped_while_reading(session, stopped.reason());
  } catch (const std::bad_alloc&) {
    return stopped_while_reading(session, "out of memory");
  }

  restart_peak();
  const std::uint64_t resident_before = resident_bytes();
  ExploreFacts facts;
  facts.target = target;
  facts.engine = engine.name();
  Run run{.options = options,
          .limits = session.limits(),
          .progress = session.progress(),
          .statistics = facts.statistics,
          .threads = threads_of(arguments.engine),
          .seed = arguments.engine.seed,
          .answer = [](std::size_t, const Outcome&) {}};
  const Stopwatch watch;
  facts.reason = explore(engine, *network, run);
  facts.time_s = watch.seconds();
  if (!facts.reason)
    if (const std::optional<Assumption> assumption = session.model().assumed(*network)) facts.reason = doubt_after(*assumption, facts.statistics);
  facts.read_time_s = session.read_time();
  facts.peak_rss_bytes = peak_resident_bytes();
  if (const std::optional<double> states = facts.statistics.value(Statistic::kStates); states && *states > 0 && !facts.statistics.value(Statistic::kFullStates)) {
    const double grown = facts.peak_rss_bytes > resident_before ? static_cast<double>(facts.peak_rss_bytes - resident_before) : 0;
    facts.statistics.set(Statistic::kBytesPerState, grown / *states);
    if (facts.time_s > 0) facts.statistics.set(Statistic::kStatesPerSecond, *states / facts.time_s);
  }

  session.progress().clear();
  RunReport report = session.report();
  report.model.targets.push_back(make_target_report(target, "", *network));
  report.options = options.changed();
  report.checks.push_back(make_explore_report(std::move(facts)));
  session.emit(report);
  return static_cast<int>(exit_code_of(report));
}

}  // namespace parley
