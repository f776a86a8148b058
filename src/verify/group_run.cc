#include "verify/group_run.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "check/assumption.h"
#include "engine/registry.h"
#include "report/build.h"
#include "verify/doubt.h"
#include "verify/failure.h"

namespace parley {

namespace {

std::vector<std::size_t> members(const std::vector<bool>& set) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < set.size(); ++i)
    if (set[i]) all.push_back(i);
  return all;
}

}   // namespace

GroupRun::GroupRun(const Subject& subject, const VerifySettings& settings, double read_time_s,
                   const std::vector<CheckRequest>& requests, Group& group, std::set<std::string>& names,
                   const Verification::OnAnswer& on_answer)
    : subject_(subject),
      settings_(settings),
      read_time_s_(read_time_s),
      requests_(requests),
      group_(group),
      names_(names),
      on_answer_(on_answer),
      assumption_(subject.model.assumed(*group.network)),
      judge_(*group.network, assumption_ ? &*assumption_ : nullptr),
      reports_(group.requests.size()),
      is_conditional_(group.requests.size()) {}

std::vector<CheckReport> GroupRun::run() {
  assert(group_.properties.size() == group_.requests.size());
  std::string reason;
  try {
    if (assumption_) add_assumption();
    ask_engines();
  } catch (const Stopped& stopped) {
    reason = stopped.reason();
  } catch (const std::bad_alloc&) {
    reason = "out of memory";
  }
  for (std::size_t i = 0; i < reports_.size(); ++i)
    if (reports_[i].name.empty()) reports_[i] = unread_report(requests_[group_.requests[i]], reason, read_time_s_);
  if (assumption_) settle_conditional();
  return std::move(reports_);
}

// The assumption is asked as the last property. Its evidence gets a file, too, so its name is that of no
// check and of no assumption of another network.
void GroupRun::add_assumption() {
  doubt_ = assumption_->if_unknown;   // until it is answered
  std::string& name = assumption_->property.name;
  while (!names_.insert(name).second) name.insert(0, "assumed ");
  group_.properties.push_back(assumption_->property);
}

// Each property goes to the engine that was named; for `auto` to one engine after the other, until it is
// answered.
void GroupRun::ask_engines() {
  is_open_.assign(group_.properties.size(), true);
  for (std::size_t i = 0; i < is_open_.size(); ++i) {
    const std::optional<std::string> why = declined(group_.properties[i]);
    if (!why) continue;
    is_open_[i] = false;
    finish(i, {.outcome = Unknown{*why}, .engine = std::string(is_auto() ? "" : settings_.engine->name())});
  }
  if (!is_auto()) {
    take_turn({.engine = *settings_.engine, .options = settings_.options, .properties = members(is_open_)});
  } else {
    Schedule schedule(*group_.network, group_.properties, settings_.options);
    while (!passed_limit()) {
      const std::optional<Schedule::Turn> turn = schedule.next(is_open_);
      if (!turn) break;
      take_turn(*turn);
    }
  }
  for (std::size_t i : members(is_open_)) finish_unanswered(i);
}

// Why no engine, or not the one that was named, can answer the property.
std::optional<std::string> GroupRun::declined(const Property& property) const {
  if (const auto* undecided = std::get_if<Undecided>(&property.ask)) return undecided->why;
  if (!is_auto()) return settings_.engine->declines(*group_.network, property);
  const auto declines = [&](const Engine* engine) { return engine->declines(*group_.network, property).has_value(); };
  if (std::ranges::all_of(engines(), declines)) return "every engine declines";
  return std::nullopt;
}

std::optional<std::string> GroupRun::passed_limit() const {
  try {
    subject_.limits.check();
    return std::nullopt;
  } catch (const Stopped& stopped) {
    return stopped.reason();
  }
}

// An engine gets all of its properties at once, unless they have no work in common.
void GroupRun::take_turn(const Schedule::Turn& turn) {
  if (turn.engine.shares_work()) {
    if (!turn.properties.empty()) ask(turn, turn.properties);
    return;
  }
  for (std::size_t i : turn.properties) {
    ask(turn, {i});
    if (is_auto() && passed_limit()) return;
  }
}

