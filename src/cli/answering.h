#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "check/judge.h"
#include "cli/session.h"
#include "engine/schedule.h"

namespace parley {

// The checks that concern one network: a target, perhaps with a property automaton added to it.
struct Group {
  std::string target;
  std::string observer;
  std::vector<std::size_t> requests;       // one a property
  std::vector<Property> properties;
  std::optional<Network> network;          // may wait until its turn comes
};

// How the checks of a run come to their reports: engines are chosen and asked, their answers judged, the evidence written.
class Answering {
 public:
  // What is told about an answer that is one, at the moment when it was judged, perhaps long before the engine is done with the others.
  using OnVerdict = std::function<void(std::size_t request, Verdict verdict, bool is_checked, const Engine& engine)>;

  // Throws Failure where the arguments name what is not there, or evidence cannot be written where they want it. 'requests' may
  // still be empty, and is complete before the first answer.
  Answering(const EngineArguments& engine, const EvidenceArguments& evidence, Session& session, const std::vector<CheckRequest>& requests);

  void on_verdict(OnVerdict tell) { tell_ = std::move(tell); }
  // Answers the checks of a group; its network is built where it is not there, and gone afterwards. Throws Failure only.
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

  void prepare_evidence_directory() const;
  void give_up(const Group& group, const std::string& reason);
  void answer_all(const Group& group);
  std::optional<std::string> declined(const Network& network, const Property& property) const;
  bool is_at_limit() const;
  void take_turn(const Group& group, const Schedule::Turn& turn, std::vector<bool>& open);
  void ask(const Group& group, const Schedule::Turn& turn, const std::vector<std::size_t>& share, std::vector<bool>& open);
  void keep_candidate(std::size_t request, const Unknown& unknown);
  void recall_candidate(std::size_t request, Outcome& outcome);
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
  OnVerdict tell_;
  std::vector<CheckReport> reports_;            // one a request
  std::map<std::size_t, Unknown> candidates_;   // by request: of engines that gave up
  std::map<std::size_t, Judged> unanswered_;    // by request: what was said last, while nobody has an answer
  std::optional<Judge> judge_;                  // of the group that is being answered: one set may answer several of its checks
};

}  // namespace parley
