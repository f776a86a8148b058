#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "verify/ask.h"
#include "verify/subject.h"

namespace parley {

// An answer, reported as soon as it is certain, possibly long before the engine has finished the others.
struct VerdictNotice {
  std::size_t request = 0;
  Verdict verdict = Verdict::kUnknown;
  bool is_judged = false;
  std::string engine;
};

// Answers the checks of a model: from questions to judged verdicts. Independent of the command line.
//
//   Verification verification(subject, settings);
//   verification.ask(requests);          // verify/ask.h: sorted by network, bound
//   verification.answer();               // verify/group_run.h: asks engines, judges, writes evidence
//   for (const CheckReport& report : verification.reports()) ...
class Verification {
 public:
  using OnAnswer = std::function<void(const VerdictNotice& notice)>;

  // Creates the folder for evidence. Throws Failure if that is not possible. Both arguments outlive it.
  Verification(const Subject& subject, const VerifySettings& settings);

  void on_answer(OnAnswer tell) { on_answer_ = std::move(tell); }
  // Adds time spent reading, for the reports.
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

// The report of a check for which no engine was asked, because of a limit.
CheckReport unread_report(const CheckRequest& request, const std::string& reason, double read_time_s);

// The verdict that the request expects.
Verdict wanted(Expectation expectation);

}   // namespace parley
