#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "check/judge.h"
#include "cli/session.h"
#include "verify/schedule.h"

namespace parley {

// The checks that concern one network: a target, perhaps with a property automaton added to it.
struct Group {
  std::string target;
  std::string observer;
  std::vector<std::size_t> requests;   // one a property
  std::vector<Property> properties;
  std::optional<Network> network;   // may wait until its turn comes
};

// How the checks of a run come to their reports: engines are chosen and asked, their answers judged, the
// evidence written. What a network takes for granted is asked beside the checks on it; unless it holds, only
// traces count.
class Answering {
 public:
  // What is told about an answer at the moment when it is certain, perhaps long before the engine is done
  // with the others.
  struct Answer {
    std::size_t request = 0;
    Verdict verdict = Verdict::kUnknown;
    bool is_checked = false;
    std::string_view engine;
  };
  using OnAnswer = std::function<void(const Answer& answer)>;

  // Throws Failure where the arguments name what is not there, or evidence cannot be written where they want
  // it. 'requests' may still be empty, and is complete before the first answer.
  Answering(const EngineArguments& engine, const EvidenceArguments& evidence, Session& session,
            const std::vector<CheckRequest>& requests);

  void on_answer(OnAnswer tell) { tell_ = std::move(tell); }
  // Answers the checks of a group; its network is built where it is not there, and gone afterwards. Throws
  // Failure only.
  void answer(Group& group);

  // One a request, in their order; those of groups that were not answered say so.
  std::vector<CheckReport> reports() &&;
  // What is said of a check whose network could not be built within the limits.
  CheckReport unread_report(const CheckRequest& request, const std::string& reason) const;
  const Options& options() const { return options_; }

 private:
  // What happens to one answer after the engine gave it.
  struct Judged {
    Outcome outcome = {};
    double judge_time = 0;
    bool checked = false;
    std::optional<std::string> file = {};
    std::string engine = {};
    Statistics statistics = {};
    double seconds = 0;   // of all engines that were asked, until one gave it
  };

  // Behind the properties that were asked stands the one that is taken for granted, if there is any.
  static bool is_assumption(const Group& group, std::size_t index) { return index == group.requests.size(); }
  // What is taken for granted has to be judged as well as what rests on it.
  bool is_uncertified(const Judged& judged) const { return evidence_.judge && !judged.checked; }
  void tell(const Group& group, std::size_t index, const Judged& judged, const Engine& engine);
  void prepare_evidence_directory() const;
  void give_up(const Group& group, const std::string& reason);
  void answer_all(const Group& group);
  std::optional<std::string> declined(const Network& network, const Property& property) const;
  std::optional<std::string> limit_passed() const;   // which one, as the reason of an unknown
  void take_turn(const Group& group, const Schedule::Turn& turn, std::vector<bool>& open);
  void ask(const Group& group, const Schedule::Turn& turn, const std::vector<std::size_t>& share, std::vector<bool>& open);
  void keep_candidate(std::size_t index, const Unknown& unknown);
  void recall_candidate(std::size_t index, Outcome& outcome) const;
  void finish(const Group& group, std::size_t index, Judged judged);
  Judged judge_outcome(const Group& group, std::size_t index, const Outcome& outcome);
  EvidenceHeader header_of(const Group& group, const Property& property, const Outcome& outcome) const;
  std::string write_evidence_file(const Group& group, const Property& property, const Outcome& outcome) const;
  [[noreturn]] void throw_rejected(const Group& group, const Property& property, const Outcome& outcome, const std::string& why);

  const EngineArguments& engine_arguments_;
  const EvidenceArguments& evidence_;
  Options options_;
  const Engine* engine_;   // null for auto
  Session& session_;
  const std::vector<CheckRequest>& requests_;
  OnAnswer tell_;
  std::vector<CheckReport> reports_;            // one a request
  std::map<std::size_t, Unknown> candidates_;   // of the group that is being answered, by property: of engines that gave up
  std::map<std::size_t, Judged> unanswered_;    // the same: what was said last, while nobody has an answer
  std::optional<Assumption> assumption_;        // of the group that is being answered
  std::optional<std::string> doubt_;            // why only traces count in it
  double assumption_seconds_ = 0;               // what its answer took, and
  double assumption_judge_time_ = 0;
  std::vector<Answer> doubtful_;   // what is told once there is no doubt
  std::optional<Judge> judge_;     // of the group that is being answered: one set may answer several of its checks
};

}   // namespace parley
