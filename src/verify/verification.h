#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "verify/ask.h"
#include "verify/subject.h"

namespace parley {

// An answer, told at the moment when it is certain, perhaps long before the engine is done with the others.
struct VerdictNotice {
  std::size_t request = 0;
  Verdict verdict = Verdict::kUnknown;
  bool is_judged = false;
  std::string engine;
};

// Answers the checks of a model: the way from questions to judged verdicts, for any program.
//
//   Verification verification(subject, settings);
//   verification.ask(requests);          // verify/ask.h: sorted by network, bound
//   verification.answer();               // verify/group_run.h: engines asked, answers judged, evidence written
//   for (const CheckReport& report : verification.reports()) ...
class Verification {
 public:
  using OnAnswer = std::function<void(const VerdictNotice& notice)>;

  // Creates the folder for evidence. Throws Failure where that is not possible. Both arguments outlive it.
  Verification(const Subject& subject, const VerifySettings& settings);

  void on_answer(OnAnswer tell) { on_answer_ = std::move(tell); }
  // How long reading took so far, for the reports.
  void add_read_time(double seconds) { read_time_s_ += seconds; }
  double read_time_s() const { return read_time_s_; }

  // Throws Failure for a request that the model refuses, and Stopped.
  void ask(std::vector<CheckRequest> requests);
  // Answers all checks that were asked. Throws Failure only: limits end in unknown verdicts.
  void answer();

  const std::vector<CheckReport>& reports() const { return reports_; }          // one per request, in their order
  const std::vector<TargetReport>& targets() const { return asked_.targets; }   // the networks that were built

 private:
  void answer(Group& group);

  const Subject& subject_;
  const VerifySettings& settings_;
  OnAnswer on_answer_;
  double read_time_s_ = 0;
  std::vector<CheckRequest> requests_;
  Asked asked_;
  std::set<std::string> names_;   // of evidence: one per request, and one per assumption that was asked
  std::vector<CheckReport> reports_;
};

// The report of a check that no engine was asked about, because of a limit.
CheckReport unread_report(const CheckRequest& request, const std::string& reason, double read_time_s);

// The verdict that the request expects.
Verdict wanted(Expectation expectation);

}   // namespace parley
