#include "cross/examine.h"

#include <algorithm>
#include <array>
#include <sstream>

#include <fmt/format.h>

#include "base/sha256.h"
#include "cross/declining.h"
#include "engine/registry.h"
#include "evidence/read.h"
#include "evidence/write.h"
#include "oracle/spec_network.h"
#include "oracle/spec_text.h"

namespace parley::cross {

namespace {

using oracle::Exploration;
using oracle::Question;
using oracle::Spec;

// No network here takes a second. An engine that takes a minute is stopped, and counts as unknown.
constexpr double kPatience = 60;

// Whether an option of the engine about certificates is not at its preset.
bool certificates_at_preset(const Setting& setting) {
  return std::none_of(setting.options.begin(), setting.options.end(),
                      [](const auto& option) { return option.first.find("certificate") != std::string::npos; });
}

// One examination: the network that the engine is given, and the expected answer to each property.
class Examination {
 public:
  Examination(const Subject& subject, const Spec& asked, std::vector<oracle::Answer> expected, const Setting& setting,
              Tally& tally)
      : subject_(subject),
        asked_(asked),
        expected_(std::move(expected)),
        setting_(setting),
        tally_(tally),
        options_(options_of(setting, subject.engine)),
        network_(to_network(asked)),
        properties_(to_properties(asked)),
        limits_({.seconds = kPatience, .memory_bytes = std::nullopt, .stop = nullptr}) {}

  std::optional<Failure> check() {
    std::vector<std::size_t> accepted;
    for (std::size_t i = 0; i < properties_.size(); ++i) {
      const std::optional<std::string> declined = subject_.engine.declines(network_, properties_[i]);
      ++tally_.asked;
      if (!declined) accepted.push_back(i);
      if (declined) ++tally_.declined;
      if (!declined) continue;
      if (auto wrong = refusal_fault(subject_.engine.name(), kind_of(properties_[i]), *declined))
        return failure(Fault::kUnanswered, i, *std::move(wrong));
    }
    if (setting_.grouping == Setting::Grouping::kTogether) return check_task(accepted);
    for (std::size_t property : accepted)
      if (auto failed = check_task({property})) return failed;
    return std::nullopt;
  }

  // A smaller graph that represents the state space: it is never larger, and has deadlocks inside if the
  // network has any. Beside it the engine counts the full product.
  static std::optional<Failure> check_smaller_graph(const Exploration& exploration, const Statistics& statistics) {
    const auto count = [&](Statistic statistic) { return statistics.value(statistic).value_or(-1); };
    const auto states = static_cast<double>(exploration.states.size());
    const bool is_sound = count(Statistic::kStates) >= 1 && count(Statistic::kStates) <= states &&
                          (count(Statistic::kDeadlocks) > 0) == (exploration.deadlocks() > 0) &&
                          (count(Statistic::kLocalDeadlocks) > 0) == (exploration.local_deadlocks() > 0);
    const bool is_compared = !statistics.value(Statistic::kFullStates) ||
                             (count(Statistic::kFullStates) == states &&
                              count(Statistic::kFullTransitions) == static_cast<double>(exploration.transitions));
    if (is_sound && is_compared) return std::nullopt;
    return Failure{
        Fault::kCounts, "",
        fmt::format("{:.0f} nodes, {:.0f} with a deadlock, {:.0f} with a local one, of {:.0f} states; there are {}, {} and {}",
                    count(Statistic::kStates), count(Statistic::kDeadlocks), count(Statistic::kLocalDeadlocks),
                    count(Statistic::kFullStates), exploration.states.size(), exploration.deadlocks(),
                    exploration.local_deadlocks())};
  }

