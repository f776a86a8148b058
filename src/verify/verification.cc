#include "verify/verification.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "verify/doubt.h"
#include "verify/evidence_files.h"
#include "evidence/write.h"
#include "report/build.h"

namespace parley {

namespace {

std::vector<std::size_t> members(const std::vector<bool>& set) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < set.size(); ++i)
    if (set[i]) all.push_back(i);
  return all;
}

Verdict wanted(Expectation expectation) {
  switch (expectation) {
    case Expectation::kHolds: return Verdict::kHolds;
    case Expectation::kFail: return Verdict::kViolated;
    case Expectation::kUnknown: return Verdict::kUnknown;
  }
  return Verdict::kHolds;
}

}   // namespace

Answering::Answering(const EngineArguments& engine, const EvidenceArguments& evidence, Session& session,
                     const std::vector<CheckRequest>& requests)
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
      doubt_ = assumption_->if_unknown;                 // until it is answered
      std::string& name = assumption_->property.name;   // of its evidence file, too
      while (std::ranges::any_of(requests_, [&](const CheckRequest& request) { return request.name == name; }))
        name.insert(0, "assumed ");
      group.properties.push_back(assumption_->property);
    }
    answer_all(group);
  } catch (const Stopped& stopped) {
    give_up(group, stopped.reason());
  } catch (const std::bad_alloc&) {
    give_up(group, "out of memory");
  }
  for (std::size_t i : group.requests) {
    if (reports_[i].evidence.kind != EvidenceKind::kTrace) {   // it waited for what is taken for granted
      reports_[i].time_s += assumption_seconds_;
      reports_[i].judge_time_s += assumption_judge_time_;
    }
    if (doubt_) withdraw_unless_traced(reports_[i], *doubt_);
  }
  assumption_seconds_ = assumption_judge_time_ = 0;
  doubt_.reset();
  doubtful_.clear();
  candidates_.clear();
  unanswered_.clear();
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

// Each property goes to the engine asked for; or, where nobody was, to one engine after the other until it is
// answered.
void Answering::answer_all(const Group& group) {
  std::vector<bool> open(group.properties.size());
  for (std::size_t i = 0; i < open.size(); ++i) {
    const std::optional<std::string> why = declined(*group.network, group.properties[i]);
    if (why) finish(group, i, {.outcome = Unknown{*why}, .engine = std::string(engine_ == nullptr ? "" : engine_->name())});
    open[i] = !why;
  }
  if (engine_ != nullptr) {
    take_turn(group, {.engine = *engine_, .options = options_, .properties = members(open)}, open);
  } else {
    Schedule schedule(*group.network, group.properties, options_);
    while (!limit_passed()) {
      const std::optional<Schedule::Turn> turn = schedule.next(open);
      if (!turn) break;
      take_turn(group, *turn, open);
    }
  }
  for (std::size_t i : members(open)) {
    const auto said = unanswered_.find(i);
    Judged judged = said != unanswered_.end() ? said->second : Judged{.outcome = Unknown{"nobody was asked"}};
    // Who had the last turn was stopped by what it may do in a turn; it is the limit that kept the others
    // from theirs.
    if (const std::optional<std::string> limit = limit_passed(); limit && engine_ == nullptr) {
      std::string& reason = std::get<Unknown>(judged.outcome).reason;
      if (!reason.starts_with(*limit)) reason = *limit;   // it may say more, such as at what
    }
    finish(group, i, std::move(judged));
  }
}

// Why nobody, or not the engine asked for, can answer it.
std::optional<std::string> Answering::declined(const Network& network, const Property& property) const {
  if (const auto* undecided = std::get_if<Undecided>(&property.ask)) return undecided->why;
  if (engine_ != nullptr) return engine_->declines(network, property);
  if (std::ranges::all_of(engines(), [&](const Engine* engine) { return engine->declines(network, property).has_value(); }))
    return "every engine declines";
  return std::nullopt;
}

// An engine gets all of its properties at once, unless they have no work in common.
void Answering::take_turn(const Group& group, const Schedule::Turn& turn, std::vector<bool>& open) {
  if (turn.engine.shares_work()) {
    if (!turn.properties.empty()) ask(group, turn, turn.properties, open);
    return;
  }
  for (std::size_t i : turn.properties) {
    ask(group, turn, {i}, open);
    if (engine_ == nullptr && limit_passed()) return;
  }
}

std::optional<std::string> Answering::limit_passed() const {
  try {
    session_.limits().check();
    return std::nullopt;
  } catch (const Stopped& stopped) {
    return stopped.reason();
  }
}

