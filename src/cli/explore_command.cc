// parley explore: counts all reachable states.

#include "cli/session.h"
#include "verify/explore.h"

namespace parley {

namespace {

int stopped_while_reading(const Session& session, const std::string& reason) {
  RunReport report = session.report();
  report.reason = reason + ", while reading";
  session.emit(report);
  return static_cast<int>(ExitCode::kUnknown);
}

}   // namespace

int run_explore(const ExploreArguments& arguments) {
  const VerifySettings settings = settings_of(arguments.engine);
  const Engine& engine = exploring_engine(settings.engine);
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

  ExploreFacts facts = explore(session.subject(), settings, engine, *network);
  facts.target = target;
  facts.read_time_s = session.read_time();
  session.progress().clear();
  RunReport report = session.report();
  report.model.targets.push_back(make_target_report(target, "", *network));
  report.options = settings.options.changed();
  report.checks.push_back(make_explore_report(std::move(facts)));
  session.emit(report);
  return static_cast<int>(exit_code_of(report));
}

}   // namespace parley
