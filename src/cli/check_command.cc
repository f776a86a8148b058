// parley check: asks, answers, judges, reports.

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <unistd.h>

#include <fmt/format.h>

#include "check/judge.h"
#include "cli/rejected.h"
#include "cli/session.h"
#include "evidence/write.h"
#include "report/build.h"

namespace parley {

namespace {

// The checks that concern one network: a target, perhaps with a property automaton added to it.
struct Group {
  std::string target;
  std::string observer;
  Network network;
  std::vector<Property> properties;
  std::vector<std::size_t> requests;   // property -> request
};

Verdict wanted(Expectation expectation) {
  switch (expectation) {
    case Expectation::kHolds: return Verdict::kHolds;
    case Expectation::kFail: return Verdict::kViolated;
    case Expectation::kUnknown: return Verdict::kUnknown;
  }
  return Verdict::kHolds;
}

// What happens to one answer after the engine gave it.
struct Judged {
  Outcome outcome;
  double judge_time = 0;
  bool checked = false;
  std::optional<std::string> file;
};

class CheckCommand {
 public:
  explicit CheckCommand(const CheckArguments& arguments)
      : arguments_(arguments),
        options_(options_of(arguments.engine)),
        engine_(engine_named(arguments.engine.engine)),
        session_(arguments.model) {}

  int run() {
    prepare_evidence_directory();
    try {
      session_.read();
      choose_requests();
      build_groups();
    } catch (const Stopped& stopped) {
      return stopped_while_reading(stopped.reason());
    } catch (const std::bad_alloc&) {
      return stopped_while_reading("out of memory");
    }

    reports_.resize(requests_.size());
    for (const Group& group : groups_) answer(group);

    session_.progress().clear();
    RunReport report = session_.report();
    for (const Group& group : groups_) report.model.targets.push_back(make_target_report(group.target, group.observer, group.network));
    report.options = options_.changed();
    report.checks = std::move(reports_);
    session_.emit(report);
    return static_cast<int>(exit_code_of(report));
  }

 private:
  void prepare_evidence_directory() {
    if (arguments_.evidence_directory.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(arguments_.evidence_directory, error);
    if (error || ::access(arguments_.evidence_directory.c_str(), W_OK) != 0)
      throw Failure(ExitCode::kCannotWrite, fmt::format("parley: cannot write into {}\n", arguments_.evidence_directory));
  }

  // The questions of the command line, else those of the file; --check picks among the latter.
  void choose_requests() {
    std::vector<CheckRequest> asked = session_.unwrap(session_.model().checks(arguments_.model.target, session_.limits()));
    name_requests(asked);
    if (arguments_.requests.empty() && arguments_.names.empty()) requests_ = asked;
    for (const std::string& name : arguments_.names) {
      const auto found = std::ranges::find(asked, name, &CheckRequest::name);
      if (found == asked.end()) throw_unknown_check(name, asked);
      requests_.push_back(*found);
    }
    std::vector<CheckRequest> on_command_line = arguments_.requests;
    name_requests(on_command_line);
    requests_.insert(requests_.end(), on_command_line.begin(), on_command_line.end());
    for (CheckRequest& request : requests_) {
      if (!arguments_.model.target.empty()) request.target = arguments_.model.target;
      request.target = session_.target_or_default(request.target);
    }
  }

  // Whoever has no name is called <kind>-<n>, counted in order.
  static void name_requests(std::vector<CheckRequest>& requests) {
    std::map<PropertyKind, std::size_t> count;
    for (CheckRequest& request : requests)
      if (request.name.empty()) request.name = fmt::format("{}-{}", kind_name(request.kind), ++count[request.kind]);
  }

  [[noreturn]] static void throw_unknown_check(const std::string& name, const std::vector<CheckRequest>& asked) {
    std::vector<std::string_view> names;
    for (const CheckRequest& request : asked) names.push_back(request.name);
    const std::string_view nearest = nearest_name(name, names);
    throw Failure(ExitCode::kBadInput,
                  to_text(SourceText("--check", name)
                              .at(0, name.size(), "cli-unknown-check", fmt::format("the file has no check '{}'", name),
                                  nearest.empty() ? "" : fmt::format("did you mean '{}'?", nearest))));
  }

  // A property automaton that is not part of its target gets a network of its own: an error state stops
  // everything, and would hide from the other checks what comes after it.
  void build_groups() {
    std::map<std::pair<std::string, std::string>, std::size_t> known;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      const CheckRequest& request = requests_[i];
      std::string observer;
      if (request.kind == PropertyKind::kSafety &&
          session_.unwrap(session_.model().needs_observer(request.target, request.automaton, session_.limits())))
        observer = request.automaton;
      const auto [at, is_new] = known.try_emplace({request.target, observer}, groups_.size());
      if (is_new) groups_.push_back({request.target, observer, session_.build(request.target, observer), {}, {}});
      Group& group = groups_[at->second];
      Property property = session_.unwrap(session_.model().bind(request, group.network, session_.limits()));
      property.name = request.name;
      group.properties.push_back(std::move(property));
      group.requests.push_back(i);
    }
  }

  // Each property goes to the engine asked for, or to the first that does not decline it; an engine gets all of
  // its properties at once.
  void answer(const Group& group) {
    std::map<const Engine*, std::vector<std::size_t>> shares;
    for (std::size_t i = 0; i < group.properties.size(); ++i) {
      const Property& property = group.properties[i];
      if (engine_ == nullptr) {
        shares[choose_engine(group.network, property)].push_back(i);
        continue;
      }
      if (const std::optional<std::string> why = engine_->declines(group.network, property))
        finish(group, i, Unknown{fmt::format("{} declines: {}", engine_->name(), *why)}, engine_->name(), {}, 0);
      else shares[engine_].push_back(i);
    }
    for (const auto& [engine, share] : shares) {
      if (engine != nullptr) answer(group, *engine, share);
      else for (std::size_t i : share) finish(group, i, Unknown{"every engine declines"}, "", {}, 0);
    }
  }

