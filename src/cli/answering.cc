#include "cli/answering.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "cli/assumption.h"
#include "cli/rejected.h"
#include "evidence/write.h"
#include "report/build.h"

namespace parley {

namespace {

Verdict wanted(Expectation expectation) {
  switch (expectation) {
    case Expectation::kHolds: return Verdict::kHolds;
    case Expectation::kFail: return Verdict::kViolated;
    case Expectation::kUnknown: return Verdict::kUnknown;
  }
  return Verdict::kHolds;
}

}  // namespace

Answering::Answering(const EngineArguments& engine, const EvidenceArguments& evidence, Session& session, const std::vector<CheckRequest>& requests)
    : engine_arguments_(engine),
      evidence_(evidence),
      options_(options_of(engine)),
      engine_(engine_named(engine.engine)),
      session_(session),
      requests_(requests) {
  prepare_evidence_directory();
}

void Answering::prepare_evidence_directory() const {
  if (evidence_.directory.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(evidence_.directory, error);
  if (error || ::access(evidence_.directory.c_str(), W_OK) != 0) throw cannot_write("into " + evidence_.directory);
}

void Answering::answer(Group& group) {
  reports_.resize(requests_.size());
  try {
    if (!group.network) group.network = session_.build_again(group.target, group.observer);
    judge_.emplace(*group.network);
    assumption_ = session_.model().assumed(*group.network);
    if (assumption_) {
      doubt_ = assumption_->if_unknown;   // until it is answered
      group.properties.push_back(assumption_->property);
    }
    answer_all(group);
  } catch (const Stopped& stopped) {
    give_up(group, stopped.reason());
  } catch (const std::bad_alloc&) {
    give_up(group, "out of memory");
  }
  if (doubt_)
    for (std::size_t i : group.requests) withdraw_unless_traced(reports_[i], *doubt_);
  doubt_.reset();
  doubtful_.clear();
  judge_.reset();
  group.network.reset();
}

// Its network could not be built a second time.
void Answering::give_up(const Group& group, const std::string& reason) {
  for (std::size_t i : group.requests)
    if (reports_[i].name.empty()) reports_[i] = unread_report(requests_[i], reason + ", while reading");
}

std::vector<CheckReport> Answering::reports() && {
  reports_.resize(requests_.size());
  return std::move(reports_);
}

CheckReport Answering::unread_report(const CheckRequest& request, const std::string& reason) const {
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

// Each property goes to the engine asked for, or to the first that does not decline it; an engine gets all of
// its properties at once, unless they have no work in common.
void Answering::answer_all(const Group& group) {
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
std::vector<const Engine*> Answering::next_engines(const Group& group, std::size_t engine, const std::vector<std::size_t>& share) const {
  std::vector<const Engine*> next(share.size(), nullptr);
  if (engine_ != nullptr) return next;
  for (std::size_t k = 0; k < share.size(); ++k)
    for (std::size_t e = engine + 1; e < engines().size() && next[k] == nullptr; ++e)
      if (!engines()[e]->declines(*group.network, group.properties[share[k]])) next[k] = engines()[e];
  return next;
}

bool Answering::is_at_limit() const {
  try {
    session_.limits().check();
    return false;
  } catch (const Stopped&) {
    return true;
  }
}

// An answer is judged at once, while there is time: the engine may need all that is left for the other properties. Gives back those that the engine gave up on, where there is
// somebody else to ask and time for it.
std::vector<std::size_t> Answering::answer_share(const Group& group, const Engine& engine, const std::vector<std::size_t>& share,
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
                                .threads = threads_of(engine_arguments_),
                                .seed = engine_arguments_.seed,
                                .on_answer = [&](std::size_t k, const Outcome& outcome) {
                                  const double answered = watch.seconds();
                                  judged[k] = judge_outcome(group, share[k], outcome);
                                  judged[k].seconds = answered - judging;
                                  judging += watch.seconds() - answered;
                                  is_judged[k] = true;
                                  tell(group, share[k], judged[k], engine);
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

void Answering::tell(const Group& group, std::size_t index, const Judged& judged, const Engine& engine) {
  const Verdict verdict = verdict_of(judged.outcome);
  if (is_assumption(group, index)) {
    if (verdict != Verdict::kHolds) return;
    doubt_.reset();
    for (const Answer& answer : std::exchange(doubtful_, {})) tell_(answer);
    return;
  }
  if (!tell_ || verdict == Verdict::kUnknown) return;
  const Answer answer = {.request = group.requests[index], .verdict = verdict, .is_checked = judged.checked, .engine = engine.name()};
  if (doubt_ && !std::holds_alternative<Trace>(*evidence_of(judged.outcome))) doubtful_.push_back(answer);
  else tell_(answer);
}

// If nobody can say more in the end, a state that an earlier engine could not rule out is still worth showing.
void Answering::keep_candidate(const Group& group, std::size_t index, const Unknown& unknown) {
  if (!unknown.candidate.empty() && !is_assumption(group, index)) candidates_[group.requests[index]] = unknown;
}

void Answering::recall_candidate(std::size_t request, Outcome& outcome) {
  auto* unknown = std::get_if<Unknown>(&outcome);
  const auto kept = candidates_.find(request);
  if (unknown == nullptr || !unknown->candidate.empty() || kept == candidates_.end()) return;
  unknown->candidate = kept->second.candidate;
  unknown->survived = kept->second.survived;
}

void Answering::finish(const Group& group, std::size_t index, Judged judged, std::string_view engine, const Statistics& statistics,
                       double seconds) {
  if (is_assumption(group, index)) {
    doubt_ = doubt_after(*assumption_, *group.network, judged.outcome);
    return;
  }
  const CheckRequest& request = requests_[group.requests[index]];
  recall_candidate(group.requests[index], judged.outcome);
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
Answering::Judged Answering::judge_outcome(const Group& group, std::size_t index, const Outcome& outcome) {
  Judged judged{.outcome = outcome};
  const Evidence* evidence = evidence_of(judged.outcome);
  if (evidence == nullptr || std::holds_alternative<NotCertified>(*evidence)) return judged;
  const Property& property = group.properties[index];
  try {
    if (evidence_.judge) {
      const Stopwatch watch;
      const Judgement judgement =
          (*judge_)(property, verdict_of(judged.outcome), *evidence, session_.limits(), session_.progress());
      judged.judge_time = watch.seconds();
      if (!judgement.accepted) throw_rejected(group, property, judged.outcome, judgement.reason);
      judged.checked = true;
    }
    if (!evidence_.directory.empty()) judged.file = write_evidence_file(group, property, judged.outcome);
  } catch (const Stopped& stopped) {
    judged = {.outcome = Unknown{stopped.reason() + ", while judging"}};
  } catch (const std::bad_alloc&) {
    judged = {.outcome = Unknown{"out of memory, while judging"}};
  }
  return judged;
}

EvidenceHeader Answering::header_of(const Group& group, const Property& property, const Outcome& outcome) const {
  return make_header(session_.origin(group.target, group.observer), *group.network, property, verdict_of(outcome), *evidence_of(outcome));
}

std::string Answering::write_evidence_file(const Group& group, const Property& property, const Outcome& outcome) const {
  std::string path = (std::filesystem::path(evidence_.directory) / evidence_file_name(property.name)).string();
  std::ofstream file(path);
  write_evidence(file, header_of(group, property, outcome), *group.network, *evidence_of(outcome), session_.limits());
  file.close();
  if (!file) throw cannot_write(path);
  return path;
}

void Answering::throw_rejected(const Group& group, const Property& property, const Outcome& outcome, const std::string& why) {
  std::ostringstream text;
  write_evidence(text, header_of(group, property, outcome), *group.network, *evidence_of(outcome), Limits());
  const std::string where = keep_rejected(session_.model().files(), evidence_file_name(property.name), text.str());
  session_.progress().clear();
  throw Failure(ExitCode::kInternalError,
                fmt::format("parley: internal error: the judge rejects the evidence for '{}': {}\n"
                            "  no verdict is given; the model and the evidence are kept in {}\n",
                            property.name, why, where));
}

}  // namespace parley
