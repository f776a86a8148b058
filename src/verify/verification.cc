#include "verify/verification.h"

#include <new>

#include "report/build.h"
#include "verify/evidence_files.h"
#include "verify/group_run.h"

namespace parley {

Verdict wanted(Expectation expectation) {
  switch (expectation) {
    case Expectation::kHolds: return Verdict::kHolds;
    case Expectation::kFail: return Verdict::kViolated;
    case Expectation::kUnknown: return Verdict::kUnknown;
  }
  return Verdict::kHolds;
}

CheckReport unread_report(const CheckRequest& request, const std::string& reason, double read_time_s) {
  CheckReport check;
  check.name = request.name;
  check.kind = check_kind(request.kind);
  check.target = request.target;
  check.wanted = wanted(request.expect);
  check.reason = reason;
  check.read_time_s = read_time_s;
  check.peak_rss_bytes = peak_resident_bytes();
  return check;
}

Verification::Verification(const Subject& subject, const VerifySettings& settings) : subject_(subject), settings_(settings) {
  prepare_evidence_folder(settings.evidence_folder);
}

void Verification::ask(std::vector<CheckRequest> requests) {
  requests_ = std::move(requests);
  asked_ = parley::ask(subject_, requests_);
  read_time_s_ += asked_.build_time_s;
  reports_.resize(requests_.size());
  names_.clear();
  for (const CheckRequest& request : requests_) names_.insert(request.name);
}

void Verification::answer() {
  for (Group& group : asked_.groups) answer(group);
}

void Verification::answer(Group& group) {
  std::string reason;
  try {
    if (!group.network) group.network = build_network(subject_, group.target, group.observer);
    std::vector<CheckReport> reports = GroupRun(subject_, settings_, read_time_s_, requests_, group, names_, on_answer_).run();
    for (std::size_t i = 0; i < reports.size(); ++i) reports_[group.requests[i]] = std::move(reports[i]);
  } catch (const Stopped& stopped) {
    reason = stopped.reason();
  } catch (const std::bad_alloc&) {
    reason = "out of memory";
  }
  if (!reason.empty())
    for (std::size_t i : group.requests) reports_[i] = unread_report(requests_[i], reason + ", while reading", read_time_s_);
  group.network.reset();
}

}   // namespace parley
