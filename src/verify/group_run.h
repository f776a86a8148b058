#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "check/judge.h"
#include "report/model.h"
#include "verify/ask.h"
#include "verify/evidence_files.h"
#include "verify/schedule.h"
#include "verify/verification.h"

namespace parley {

// Answers the checks on one network.
//
// run() asks the engines, one turn after the other (verify/schedule.h). An engine calls back as soon as it
// has an answer, and the answer is judged inside that call, while the engine is still running: the engine may
// use all the remaining time for the other properties. The assumption of the network is asked as one more
// property, after the others; check/assumption.h says which evidence counts without it.
class GroupRun {
 public:
  // The group has its network. 'names' are those of evidence in use; the assumption adds its own. All
  // references outlive this.
  GroupRun(const Subject& subject, const VerifySettings& settings, double read_time_s, const std::vector<CheckRequest>& requests,
           Group& group, std::set<std::string>& names, const Verification::OnAnswer& on_answer);
  GroupRun(const GroupRun&) = delete;
  GroupRun& operator=(const GroupRun&) = delete;

  // The reports of the group's requests, in their order. Throws Failure only.
  std::vector<CheckReport> run();

 private:
  // An answer, and what was done with it.
  struct Answered {
    Outcome outcome = {};
    double judge_time = 0;
    bool is_judged = false;        // and accepted
    bool is_conditional = false;   // counts only if the assumption holds
    std::optional<std::string> file = {};
    std::string engine = {};
    Statistics statistics = {};
    double seconds = 0;   // of all engines that were asked, until one answered
  };

  bool is_assumption(std::size_t property) const { return property == group_.requests.size(); }
  bool is_auto() const { return settings_.engine == nullptr; }
  void add_assumption();
  void ask_engines();
  std::optional<std::string> declined(const Property& property) const;
  std::optional<std::string> passed_limit() const;   // as the reason for an unknown verdict
  void take_turn(const Schedule::Turn& turn);
  void ask(const Schedule::Turn& turn, const std::vector<std::size_t>& share);
  Answered judge(std::size_t property, const Outcome& outcome);
  Answered judge_within_limits(std::size_t property, const Outcome& outcome);
  void tell(std::size_t property, const Answered& answered);
  void finish(std::size_t property, Answered answered);
  void finish_unanswered(std::size_t property);
  void finish_assumption(const Answered& answered);
  void recall_candidate(std::size_t property, Outcome& outcome) const;
  void settle_conditional();
  EvidenceRecord record_of(const Property& property, const Outcome& outcome) const;

  const Subject& subject_;
  const VerifySettings& settings_;
  double read_time_s_;
  const std::vector<CheckRequest>& requests_;
  Group& group_;
  std::set<std::string>& names_;
  const Verification::OnAnswer& on_answer_;
  std::optional<Assumption> assumption_;
  Judge judge_;
  std::vector<bool> is_open_;          // by property
  std::vector<CheckReport> reports_;   // by request of the group
  std::vector<bool> is_conditional_;   // by request of the group
  std::optional<std::string> doubt_;   // why conditional answers do not count, as far as is known
  double assumption_seconds_ = 0;      // how long conditional answers had to wait
  double assumption_judge_time_ = 0;
  std::vector<VerdictNotice> withheld_;          // conditional answers, told once the assumption was shown
  std::map<std::size_t, Unknown> candidates_;    // by property: of engines that gave up
  std::map<std::size_t, Answered> unanswered_;   // by property: the last Unknown, and the time so far
};

}   // namespace parley