  std::optional<Failure> check_counts(const Exploration& exploration) {
    if (!subject_.engine.explores()) return std::nullopt;
    Statistics statistics;
    Run run{options_, limits_, progress_, statistics, setting_.threads, setting_.seed, [](std::size_t, Outcome) {}};
    subject_.engine.explore(network_, run);
    struct Expected {
      Statistic statistic;
      std::string_view name;
      std::uint64_t value;
    };
    ++tally_.explored;
    if (subject_.engine.explores_less()) return check_smaller_graph(exploration, statistics);
    const std::array<Expected, 5> rows{{
        {Statistic::kStates, "states", exploration.states.size()},
        {Statistic::kTransitions, "transitions", exploration.transitions},
        {Statistic::kDeadlocks, "deadlocks", exploration.deadlocks()},
        {Statistic::kLocalDeadlocks, "local deadlocks", exploration.local_deadlocks()},
        {Statistic::kDepth, "depth", static_cast<std::uint64_t>(exploration.depth())},
    }};
    for (const Expected& row : rows) {
      const std::optional<double> counted = statistics.value(row.statistic);
      if (!counted || *counted != static_cast<double>(row.value))
        return Failure{Fault::kCounts, "", fmt::format("{}: {:.0f} instead of {}", row.name, counted.value_or(-1), row.value)};
    }
    return std::nullopt;
  }

 private:
  Failure failure(Fault fault, std::size_t property, std::string detail) const {
    return {fault, asked_.questions[property].name, fmt::format("{}: {}", kind_name(kind_of(properties_[property])), detail)};
  }

  std::optional<Failure> check_task(const std::vector<std::size_t>& chosen) {
    if (chosen.empty()) return std::nullopt;
    std::vector<Property> properties;
    for (std::size_t i : chosen) properties.push_back(properties_[i]);
    std::vector<Outcome> outcomes(properties.size());
    if (auto failed = ask(properties, setting_.threads, outcomes)) return failed;
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (auto failed = check_outcome(chosen[i], outcomes[i])) return failed;
    if (setting_.extra == Setting::Extra::kAgain) return check_again(chosen, properties, outcomes);
    return std::nullopt;
  }

  std::optional<Failure> ask(std::span<const Property> properties, unsigned threads, std::vector<Outcome>& outcomes) {
    const Task task{network_, properties};
    Statistics statistics;
    if (setting_.border == Setting::Border::kRegistry) {
      outcomes = run(subject_.engine, task, {options_, limits_, progress_, threads, setting_.seed}, statistics);
      if (outcomes.size() == properties.size()) return std::nullopt;
      return Failure{Fault::kBorder, "", "not one outcome a property"};
    }
    std::vector<int> times(properties.size(), 0);
    bool outside = false;
    Run run{options_, limits_, progress_, statistics, threads, setting_.seed, [&](std::size_t property, Outcome outcome) {
              if (property >= times.size()) {
                outside = true;
                return;
              }
              ++times[property];
              outcomes[property] = std::move(outcome);
            }};
    subject_.engine.check(task, run);
    if (outside) return Failure{Fault::kBorder, "", "answered a property that was not asked"};
    for (std::size_t i = 0; i < times.size(); ++i)
      if (times[i] > 1) return Failure{Fault::kBorder, properties[i].name, "answered twice"};
    return std::nullopt;
  }

  void count_share(std::size_t property, Verdict verdict) {
    Tally::Shares& shares = has_own_options_at_presets() ? tally_.at_presets : tally_.at_random;
    Tally::Share& share = expected_[property].distance ? shares.traces : shares.proofs;
    ++share.there;
    if (verdict != Verdict::kUnknown) ++share.shown;
  }
  bool has_own_options_at_presets() const {
    const std::string prefix = fmt::format("{}.", subject_.engine.name());
    return std::none_of(setting_.options.begin(), setting_.options.end(),
                        [&](const auto& option) { return option.first.starts_with(prefix); });
  }

