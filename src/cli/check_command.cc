// parley check: asks, answers, judges, reports.

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "verify/verification.h"
#include "report/build.h"

namespace parley {

namespace {

class CheckCommand {
 public:
  explicit CheckCommand(const CheckArguments& arguments)
      : arguments_(arguments), session_(arguments.model), answering_(arguments.engine, arguments.evidence, session_, requests_) {}

  int run() {
    try {
      session_.read();
      choose_requests();
      build_groups();
    } catch (const Stopped& stopped) {
      return stopped_while_reading(stopped.reason());
    } catch (const std::bad_alloc&) {
      return stopped_while_reading("out of memory");
    }

    for (Group& group : groups_) answering_.answer(group);

    session_.progress().clear();
    RunReport report = session_.report();
    report.model.targets = std::move(targets_);
    report.options = answering_.options().changed();
    report.checks = std::move(answering_).reports();
    session_.emit(report);
    return static_cast<int>(exit_code_of(report));
  }

 private:
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

  // Whoever has no name is called <kind>-<n>, counted in order; 'taken' are names that are somebody's
  // already.
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
      if (!observer.empty() && !session_.unwrap(session_.model().needs_observer(request.target, observer, session_.limits())))
        observer.clear();
      const auto [at, is_new] = known.try_emplace({request.target, observer}, groups_.size());
      if (is_new) groups_.push_back({.target = request.target, .observer = observer});
      groups_[at->second].requests.push_back(i);
    }
  }

  // Every question is bound before the first is answered, so that a mistake in the last one costs no hour. Of
  // several networks none is kept: each is built again when its turn comes, so that there is one at a time.
  void build_groups() {
    sort_into_groups();
    for (Group& group : groups_) {
      Network network = session_.build(group.target, group.observer);
      for (std::size_t i : group.requests) {
        Property property = session_.unwrap(session_.model().bind(requests_[i], network, session_.limits()));
        property.name = requests_[i].name;
        group.properties.push_back(std::move(property));
      }
      targets_.push_back(make_target_report(group.target, group.observer, network));
      if (groups_.size() == 1) group.network = std::move(network);
    }
  }

  // A limit ended the reading: what was to be checked is unknown, as far as it is known what that was.
  int stopped_while_reading(const std::string& reason) {
    session_.progress().clear();
    RunReport report = session_.report();
    if (requests_.empty()) report.reason = reason + ", while reading";
    for (const CheckRequest& request : requests_)
      report.checks.push_back(answering_.unread_report(request, reason + ", while reading"));
    session_.emit(report);
    return static_cast<int>(exit_code_of(report));
  }

  const CheckArguments& arguments_;
  Session session_;
  std::vector<CheckRequest> requests_;
  std::vector<Group> groups_;
  std::vector<TargetReport> targets_;   // one a group
  Answering answering_;
};

}   // namespace

int run_check(const CheckArguments& arguments) { return CheckCommand(arguments).run(); }

}   // namespace parley