// Asks one engine about a share of the properties. Each answer is judged at once, in the engine's callback.
void GroupRun::ask(const Schedule::Turn& turn, const std::vector<std::size_t>& share) {
  std::vector<Property> properties;
  std::vector<std::vector<LocalState>> candidates;
  for (std::size_t i : share) {
    properties.push_back(group_.properties[i]);
    const auto kept = candidates_.find(i);
    candidates.push_back(kept == candidates_.end() ? std::vector<LocalState>() : kept->second.candidate);
  }
  std::vector<std::optional<Answered>> answers(share.size());
  double judging = 0;   // not the engine's time
  const Stopwatch watch;
  const RunSettings settings = {.options = turn.options,
                                .limits = subject_.limits,
                                .progress = subject_.progress,
                                .threads = settings_.threads,
                                .seed = settings_.seed,
                                .on_answer = [&](std::size_t k, const Outcome& outcome) {
                                  const double answered = watch.seconds();
                                  answers[k] = judge_within_limits(share[k], outcome);
                                  answers[k]->seconds = answered - judging;
                                  answers[k]->engine = turn.engine.name();
                                  judging += watch.seconds() - answered;
                                  tell(share[k], *answers[k]);
                                }};
  Statistics statistics;
  const Task task = {.network = *group_.network, .properties = properties, .candidates = candidates};
  const std::vector<Outcome> outcomes = parley::run(turn.engine, task, settings, statistics);
  const double total = watch.seconds() - judging;
  for (std::size_t k = 0; k < share.size(); ++k) {
    const std::size_t property = share[k];
    Answered answered = answers[k] ? *std::move(answers[k]) : Answered{.outcome = outcomes[k], .seconds = total};
    answered.engine = turn.engine.name();
    answered.statistics = statistics;
    answered.seconds += unanswered_[property].seconds;   // of earlier turns
    if (const auto* unknown = std::get_if<Unknown>(&answered.outcome)) {
      // The engine that found a candidate first knows which methods could not exclude it.
      if (!unknown->candidate.empty()) candidates_.try_emplace(property, *unknown);
      unanswered_[property] = std::move(answered);
    } else {
      is_open_[property] = false;
      finish(property, std::move(answered));
    }
  }
}

GroupRun::Answered GroupRun::judge_within_limits(std::size_t property, const Outcome& outcome) {
  try {
    return judge(property, outcome);
  } catch (const Stopped& stopped) {
    return {.outcome = Unknown{stopped.reason() + ", while judging"}};
  } catch (const std::bad_alloc&) {
    return {.outcome = Unknown{"out of memory, while judging"}};
  }
}

// Judges the evidence and writes it.
GroupRun::Answered GroupRun::judge(std::size_t property, const Outcome& outcome) {
  Answered answered{.outcome = outcome};
  const Evidence* evidence = evidence_of(answered.outcome);
  if (evidence == nullptr) return answered;
  const Property& asked = group_.properties[property];
  answered.is_conditional = assumption_ && is_conditional(*assumption_, asked, *evidence);
  if (std::holds_alternative<NotCertified>(*evidence)) return answered;
  if (settings_.judge) {
    const Stopwatch watch;
    const Judgement judgement = judge_(asked, verdict_of(outcome), *evidence, subject_.limits, subject_.progress);
    answered.judge_time = watch.seconds();
    if (!judgement.accepted)
      throw rejected_evidence(record_of(asked, outcome), *group_.network, *evidence, subject_.model.files(), judgement);
    answered.is_judged = true;
  }
  if (!settings_.evidence_folder.empty())
    answered.file =
        write_evidence_file(settings_.evidence_folder, record_of(asked, outcome), *group_.network, *evidence, subject_.limits);
  return answered;
}