  std::optional<Failure> check_outcome(std::size_t property, const Outcome& outcome) {
    const Verdict verdict = verdict_of(outcome);
    count_share(property, verdict);
    if (const auto* unknown = std::get_if<Unknown>(&outcome)) {
      ++tally_.unknown;
      if (!subject_.engine.complete()) return std::nullopt;
      return failure(Fault::kUnanswered, property, "unknown: " + unknown->reason);
    }
    const Verdict expected = expected_[property].holds ? Verdict::kHolds : Verdict::kViolated;
    if (verdict != expected)
      return failure(Fault::kVerdict, property, fmt::format("{} instead of {}", verdict_name(verdict), verdict_name(expected)));

    const Evidence& evidence = *evidence_of(outcome);
    if (const auto* none = std::get_if<NotCertified>(&evidence)) {
      ++tally_.evidence[static_cast<std::size_t>(EvidenceKind::kNone)];
      if (!subject_.engine.complete() || !certificates_at_preset(setting_)) return std::nullopt;
      return failure(Fault::kUncertified, property, none->why);
    }
    if (const auto* closed = std::get_if<ClosedSetRef>(&evidence))
      if (*closed == nullptr) return failure(Fault::kRejected, property, "a closed set that is null");
    if (const auto* reduced = std::get_if<ReducedSetRef>(&evidence))
      if (*reduced == nullptr) return failure(Fault::kRejected, property, "a reduced set that is null");
    if (const auto* split = std::get_if<CaseSplitRef>(&evidence))
      if (*split == nullptr) return failure(Fault::kRejected, property, "a split into cases that is null");
    if (const auto* proof = std::get_if<InvariantProofRef>(&evidence))
      if (*proof == nullptr) return failure(Fault::kRejected, property, "a proof from invariants that is null");
    if (const auto* leaps = std::get_if<LeapSetRef>(&evidence))
      if (*leaps == nullptr) return failure(Fault::kRejected, property, "a leap set that is null");
    const Judgement judgement = subject_.judge(network_, properties_[property], verdict, evidence, limits_, progress_);
    if (!judgement.accepted)
      return failure(Fault::kRejected, property, fmt::format("[{}] {}", judgement.obligation, judgement.reason));
    ++tally_.evidence[static_cast<std::size_t>(kind_of(evidence))];
    if (auto failed = check_length(property, evidence)) return failed;
    if (setting_.extra == Setting::Extra::kFile) return check_file(property, verdict, evidence);
    return std::nullopt;
  }

  std::optional<Failure> check_length(std::size_t property, const Evidence& evidence) {
    const auto* trace = std::get_if<Trace>(&evidence);
    if (trace == nullptr || !trace->is_shortest()) return std::nullopt;
    const std::size_t shortest = static_cast<std::size_t>(expected_[property].distance.value_or(-1));
    if (trace->size() == shortest) return std::nullopt;
    return failure(Fault::kLength, property, fmt::format("a trace of {} steps where {} suffice", trace->size(), shortest));
  }

  std::string written(std::size_t property, Verdict verdict, const Evidence& evidence) {
    Origin origin;
    origin.files.push_back({"model.net", sha256_hex(to_text(asked_))});
    std::ostringstream out;
    write_evidence(out, make_header(origin, network_, properties_[property], verdict, evidence), network_, evidence, limits_);
    return std::move(out).str();
  }

  std::optional<Failure> check_file(std::size_t property, Verdict verdict, const Evidence& evidence) {
    const std::string text = written(property, verdict, evidence);
    const SourceText source("evidence", text);
    const Result<EvidenceHeader> header = read_evidence_header(source);
    if (!header) return failure(Fault::kFile, property, to_text(header.diagnostics()) + text);
    if (header->verdict != verdict) return failure(Fault::kFile, property, "another verdict is read back");
    const Result<Property> asked = read_property(source, *header, network_);
    if (!asked) return failure(Fault::kFile, property, to_text(asked.diagnostics()) + text);
    const Result<Evidence> body = read_evidence_body(source, *header, network_, limits_);
    if (!body) return failure(Fault::kFile, property, to_text(body.diagnostics()) + text);
    const Judgement judgement = subject_.judge(network_, *asked, verdict, *body, limits_, progress_);
    if (!judgement.accepted)
      return failure(Fault::kFile, property, fmt::format("read back: [{}] {}", judgement.obligation, judgement.reason));
    if (written(property, verdict, *body) != text) return failure(Fault::kFile, property, "written again it is another text");
    ++tally_.files;
    return std::nullopt;
  }

