// parley info: prints what a model consists of.

#include <fmt/format.h>

#include "cli/session.h"
#include "report/build.h"
#include "report/info.h"

namespace parley {

int run_info(const InfoArguments& arguments) {
  Session session(arguments.model);
  session.read();
  const std::string target = session.target_or_default(arguments.model.target);
  const Network network = session.build(target, "");
  InfoReport info = make_info_report(network, session.limits());
  add_lints(info, session.model().lints(target, session.limits()));
  RunReport run = session.report();
  info.version = run.version;
  info.model = std::move(run.model);
  info.model.targets.push_back(make_target_report(target, "", network));
  info.peak_rss_bytes = peak_resident_bytes();
  info.read_time_s = session.read_time();
  session.progress().clear();
  session.emit(to_text(info), to_json(info));
  return 0;
}

}   // namespace parley