// An answer is judged at once, while there is time: the engine may need all that is left for the other
// properties. What is answered is no longer open.
void Answering::ask(const Group& group, const Schedule::Turn& turn, const std::vector<std::size_t>& share,
                    std::vector<bool>& open) {
  std::vector<Property> properties;
  std::vector<std::vector<LocalState>> candidates;
  for (std::size_t i : share) {
    properties.push_back(group.properties[i]);
    const auto kept = candidates_.find(i);
    candidates.push_back(kept == candidates_.end() ? std::vector<LocalState>() : kept->second.candidate);
  }
  std::vector<Judged> judged(share.size());
  std::vector<bool> is_judged(share.size());
  double judging = 0;   // not the engine's time
  const Stopwatch watch;
  const RunSettings settings = {.options = turn.options,
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
                                  tell(group, share[k], judged[k], turn.engine);
                                }};
  Statistics statistics;
  const std::vector<Outcome> outcomes = parley::run(
      turn.engine, {.network = *group.network, .properties = properties, .candidates = candidates}, settings, statistics);
  const double total = watch.seconds() - judging;
  for (std::size_t k = 0; k < share.size(); ++k) {
    const std::size_t index = share[k];
    if (!is_judged[k]) judged[k] = {.outcome = outcomes[k], .seconds = total};
    judged[k].engine = turn.engine.name();
    judged[k].statistics = statistics;
    judged[k].seconds += unanswered_[index].seconds;   // of earlier turns
    if (const auto* unknown = std::get_if<Unknown>(&judged[k].outcome)) {
      keep_candidate(index, *unknown);
      unanswered_[index] = std::move(judged[k]);
    } else {
      finish(group, index, std::move(judged[k]));
      open[index] = false;
    }
  }
}

void Answering::tell(const Group& group, std::size_t index, const Judged& judged, const Engine& engine) {
  const Verdict verdict = verdict_of(judged.outcome);
  if (is_assumption(group, index)) {
    if (verdict != Verdict::kHolds || is_uncertified(judged)) return;
    doubt_.reset();
    for (const Answer& answer : std::exchange(doubtful_, {})) tell_(answer);
    return;
  }
  if (!tell_ || verdict == Verdict::kUnknown) return;
  const Answer answer = {
      .request = group.requests[index], .verdict = verdict, .is_checked = judged.checked, .engine = engine.name()};
  if (doubt_ && !std::holds_alternative<Trace>(*evidence_of(judged.outcome))) doubtful_.push_back(answer);
  else tell_(answer);
}

// If nobody can say more in the end, a state that an earlier engine could not rule out is still worth
// showing.
void Answering::keep_candidate(std::size_t index, const Unknown& unknown) {
  if (!unknown.candidate.empty()) candidates_.try_emplace(index, unknown);   // who found it knows what it survived
}

void Answering::recall_candidate(std::size_t index, Outcome& outcome) const {
  auto* unknown = std::get_if<Unknown>(&outcome);
  const auto kept = candidates_.find(index);
  if (unknown == nullptr || kept == candidates_.end()) return;
  unknown->candidate = kept->second.candidate;
  unknown->survived = kept->second.survived;
}

void Answering::finish(const Group& group, std::size_t index, Judged judged) {
  if (is_assumption(group, index)) {
    assumption_seconds_ = judged.seconds;
    assumption_judge_time_ = judged.judge_time;
    doubt_ = doubt_after(*assumption_, *group.network, judged.outcome);
    if (!doubt_ && is_uncertified(judged)) doubt_ = assumption_->if_unknown + ": it holds without a certificate";
    return;
  }
  const CheckRequest& request = requests_[group.requests[index]];
  recall_candidate(index, judged.outcome);
  const CheckFacts facts = {.network = *group.network,
                            .property = group.properties[index],
                            .outcome = judged.outcome,
                            .target = group.target,
                            .engine = judged.engine,
                            .wanted = wanted(request.expect),
                            .statistics = judged.statistics,
                            .time_s = judged.seconds,
                            .read_time_s = session_.read_time(),
                            .judge_time_s = judged.judge_time,
                            .peak_rss_bytes = peak_resident_bytes(),
                            .evidence_file = judged.file,
                            .evidence_checked = judged.checked};
  CheckReport report = make_check_report(facts, session_.limits());
  report.kind =
      check_kind(request.kind);   // an assertion is answered as a property, and stays one that was asked as an assertion
  reports_[group.requests[index]] = std::move(report);
}

// Judges and writes the evidence. What happens here happens inside the engine's run, so nothing but Failure
// may be thrown.
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
  return make_header(session_.origin(group.target, group.observer), *group.network, property, verdict_of(outcome),
                     *evidence_of(outcome));
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
  throw Failure(ExitCode::kInternalError, fmt::format("parley: internal error: the judge rejects the evidence for '{}': {}\n"
                                                      "  no verdict is given; the model and the evidence are kept in {}\n",
                                                      property.name, why, where));
}

}   // namespace parley
