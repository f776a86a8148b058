// parley check: reads a model, answers its checks and reports the verdicts. verify/verification.h does the
// work.

#include <algorithm>
#include <new>
#include <set>

#include <fmt/format.h>

#include "cli/session.h"
#include "report/build.h"
#include "verify/evidence_files.h"
#include "verify/verification.h"

namespace parley {

namespace {

class CheckCommand {
 public:
  explicit CheckCommand(const CheckArguments& arguments)
      : arguments_(arguments), settings_(settings_of(arguments.engine, arguments.evidence)), session_(arguments.model) {
    prepare_evidence_folder(settings_.evidence_folder);   // before reading, which may take long
  }

  int run() {
    try {
      session_.read();
      choose_requests();
      subject_.emplace(session_.subject());
      verification_.emplace(*subject_, settings_);
      verification_->add_read_time(session_.read_time());
      verification_->ask(requests_);
    } catch (const Stopped& stopped) {
      return stopped_while_reading(stopped.reason());
    } catch (const std::bad_alloc&) {
      return stopped_while_reading("out of memory");
    }
    verification_->answer();

    session_.progress().clear();
    RunReport report = session_.report();
    report.model.targets = verification_->targets();
    report.options = settings_.options.changed();
    report.checks = verification_->reports();
    session_.emit(report);
    return static_cast<int>(exit_code_of(report));
  }

 private:
  // The checks of the command line, else those of the file; --check picks among the latter.
  void choose_requests() {
    std::vector<CheckRequest> asked = session_.unwrap(session_.model().checks(arguments_.model.target, session_.limits()));
    name_requests(asked, {});
    if (arguments_.requests.empty() && arguments_.names.empty()) requests_ = asked;
    std::set<std::string> names;
    for (const std::string& name : arguments_.names) {
      const auto found = std::ranges::find(asked, name, &CheckRequest::name);
      if (found == asked.end()) throw_unknown_check(name, asked);
      if (names.insert(name).second) requests_.push_back(*found);
    }
    std::vector<CheckRequest> on_command_line = arguments_.requests;
    name_requests(on_command_line, std::move(names));
    requests_.insert(requests_.end(), on_command_line.begin(), on_command_line.end());
    for (CheckRequest& request : requests_) {
      if (!arguments_.model.target.empty()) request.target = arguments_.model.target;
      request.target = session_.target_or_default(request.target);
    }
  }

  [[noreturn]] static void throw_unknown_check(const std::string& name, const std::vector<CheckRequest>& asked) {
    std::vector<std::string_view> names;
    names.reserve(asked.size());
    for (const CheckRequest& request : asked) names.push_back(request.name);
    const std::string_view nearest = nearest_name(name, names);
    throw Failure(ExitCode::kBadInput,
                  to_text(SourceText("--check", name)
                              .at(0, name.size(), "cli-unknown-check", fmt::format("the file has no check '{}'", name),
                                  nearest.empty() ? "" : fmt::format("did you mean '{}'?", nearest))));
  }

  // A limit ended the reading: all checks known so far are unknown.
  int stopped_while_reading(const std::string& reason) {
    session_.progress().clear();
    RunReport report = session_.report();
    const std::string why = reason + ", while reading";
    if (requests_.empty()) report.reason = why;
    for (const CheckRequest& request : requests_) report.checks.push_back(unread_report(request, why, session_.read_time()));
    session_.emit(report);
    return static_cast<int>(exit_code_of(report));
  }

  const CheckArguments& arguments_;
  VerifySettings settings_;
  Session session_;
  std::vector<CheckRequest> requests_;
  std::optional<Subject> subject_;   // once the model was read
  std::optional<Verification> verification_;
};

}   // namespace

int run_check(const CheckArguments& arguments) { return CheckCommand(arguments).run(); }

}   // namespace parley