EvidenceRecord GroupRun::record_of(const Property& property, const Outcome& outcome) const {
  Origin origin = subject_.origin;
  origin.target = group_.target;
  origin.observer = group_.observer;
  return {.check_name = property.name,
          .header = make_header(origin, *group_.network, property, verdict_of(outcome), *evidence_of(outcome))};
}

// Conditional answers are withheld until the assumption was shown.
void GroupRun::tell(std::size_t property, const Answered& answered) {
  const Verdict verdict = verdict_of(answered.outcome);
  if (is_assumption(property)) {
    if (verdict != Verdict::kHolds || (settings_.judge && !answered.is_judged)) return;
    doubt_.reset();
    for (const VerdictNotice& notice : std::exchange(withheld_, {}))
      if (on_answer_) on_answer_(notice);
    return;
  }
  if (!on_answer_ || verdict == Verdict::kUnknown) return;
  const VerdictNotice notice = {
      .request = group_.requests[property], .verdict = verdict, .is_judged = answered.is_judged, .engine = answered.engine};
  if (doubt_ && answered.is_conditional) withheld_.push_back(notice);
  else on_answer_(notice);
}

void GroupRun::finish_unanswered(std::size_t property) {
  const auto last = unanswered_.find(property);
  Answered answered = last != unanswered_.end() ? last->second : Answered{.outcome = Unknown{"no engine was asked"}};
  // The last engine was stopped by the bounds of its turn; but it is the limit that ended the schedule.
  if (const std::optional<std::string> limit = passed_limit(); limit && is_auto()) {
    std::string& reason = std::get<Unknown>(answered.outcome).reason;
    if (!reason.starts_with(*limit)) reason = *limit;   // it may say more, such as at what
  }
  finish(property, std::move(answered));
}

void GroupRun::finish(std::size_t property, Answered answered) {
  if (is_assumption(property)) {
    finish_assumption(answered);
    return;
  }
  const CheckRequest& request = requests_[group_.requests[property]];
  recall_candidate(property, answered.outcome);
  is_conditional_[property] = answered.is_conditional;
  const CheckFacts facts = {.network = *group_.network,
                            .property = group_.properties[property],
                            .outcome = answered.outcome,
                            .target = group_.target,
                            .engine = answered.engine,
                            .wanted = wanted(request.expect),
                            .statistics = answered.statistics,
                            .time_s = answered.seconds,
                            .read_time_s = read_time_s_,
                            .judge_time_s = answered.judge_time,
                            .peak_rss_bytes = peak_resident_bytes(),
                            .evidence_file = answered.file,
                            .evidence_checked = answered.is_judged};
  CheckReport report = make_check_report(facts, subject_.limits);
  report.kind = check_kind(request.kind);   // an assertion is answered as a property, but was asked as an assertion
  reports_[property] = std::move(report);
}

void GroupRun::finish_assumption(const Answered& answered) {
  assumption_seconds_ = answered.seconds;
  assumption_judge_time_ = answered.judge_time;
  doubt_ = doubt_after(*assumption_, *group_.network, answered.outcome);
  if (!doubt_ && settings_.judge && !judge_.is_assumption_shown())
    doubt_ = assumption_->if_unknown + ": it holds without a certificate";
}

// If no engine can say more in the end, a state that an earlier one could not exclude is still worth showing.
void GroupRun::recall_candidate(std::size_t property, Outcome& outcome) const {
  auto* unknown = std::get_if<Unknown>(&outcome);
  const auto kept = candidates_.find(property);
  if (unknown == nullptr || kept == candidates_.end()) return;
  unknown->candidate = kept->second.candidate;
  unknown->survived = kept->second.survived;
}

// Conditional answers took the time of the assumption as well. They count only if there is no doubt about it.
void GroupRun::settle_conditional() {
  for (std::size_t i = 0; i < reports_.size(); ++i) {
    CheckReport& report = reports_[i];
    if (report.verdict != Verdict::kUnknown && !is_conditional_[i]) continue;
    report.time_s += assumption_seconds_;
    report.judge_time_s += assumption_judge_time_;
    if (doubt_) withdraw(report, *doubt_);
  }
}

}   // namespace parley
