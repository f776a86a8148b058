// parley check: asks, answers, judges, reports.

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <unistd.h>

#include <fmt/format.h>

#include "check/judge.h"
#include "cli/assumption.h"
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
  std::vector<std::size_t> requests;       // one a property
  std::vector<Property> properties;
  std::optional<Assumption> assumption;    // then its property is the last one, and nobody asked for it
  std::optional<Network> network;          // kept only where there is no other group
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
  double seconds = 0;   // until the engine gave it
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
    for (Group& group : groups_) answer(group);

    session_.progress().clear();
    RunReport report = session_.report();
    report.model.targets = std::move(targets_);
    report.options = options_.changed();
    reports_.resize(asked_);
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
      throw cannot_write("into " + arguments_.evidence_directory);
  }

  // The questions of the command line, else those of the file; --check picks among the latter.
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

  // Whoever has no name is called <kind>-<n>, counted in order; 'taken' are names that are somebody's already.
  static void name_requests(std::vector<CheckRequest>& requests, std::set<std::string> taken) {
    for (const CheckRequest& request : requests)
      if (!request.name.empty()) taken.insert(request.name);
    std::map<PropertyKind, std::size_t> count;
    for (CheckRequest& request : requests) {
      if (!request.name.empty()) continue;
      do request.name = fmt::format("{}-{}", kind_name(request.kind), ++count[request.kind]);
      while (!taken.insert(request.name).second);
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

  // A property automaton that is not part of its target gets a network of its own: an error state stops
  // everything, and would hide from the other checks what comes after it.
  void sort_into_groups() {
    std::map<std::pair<std::string, std::string>, std::size_t> known;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      const CheckRequest& request = requests_[i];
      std::string observer = observer_of(request);
      if (!observer.empty() &&
          !session_.unwrap(session_.model().needs_observer(request.target, observer, session_.limits())))
        observer.clear();
      const auto [at, is_new] = known.try_emplace({request.target, observer}, groups_.size());
      if (is_new) groups_.push_back({.target = request.target, .observer = observer});
      groups_[at->second].requests.push_back(i);
    }
  }

  // Every question is bound before the first is answered, so that a mistake in the last one costs no hour. Of several networks none is
  // kept: each is built again when its turn comes, so that there is one at a time.
  void build_groups() {
    sort_into_groups();
    asked_ = requests_.size();
    for (Group& group : groups_) {
      Network network = session_.build(group.target, group.observer);
      for (std::size_t i : group.requests) {
        Property property = session_.unwrap(session_.model().bind(requests_[i], network, session_.limits()));
        property.name = requests_[i].name;
        group.properties.push_back(std::move(property));
      }
      add_assumption(group, network);
      targets_.push_back(make_target_report(group.target, group.observer, network));
      if (groups_.size() == 1) group.network = std::move(network);
    }
  }

  void add_assumption(Group& group, const Network& network) {
    group.assumption = session_.model().assumed(network);
    if (!group.assumption) return;
    CheckRequest request;
    request.name = group.assumption->property.name;
    request.kind = kind_of(group.assumption->property);
    request.target = group.target;
    group.requests.push_back(requests_.size());
    group.properties.push_back(group.assumption->property);
    requests_.push_back(std::move(request));
  }

  void answer(Group& group) {
    if (group.assumption) doubt_ = group.assumption->if_unknown;   // until it is answered
    try {
      if (!group.network) group.network = session_.build_again(group.target, group.observer);
      judge_.emplace(*group.network);
      answer_all(group);
    } catch (const Stopped& stopped) {
      give_up(group, stopped.reason());
    } catch (const std::bad_alloc&) {
      give_up(group, "out of memory");
    }
    judge_.reset();
    group.network.reset();
    if (!doubt_) return;
    for (std::size_t i : group.requests) withdraw_unless_traced(reports_[i], *doubt_);
    doubt_.reset();
  }

  // Its network could not be built a second time.
  void give_up(const Group& group, const std::string& reason) {
    for (std::size_t i : group.requests)
      if (reports_[i].name.empty()) reports_[i] = unread_report(requests_[i], reason + ", while reading");
  }

  // Each property goes to the engine asked for, or to the first that does not decline it; an engine gets all of
  // its properties at once, unless they have no work in common.
  void answer_all(const Group& group) {
    std::vector<const Engine*> chosen;
    for (std::size_t i = 0; i < group.properties.size(); ++i) {
      const Property& property = group.properties[i];
      const Engine* engine = engine_ != nullptr ? engine_ : choose_engine(*group.network, property);
      const auto* undecided = std::get_if<Undecided>(&property.ask);
      const std::optional<std::string> why = undecided != nullptr ? undecided->why
                                             : engine == nullptr  ? std::optional<std::string>("every engine declines")
                                                                  : engine->declines(*group.network, property);
      if (why) finish(group, i, {.outcome = Unknown{*why}}, engine == nullptr ? "" : engine->name(), {}, 0);
      chosen.push_back(why ? nullptr : engine);
    }
    for (std::size_t e = 0; e < engines().size(); ++e) {
      const Engine& engine = *engines()[e];
      std::vector<std::size_t> share;
      for (std::size_t i = 0; i < chosen.size(); ++i)
        if (chosen[i] == &engine) share.push_back(i);
      std::vector<std::size_t> given_up;
      if (engine.shares_work()) {
        if (!share.empty()) given_up = answer_share(group, engine, share, next_engines(group, e, share));
      } else {
        for (std::size_t i : share)
          for (std::size_t k : answer_share(group, engine, {i}, next_engines(group, e, {i}))) given_up.push_back(k);
      }
      for (std::size_t i : given_up) chosen[i] = next_engines(group, e, {i}).front();
    }
  }

  // Whom to ask if an engine gives up, for each of the properties: with `--engine auto` the next one that does not decline; else nobody, null.
  std::vector<const Engine*> next_engines(const Group& group, std::size_t engine, const std::vector<std::size_t>& share) const {
    std::vector<const Engine*> next(share.size(), nullptr);
    if (engine_ != nullptr) return next;
    for (std::size_t k = 0; k < share.size(); ++k)
      for (std::size_t e = engine + 1; e < engines().size() && next[k] == nullptr; ++e)
        if (!engines()[e]->declines(*group.network, group.properties[share[k]])) next[k] = engines()[e];
    return next;
  }

  bool is_at_limit() const {
    try {
      session_.limits().check();
      return false;
    } catch (const Stopped&) {
      return true;
    }
  }

  // An answer is judged at once, while there is time: the engine may need all that is left for the other properties. Gives back those that the engine gave up on, where there is
  // somebody else to ask and time for it.
  std::vector<std::size_t> answer_share(const Group& group, const Engine& engine, const std::vector<std::size_t>& share,
                                        const std::vector<const Engine*>& next) {
    const Options options = std::ranges::count(next, nullptr) > 0 ? options_ : engine.first_try(options_, *group.network);
    std::vector<Property> properties;
    properties.reserve(share.size());
    for (std::size_t i : share) properties.push_back(group.properties[i]);
    std::vector<Judged> judged(share.size());
    std::vector<bool> is_judged(share.size());
    double judging = 0;   // not the engine's time
    const Stopwatch watch;
    const RunSettings settings = {.options = options,
                                  .limits = session_.limits(),
                                  .progress = session_.progress(),
                                  .threads = threads_of(arguments_.engine),
                                  .seed = arguments_.engine.seed,
                                  .on_answer = [&](std::size_t k, const Outcome& outcome) {
                                    const double answered = watch.seconds();
                                    judged[k] = judge_outcome(group, share[k], outcome);
                                    judged[k].seconds = answered - judging;
                                    judging += watch.seconds() - answered;
                                    is_judged[k] = true;
                                  }};
    Statistics statistics;
    const std::vector<Outcome> outcomes = parley::run(engine, {*group.network, properties}, settings, statistics);
    const double total = watch.seconds() - judging;
    std::vector<std::size_t> given_up;
    for (std::size_t k = 0; k < share.size(); ++k) {
      if (!is_judged[k]) judged[k] = {.outcome = outcomes[k], .seconds = total};
      const bool is_unknown = std::holds_alternative<Unknown>(judged[k].outcome);
      if (is_unknown && next[k] != nullptr && !is_at_limit()) {
        given_up.push_back(share[k]);
        keep_candidate(group, share[k], std::get<Unknown>(judged[k].outcome));
      } else finish(group, share[k], judged[k], engine.name(), statistics, judged[k].seconds);
    }
    return given_up;
  }

  // If nobody can say more in the end, a state that an earlier engine could not rule out is still worth showing.
  void keep_candidate(const Group& group, std::size_t index, const Unknown& unknown) {
    if (!unknown.candidate.empty()) candidates_[group.requests[index]] = unknown;
  }
  void recall_candidate(std::size_t request, Outcome& outcome) {
    auto* unknown = std::get_if<Unknown>(&outcome);
    const auto kept = candidates_.find(request);
    if (unknown == nullptr || !unknown->candidate.empty() || kept == candidates_.end()) return;
    unknown->candidate = kept->second.candidate;
    unknown->survived = kept->second.survived;
  }

  void finish(const Group& group, std::size_t index, Judged judged, std::string_view engine, const Statistics& statistics,
              double seconds) {
    const CheckRequest& request = requests_[group.requests[index]];
    recall_candidate(group.requests[index], judged.outcome);
    if (group.requests[index] >= asked_) doubt_ = doubt_after(*group.assumption, *group.network, judged.outcome);
    const CheckFacts facts = {.network = *group.network,
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
    CheckReport report = make_check_report(facts, session_.limits());
    report.kind = check_kind(request.kind);   // an assertion is answered as a property, and stays one that was asked as an assertion
    reports_[group.requests[index]] = std::move(report);
  }

  // Judges and writes the evidence. What happens here happens inside the engine's run, so nothing but Failure may be thrown.
  Judged judge_outcome(const Group& group, std::size_t index, const Outcome& outcome) {
    Judged judged{.outcome = outcome};
    const Evidence* evidence = evidence_of(judged.outcome);
    if (evidence == nullptr || std::holds_alternative<NotCertified>(*evidence)) return judged;
    const Property& property = group.properties[index];
    try {
      if (arguments_.judge) {
        const Stopwatch watch;
        const Judgement judgement =
            (*judge_)(property, verdict_of(judged.outcome), *evidence, session_.limits(), session_.progress());
        judged.judge_time = watch.seconds();
        if (!judgement.accepted) throw_rejected(group, property, judged.outcome, judgement.reason);
        judged.checked = true;
      }
      if (!arguments_.evidence_directory.empty()) judged.file = write_evidence_file(group, property, judged.outcome);
    } catch (const Stopped& stopped) {
      judged = {.outcome = Unknown{stopped.reason() + ", while judging"}};
    } catch (const std::bad_alloc&) {
      judged = {.outcome = Unknown{"out of memory, while judging"}};
    }
    return judged;
  }

  EvidenceHeader header_of(const Group& group, const Property& property, const Outcome& outcome) const {
    return make_header(session_.origin(group.target, group.observer), *group.network, property, verdict_of(outcome), *evidence_of(outcome));
  }

  std::string write_evidence_file(const Group& group, const Property& property, const Outcome& outcome) const {
    std::string path = (std::filesystem::path(arguments_.evidence_directory) / evidence_file_name(property.name)).string();
    std::ofstream file(path);
    write_evidence(file, header_of(group, property, outcome), *group.network, *evidence_of(outcome), session_.limits());
    file.close();
    if (!file) throw cannot_write(path);
    return path;
  }

  [[noreturn]] void throw_rejected(const Group& group, const Property& property, const Outcome& outcome, const std::string& why) {
    std::ostringstream text;
    write_evidence(text, header_of(group, property, outcome), *group.network, *evidence_of(outcome), Limits());
    const std::string where = keep_rejected(session_.model().files(), evidence_file_name(property.name), text.str());
    session_.progress().clear();
    throw Failure(ExitCode::kInternalError,
                  fmt::format("parley: internal error: the judge rejects the evidence for '{}': {}\n"
                              "  no verdict is given; the model and the evidence are kept in {}\n",
                              property.name, why, where));
  }

  // What is said of a check whose network could not be built within the limits.
  CheckReport unread_report(const CheckRequest& request, const std::string& reason) const {
    CheckReport check;
    check.name = request.name;
    check.kind = check_kind(request.kind);
    check.target = request.target;
    check.wanted = wanted(request.expect);
    check.reason = reason;
    check.read_time_s = session_.read_time();
    check.peak_rss_bytes = peak_resident_bytes();
    return check;
  }

  // A limit ended the reading: what was to be checked is unknown, as far as it is known what that was.
  int stopped_while_reading(const std::string& reason) {
    session_.progress().clear();
    RunReport report = session_.report();
    if (requests_.empty()) report.reason = reason + ", while reading";
    if (groups_.empty()) asked_ = requests_.size();
    for (std::size_t i = 0; i < asked_; ++i) report.checks.push_back(unread_report(requests_[i], reason + ", while reading"));
    session_.emit(report);
    return static_cast<int>(exit_code_of(report));
  }

  const CheckArguments& arguments_;
  Options options_;
  const Engine* engine_;   // null for auto
  Session session_;
  std::vector<CheckRequest> requests_;   // those asked, then what networks take for granted
  std::size_t asked_ = 0;
  std::vector<Group> groups_;
  std::vector<TargetReport> targets_;  // one a group
  std::vector<CheckReport> reports_;   // one a request
  std::map<std::size_t, Unknown> candidates_;   // by request: of engines that gave up
  std::optional<std::string> doubt_;   // why only traces count in the group that is being answered
  std::optional<Judge> judge_;         // of the group that is being answered: one set may answer several of its checks
};

}  // namespace

int run_check(const CheckArguments& arguments) { return CheckCommand(arguments).run(); }

}  // namespace parley