  std::optional<Failure> check_again(const std::vector<std::size_t>& chosen, std::span<const Property> properties,
                                     const std::vector<Outcome>& before) {
    std::vector<Outcome> again(properties.size());
    if (auto failed = ask(properties, setting_.threads == 1 ? 2 : 1, again)) return failed;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (verdict_of(before[i]) != verdict_of(again[i])) return failure(Fault::kChanging, chosen[i], "another verdict");
      const Evidence* first = evidence_of(before[i]);
      const Evidence* second = evidence_of(again[i]);
      if (first == nullptr || second == nullptr) continue;
      if (kind_of(*first) != kind_of(*second)) return failure(Fault::kChanging, chosen[i], "another kind of evidence");
      if (kind_of(*first) == EvidenceKind::kNone) continue;
      if (written(chosen[i], verdict_of(before[i]), *first) != written(chosen[i], verdict_of(again[i]), *second))
        return failure(Fault::kChanging, chosen[i], "other evidence");
    }
    return std::nullopt;
  }

  const Subject& subject_;
  const Spec& asked_;
  std::vector<oracle::Answer> expected_;
  const Setting& setting_;
  Tally& tally_;
  Options options_;
  Network network_;
  std::vector<Property> properties_;
  Limits limits_;
  Progress progress_;
};

}   // namespace

std::string_view fault_name(Fault fault) {
  switch (fault) {
    case Fault::kVerdict: return "verdict";
    case Fault::kUnanswered: return "unanswered";
    case Fault::kUncertified: return "uncertified";
    case Fault::kRejected: return "rejected";
    case Fault::kLength: return "length";
    case Fault::kCounts: return "counts";
    case Fault::kBorder: return "border";
    case Fault::kFile: return "file";
    case Fault::kChanging: return "changing";
  }
  return "";
}

void Tally::merge(const Tally& other) {
  asked += other.asked;
  declined += other.declined;
  unknown += other.unknown;
  for (std::size_t kind = 0; kind < evidence.size(); ++kind) evidence[kind] += other.evidence[kind];
  files += other.files;
  const auto add = [](Shares& into, const Shares& from) {
    into.proofs.there += from.proofs.there;
    into.proofs.shown += from.proofs.shown;
    into.traces.there += from.traces.there;
    into.traces.shown += from.traces.shown;
  };
  add(at_presets, other.at_presets);
  add(at_random, other.at_random);
  explored += other.explored;
}

std::optional<Failure> examine(const Subject& subject, const Spec& spec, const Exploration& exploration, const Setting& setting) {
  Tally tally;
  return examine(subject, spec, exploration, setting, tally);
}

std::optional<Failure> examine(const Subject& subject, const Spec& spec, const Exploration& exploration, const Setting& setting,
                               Tally& tally) {
  Spec asked = spec;
  if (setting.law != nullptr) {
    Random random(setting.law_seed);
    if (std::optional<Spec> changed = setting.law->apply(spec, random)) asked = std::move(*changed);
    std::erase_if(asked.questions, [&](const Question& question) { return !setting.law->keeps(question.ask); });
  }
  std::vector<oracle::Answer> expected;
  for (const Question& question : spec.questions)
    if (setting.law == nullptr || setting.law->keeps(question.ask))
      expected.push_back(oracle::answer(spec, exploration, question));

  try {
    Examination examination(subject, asked, std::move(expected), setting, tally);
    if (auto failed = examination.check()) return failed;
    if (setting.law == nullptr) return examination.check_counts(exploration);
  } catch (const Stopped& stopped) {
    return Failure{Fault::kUnanswered, "", "stopped: " + stopped.reason()};
  } catch (const std::exception& error) {
    return Failure{Fault::kBorder, "", fmt::format("threw: {}", error.what())};
  }
  return std::nullopt;
}

}   // namespace parley::cross