  void answer(const Group& group, const Engine& engine, const std::vector<std::size_t>& share) {
    std::vector<Property> properties;
    for (std::size_t i : share) properties.push_back(group.properties[i]);
    const Stopwatch watch;
    std::vector<double> seconds(share.size(), -1);
    const RunSettings settings = {.options = options_,
                                  .limits = session_.limits(),
                                  .progress = session_.progress(),
                                  .threads = threads_of(arguments_.engine),
                                  .seed = arguments_.engine.seed,
                                  .on_answer = [&](std::size_t property) { seconds[property] = watch.seconds(); }};
    Statistics statistics;
    std::vector<Outcome> outcomes = parley::run(engine, {group.network, properties}, settings, statistics);
    const double total = watch.seconds();
    for (std::size_t k = 0; k < share.size(); ++k)
      finish(group, share[k], std::move(outcomes[k]), engine.name(), statistics, seconds[k] < 0 ? total : seconds[k]);
  }

  // Judges, writes the evidence, reports.
  void finish(const Group& group, std::size_t index, Outcome outcome, std::string_view engine, const Statistics& statistics,
              double seconds) {
    const CheckRequest& request = requests_[group.requests[index]];
    const Judged judged = judge_outcome(group, index, std::move(outcome));
    const CheckFacts facts = {.network = group.network,
                              .property = group.properties[index],
                              .outcome = judged.outcome,
                              .target = group.target,
                              .engine = std::string(engine),
                              .wanted = wanted(request.expect),
                              .statistics = statistics,
                              .time_s = seconds,
                              .read_time_s = session_.read_time(),
                              .judge_time_s = judged.judge_time,
                              .peak_rss_bytes = peak_resident_bytes(),
                              .evidence_file = judged.file,
                              .evidence_checked = judged.checked};
    reports_[group.requests[index]] = make_check_report(facts, session_.limits());
  }

  Judged judge_outcome(const Group& group, std::size_t index, Outcome outcome) {
    Judged judged{.outcome = std::move(outcome)};
    const Evidence* evidence = evidence_of(judged.outcome);
    if (evidence == nullptr || std::holds_alternative<NotCertified>(*evidence)) return judged;
    const Property& property = group.properties[index];
    try {
      if (arguments_.judge) {
        const Stopwatch watch;
        const Judgement judgement =
            judge(group.network, property, verdict_of(judged.outcome), *evidence, session_.limits(), session_.progress());
        judged.judge_time = watch.seconds();
        if (!judgement.accepted) throw_rejected(group, property, judged.outcome, judgement.reason);
        judged.checked = true;
      }
      if (!arguments_.evidence_directory.empty()) judged.file = write_evidence_file(group, property, judged.outcome);
    } catch (const Stopped& stopped) {
      judged.outcome = Unknown{stopped.reason() + ", while judging"};
    } catch (const std::bad_alloc&) {
      judged.outcome = Unknown{"out of memory, while judging"};
    }
    return judged;
  }

  EvidenceHeader header_of(const Group& group, const Property& property, const Outcome& outcome) const {
    return make_header(session_.origin(group.target, group.observer), group.network, property, verdict_of(outcome), *evidence_of(outcome));
  }

  std::string write_evidence_file(const Group& group, const Property& property, const Outcome& outcome) const {
    const std::string path = (std::filesystem::path(arguments_.evidence_directory) / evidence_file_name(property.name)).string();
    std::ofstream file(path);
    write_evidence(file, header_of(group, property, outcome), group.network, *evidence_of(outcome), session_.limits());
    file.close();
    if (!file) throw Failure(ExitCode::kCannotWrite, fmt::format("parley: cannot write {}\n", path));
    return path;
  }

  [[noreturn]] void throw_rejected(const Group& group, const Property& property, const Outcome& outcome, const std::string& why) {
    std::ostringstream text;
    write_evidence(text, header_of(group, property, outcome), group.network, *evidence_of(outcome), Limits());
    const std::string where = keep_rejected(session_.model().files(), evidence_file_name(property.name), text.str());
    session_.progress().clear();
    throw Failure(ExitCode::kInternalError,
                  fmt::format("parley: internal error: the judge rejects the evidence for '{}': {}\n"
                              "  no verdict is given; the model and the evidence are kept in {}\n",
                              property.name, why, where));
  }

  // A limit ended the reading: what was to be checked is unknown, as far as it is known what that was.
  int stopped_while_reading(const std::string& reason) {
    session_.progress().clear();
    const std::string full_reason = reason + ", while reading";
    RunReport report = session_.report();
    report.reason = full_reason;
    for (const CheckRequest& request : requests_) {
      CheckReport check;
      check.name = request.name;
      check.kind = check_kind(request.kind);
      check.target = request.target;
      check.wanted = wanted(request.expect);
      check.reason = full_reason;
      check.read_time_s = session_.read_time();
      check.peak_rss_bytes = peak_resident_bytes();
      report.checks.push_back(std::move(check));
    }
    session_.emit(report);
    return static_cast<int>(ExitCode::kUnknown);
  }

  const CheckArguments& arguments_;
  Options options_;
  const Engine* engine_;   // null for auto
  Session session_;
  std::vector<CheckRequest> requests_;
  std::vector<Group> groups_;
  std::vector<CheckReport> reports_;   // one a request
};

}  // namespace

int run_check(const CheckArguments& arguments) { return CheckCommand(arguments).run(); }

}  // namespace parley
