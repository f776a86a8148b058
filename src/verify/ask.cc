#include "verify/ask.h"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "report/build.h"
#include "verify/failure.h"

namespace parley {

namespace {

template <class T>
T unwrap(const Subject& subject, Result<T> result) {
  subject.tell(result.diagnostics());
  if (!result.ok()) throw Failure(ExitCode::kBadInput, "");
  return *std::move(result);
}

// A property automaton that is not part of its target gets a network of its own: an error state stops
// the whole network, and would hide from the other checks what comes after it.
std::vector<Group> sort_into_groups(const Subject& subject, const std::vector<CheckRequest>& requests) {
  std::vector<Group> groups;
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const CheckRequest& request = requests[i];
    std::string observer = observer_of(request);
    if (!observer.empty() && !unwrap(subject, subject.model.needs_observer(request.target, observer, subject.limits)))
      observer.clear();
    const auto [at, is_new] = known.try_emplace({request.target, observer}, groups.size());
    if (is_new) groups.push_back({.target = request.target, .observer = observer});
    groups[at->second].requests.push_back(i);
  }
  return groups;
}

}   // namespace

Origin origin_of(const Model& model, const ReadOptions& options) {
  Origin origin;
  origin.files = model.files();
  origin.definitions = options.definitions;
  origin.ltsa_compat = options.ltsa_compat;
  return origin;
}

void name_requests(std::vector<CheckRequest>& requests, std::set<std::string> taken) {
  for (const CheckRequest& request : requests)
    if (!request.name.empty()) taken.insert(request.name);
  std::map<PropertyKind, std::size_t> count;
  for (CheckRequest& request : requests) {
    if (!request.name.empty()) continue;
    do request.name = fmt::format("{}-{}", kind_name(request.kind), ++count[request.kind]);
    while (!taken.insert(request.name).second);
  }
}

Network build_network(const Subject& subject, const std::string& target, const std::string& observer) {
  return unwrap(subject, subject.model.build(target, observer, subject.limits, subject.progress));
}

Asked ask(const Subject& subject, const std::vector<CheckRequest>& requests) {
  Asked asked = {.groups = sort_into_groups(subject, requests)};
  for (Group& group : asked.groups) {
    const Stopwatch watch;
    Network network = build_network(subject, group.target, group.observer);
    asked.build_time_s += watch.seconds();
    for (std::size_t i : group.requests) {
      Property property = unwrap(subject, subject.model.bind(requests[i], network, subject.limits));
      property.name = requests[i].name;
      group.properties.push_back(std::move(property));
    }
    asked.targets.push_back(make_target_report(group.target, group.observer, network));
    if (asked.groups.size() == 1) group.network = std::move(network);
  }
  return asked;
}

}   // namespace parley
