#include "report/build.h"

#include <algorithm>
#include <new>
#include <unordered_map>

#include <fmt/format.h>

#include "base/text.h"
#include "evidence/self_contained.h"
#include "report/explain/explain.h"
#include "report/explain/families.h"
#include "report/explain/invariants.h"

namespace parley {

namespace {

std::span<const Move> listed_moves(const Trace::Step& step) {
  return step.moves.first(std::min(step.moves.size(), kListedMoves));
}

// The components that move in the steps that are listed, ascending, each once.
std::vector<ComponentId> listed_components(const Trace& trace, std::span<const std::size_t> steps) {
  std::vector<ComponentId> components;
  for (std::size_t step : steps)
    for (const Move& move : listed_moves(trace[step])) components.push_back(move.component);
  std::sort(components.begin(), components.end());
  components.erase(std::unique(components.begin(), components.end()), components.end());
  return components;
}

TraceReport trace_report(const Network& network, const Trace& trace) {
  TraceReport report;
  report.length = trace.size();
  report.is_shortest = trace.is_shortest();
  report.num_components = trace.components().size();

  std::vector<std::size_t> steps;
  const std::size_t head = std::min(trace.size(), kListedSteps);
  for (std::size_t i = 0; i < head; ++i) steps.push_back(i);
  const std::size_t tail = std::min(trace.size() - head, kListedLastSteps);
  for (std::size_t i = trace.size() - tail; i < trace.size(); ++i) steps.push_back(i);

  const std::vector<ComponentId> components = listed_components(trace, steps);
  for (ComponentId component : components) {
    const Lts& lts = network.lts(component);
    report.columns.push_back({std::string(network.name(component)), lts.state_name(lts.initial())});
  }
  for (std::size_t i : steps) {
    const Trace::Step step = trace[i];
    StepReport into;
    into.label = network.label_name(step.label);
    into.num_moves = step.moves.size();
    for (const Move& move : listed_moves(step)) {
      const auto column = std::lower_bound(components.begin(), components.end(), move.component) - components.begin();
      into.moves.push_back({static_cast<std::size_t>(column), network.lts(move.component).state_name(move.to)});
    }
    (i < head ? report.first : report.last).push_back(std::move(into));
  }
  return report;
}

SupportReport support_report(const Network& network, std::span<const ComponentId> components) {
  SupportReport report;
  report.count = components.size();
  report.of = network.num_components();
  for (ComponentId component : components.first(std::min(components.size(), kListedComponents)))
    report.components.emplace_back(network.name(component));
  return report;
}

// A line for each local state: "HUNGRY: phil.0 ... phil.99". States of one name count as one, whoever's they
// are.
std::vector<std::string> by_state(const Network& network, std::span<const LocalState> state) {
  constexpr std::size_t kNames = 8;
  constexpr std::size_t kLines = 20;
  std::vector<std::string> states;
  std::unordered_map<std::string, std::vector<std::string>> who;
  for (ComponentId component : network.components()) {
    std::string name = network.lts(component).state_name(state[component.index()]);
    std::vector<std::string>& members = who[name];
    if (members.empty()) states.push_back(std::move(name));
    members.emplace_back(network.name(component));
  }
  std::vector<std::string> lines;
  for (const std::string& name : std::span(states).first(std::min(states.size(), kLines)))
    lines.push_back(fmt::format("{}: {}", name, names_in_words(who[name], kNames)));
  if (states.size() > kLines) lines.push_back(fmt::format("and {} more local states", count_text(states.size() - kLines)));
  return lines;
}

CandidateReport candidate_report(const Network& network, const Unknown& unknown) {
  CandidateReport report;
  report.count = network.num_components();
  for (ComponentId component : network.components()) {
    if (report.components.size() == kListedComponents) break;
    report.components.emplace_back(network.name(component),
                                   network.lts(component).state_name(unknown.candidate[component.index()]));
  }
  report.by_state = by_state(network, unknown.candidate);
  report.survived = unknown.survived;
  return report;
}

template <class Explain>
Explanation explain_if_possible(const Explain& explain) {
  try {
    return explain();
  } catch (const Stopped& stopped) {
    return {"not explained: " + stopped.reason()};
  } catch (const std::bad_alloc&) {
    return {"not explained: out of memory"};
  }
}

}   // namespace

CheckReport make_check_report(const CheckFacts& facts, const Limits& limits) {
  CheckReport report;
  report.name = facts.property.name;
  report.kind = check_kind(kind_of(facts.property));
  report.target = facts.target;
  report.verdict = verdict_of(facts.outcome);
  report.wanted = facts.wanted;
  report.engine = facts.engine;
  report.time_s = facts.time_s;
  report.read_time_s = facts.read_time_s;
  report.judge_time_s = facts.judge_time_s;
  report.peak_rss_bytes = facts.peak_rss_bytes;
  report.statistics = facts.statistics;
  if (const Unknown* unknown = std::get_if<Unknown>(&facts.outcome)) {
    report.reason = unknown->reason;
    if (unknown->candidate.size() == facts.network.num_components()) {
      report.candidate = candidate_report(facts.network, *unknown);
      report.explanation =
          explain_if_possible([&] { return explain_state(facts.network, facts.property, unknown->candidate, limits); });
    }
  }

  const Evidence* evidence = evidence_of(facts.outcome);
  if (evidence == nullptr) return report;
  report.evidence.kind = kind_of(*evidence);
  if (const NotCertified* none = std::get_if<NotCertified>(evidence)) {
    report.evidence.why_none = none->why;
    return report;
  }
  report.evidence.file = facts.evidence_file;
  report.evidence.checked = facts.evidence_checked;
  report.support = support_report(facts.network, support(facts.network, facts.property, *evidence));
  report.support->any_number = claims_self_contained(*evidence);
  if (const auto* set = std::get_if<ClosedSetRef>(evidence)) {
    report.evidence.length = (*set)->states.size();
    return report;
  }
  if (const auto* set = std::get_if<ReducedSetRef>(evidence)) {
    report.evidence.length = (*set)->states.size();
    return report;
  }
  if (const auto* set = std::get_if<LeapSetRef>(evidence)) {
    report.evidence.length = (*set)->nodes.states.size();
    return report;
  }
  if (const auto* cases = std::get_if<CaseSplitRef>(evidence)) {
    for (const ClosedSetRef& set : (*cases)->sets) report.evidence.length += set->states.size();
    return report;
  }
  if (const auto* proof = std::get_if<InvariantProofRef>(evidence)) {
    report.evidence.facts = (*proof)->facts.size();
    report.evidence.steps = (*proof)->steps.size();
    report.evidence.length = (*proof)->steps.size();
    report.explanation = explain_if_possible([&] { return explain_invariants(facts.network, **proof, limits); });
    return report;
  }
  const Trace& trace = std::get<Trace>(*evidence);
  report.evidence.length = trace.size();
  report.evidence.shortest = trace.is_shortest();
  report.trace = trace_report(facts.network, trace);
  report.explanation = explain_if_possible([&] { return explain(facts.network, facts.property, trace, limits); });
  return report;
}

CheckReport make_explore_report(ExploreFacts facts) {
  CheckReport report;
  report.name = "explore";
  report.kind = CheckKind::kExplore;
  report.target = std::move(facts.target);
  report.verdict = facts.reason ? Verdict::kUnknown : Verdict::kHolds;
  report.engine = std::move(facts.engine);
  report.reason = std::move(facts.reason);
  report.time_s = facts.time_s;
  report.read_time_s = facts.read_time_s;
  report.peak_rss_bytes = facts.peak_rss_bytes;
  report.statistics = facts.statistics;
  return report;
}

TargetReport make_target_report(std::string target, std::string observer, const Network& network) {
  return {std::move(target), std::move(observer), network.num_components(), network.total_states(), network.num_rules()};
}

ExitCode exit_code_of(const RunReport& run) {
  bool unexpected_unknown = run.reason.has_value();
  for (const CheckReport& check : run.checks) {
    if (as_expected(check) == false) return ExitCode::kUnexpected;
    if (check.verdict == Verdict::kUnknown && check.wanted != Verdict::kUnknown) unexpected_unknown = true;
  }
  return unexpected_unknown ? ExitCode::kUnknown : ExitCode::kAsExpected;
}

}   // namespace parley
