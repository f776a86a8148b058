#include "report/text.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "report/trace_text.h"

namespace parley {

namespace {

constexpr std::size_t kWidestHead = 60;   // longer lines are not aligned
constexpr std::size_t kSupportNames = 12;
constexpr std::size_t kCandidateRows = 12;
constexpr std::size_t kInvariantLines = 6;

enum class Colour : std::uint8_t { kGreen, kRed, kYellow };

std::string coloured(std::string text, Colour colour, const TextSettings& settings) {
  if (!settings.colour) return text;
  std::string_view code;
  switch (colour) {
    case Colour::kGreen: code = "32"; break;
    case Colour::kRed: code = "1;31"; break;
    case Colour::kYellow: code = "33"; break;
  }
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string verdict_text(const CheckReport& check, const TextSettings& settings) {
  switch (check.verdict) {
    case Verdict::kUnknown: {
      const std::string tag = check.wanted == Verdict::kUnknown ? ", as expected" : "";
      return fmt::format("unknown ({}){}", printable(check.reason.value_or("no reason given"), settings.charset()), tag);
    }
    case Verdict::kHolds:
    case Verdict::kViolated: break;
  }
  std::string text(verdict_name(check.verdict));
  if (check.kind == CheckKind::kExplore) return "explored completely";
  if (check.evidence.why_none)
    text += fmt::format(" (not certified: {})", printable(*check.evidence.why_none, settings.charset()));
  return text + (check.verdict == check.wanted ? ", as expected" : ", UNEXPECTED");
}

Colour verdict_colour(const CheckReport& check) {
  const std::optional<bool> expected = as_expected(check);
  if (!expected) return Colour::kYellow;
  return *expected ? Colour::kGreen : Colour::kRed;
}

enum class NameTarget : std::uint8_t { kNo, kYes };

// The part before the bracket, without colours because its width is measured.
struct Head {
  std::string name;
  std::string verdict;
  std::size_t width() const { return display_width(name) + display_width(verdict); }
};

Head head_of(const CheckReport& check, NameTarget name_target, const TextSettings& settings) {
  Head head;
  head.name = printable(check.name, settings.charset());
  if (name_target == NameTarget::kYes && !check.target.empty()) head.name += " on " + printable(check.target, settings.charset());
  head.name += ": ";
  head.verdict = verdict_text(check, settings);
  return head;
}

std::string effort_text(const CheckReport& check, const TextSettings& settings) {
  std::string text = check.engine.empty() ? "" : printable(check.engine, settings.charset());
  if (!check.statistics.method().empty()) text += fmt::format(" by {}", check.statistics.method());
  if (!text.empty()) text += ", ";
  text += seconds_text(check.time_s);
  if (const std::optional<double> states = check.statistics.value(Statistic::kStates)) {
    const auto count = static_cast<std::uint64_t>(*states);
    text += fmt::format(", {} state{}", count_text(count), count == 1 ? "" : "s");
    // How far an unfinished search came.
    const std::optional<double> depth = check.statistics.value(Statistic::kDepth);
    if (check.verdict == Verdict::kUnknown && depth)
      text += fmt::format(" explored, to depth {}", count_text(static_cast<std::uint64_t>(*depth)));
  }
  if (check.support) {
    const std::string_view noun = check.support->of == 1 ? "component" : "components";
    text += check.support->count == check.support->of
                ? fmt::format("; depends on {} {}", check.support->of == 1 ? "the only" : "all " + count_text(check.support->of),
                              noun)
                : fmt::format("; depends on {} of {} {}", count_text(check.support->count), count_text(check.support->of), noun);
    // If the verdict depends on all components, there are no further ones.
    if (check.support->any_number && check.support->count < check.support->of)
      text += "; the same for any number of further components that share none of its labels";
  }
  return text;
}

std::string number_text(double value) {
  if (value >= 0 && value < 1e18 && std::floor(value) == value) return count_text(static_cast<std::uint64_t>(value));
  return fmt::format("{:.1f}", value);
}

std::string fact(std::string_view name, std::string_view value) { return fmt::format("    {:<16} {}\n", name, value); }

std::string evidence_text(const CheckReport& check, const TextSettings& settings) {
  const EvidenceReport& evidence = check.evidence;
  std::string text;
  switch (evidence.kind) {
    case EvidenceKind::kNone: return evidence.why_none ? "none: " + printable(*evidence.why_none, settings.charset()) : "none";
    case EvidenceKind::kTrace:
      text = fmt::format("trace of {} step{}{}", count_text(evidence.length), evidence.length == 1 ? "" : "s",
                         evidence.shortest.value_or(false) ? "" : " (a shorter one may exist)");
      break;
    case EvidenceKind::kClosedSet:
      text = fmt::format("closed set of {} state{}", count_text(evidence.length), evidence.length == 1 ? "" : "s");
      break;
    case EvidenceKind::kReducedSet:
      text = fmt::format("reduced set of {} state{}", count_text(evidence.length), evidence.length == 1 ? "" : "s");
      break;
    case EvidenceKind::kLeapSet:
      text = fmt::format("closed set of {} leap node{}", count_text(evidence.length), evidence.length == 1 ? "" : "s");
      break;
    case EvidenceKind::kCaseSplit:
      text = fmt::format("case split, sets of {} state{} together", count_text(evidence.length), evidence.length == 1 ? "" : "s");
      break;
    case EvidenceKind::kInvariants: {
      const std::size_t facts = evidence.facts.value_or(0);
      text = fmt::format("{} invariant{}, {} step{}", count_text(facts), facts == 1 ? "" : "s", count_text(evidence.length),
                         evidence.length == 1 ? "" : "s");
      break;
    }
  }
  text += evidence.checked ? ", accepted by the judge" : ", not judged";
  if (evidence.file) text += ", in " + printable(*evidence.file, settings.charset());
  return text;
}

std::string explore_text(const CheckReport& check) {
  std::string text;
  const auto row = [&](std::string_view name, Statistic statistic) {
    if (const std::optional<double> value = check.statistics.value(statistic)) text += fact(name, number_text(*value));
  };
  // How much smaller a graph is than the full product, as (Magniette, Pilard and Rozoy) print it.
  const auto reduced_row = [&](std::string_view name, Statistic part, Statistic whole, Statistic reduction) {
    const std::optional<double> count = check.statistics.value(part);
    if (!count) return;
    const std::optional<double> of = check.statistics.value(whole);
    text += fact(name, of ? fmt::format("{} of {}, a reduction of {:.2f} %", number_text(*count), number_text(*of),
                                        check.statistics.value(reduction).value_or(0))
                          : number_text(*count));
  };
  if (check.statistics.value(Statistic::kPlaces) || check.statistics.value(Statistic::kFullStates)) {
    reduced_row("nodes", Statistic::kStates, Statistic::kFullStates, Statistic::kNodeReduction);
    reduced_row("edges", Statistic::kTransitions, Statistic::kFullTransitions, Statistic::kEdgeReduction);
    row("places", Statistic::kPlaces);
  } else {
    row("states", Statistic::kStates);
    row("transitions", Statistic::kTransitions);
  }
  row("deadlocks", Statistic::kDeadlocks);
  row("local deadlocks", Statistic::kLocalDeadlocks);
  if (check.statistics.value(Statistic::kErrors).value_or(0) > 0) row("errors", Statistic::kErrors);
  row("depth", Statistic::kDepth);
  std::string memory = fmt::format("{} at most", bytes_text(check.peak_rss_bytes));
  if (const std::optional<double> bytes = check.statistics.value(Statistic::kBytesPerState))
    memory += fmt::format(", {:.1f} bytes per state", *bytes);
  text += fact("memory", memory);
  if (const std::optional<double> speed = check.statistics.value(Statistic::kStatesPerSecond))
    text += fact("speed", fmt::format("{} states per second", count_text(static_cast<std::uint64_t>(*speed))));
  return text;
}

std::string all_facts_text(const CheckReport& check, const TextSettings& settings) {
  std::string text;
  text += fact("asked", check.target.empty()
                            ? std::string(kind_name(check.kind))
                            : fmt::format("{} of {}", kind_name(check.kind), printable(check.target, settings.charset())));
  text += fact("time", fmt::format("{} reading, {} checking, {} judging", seconds_text(check.read_time_s),
                                   seconds_text(check.time_s), seconds_text(check.judge_time_s)));
  text += fact("peak memory", bytes_text(check.peak_rss_bytes));
  for (const StatisticRow& row : statistic_rows())
    if (const std::optional<double> value = check.statistics.value(row.statistic))
      text += fact(row.key, fmt::format("{}  ({})", number_text(*value), row.help));
  text += fact("evidence", evidence_text(check, settings));
  if (check.support && check.support->count > 0) {
    std::string names;
    const std::size_t shown = std::min(check.support->components.size(), kSupportNames);
    for (std::size_t i = 0; i < shown; ++i)
      names += (i == 0 ? "" : ", ") + printable(check.support->components[i], settings.charset());
    if (check.support->count > shown) names += fmt::format(" and {} more", count_text(check.support->count - shown));
    text += fact("support", names);
  }
  if (check.support && check.support->any_number)
    text += fact("any number", "the verdict holds for any number of further components that share none of its labels");
  return text;
}

// A state that was not ruled out: few components as a table, many grouped by their states.
std::string candidate_text(const CandidateReport& candidate, const Explanation& explanation, const TextSettings& settings) {
  const Charset charset = settings.charset();
  const std::string by =
      candidate.survived.empty() ? "" : printable(fmt::format(" by {}", fmt::join(candidate.survived, ", ")), charset);
  std::string text = fmt::format("\n  not excluded{}, and not shown to be reachable:\n", by);
  const bool is_short = candidate.count <= kCandidateRows;
  if (is_short || settings.volume == TextVolume::kVerbose) {
    std::size_t width = 0;
    for (const auto& [component, state] : candidate.components)
      width = std::max(width, display_width(printable(component, charset)));
    for (const auto& [component, state] : candidate.components) {
      const std::string name = printable(component, charset);
      text += fmt::format("    {}{}  {}\n", name, std::string(width - display_width(name), ' '), printable(state, charset));
    }
    if (candidate.count > candidate.components.size())
      text += fmt::format("    and {} more components\n", count_text(candidate.count - candidate.components.size()));
  } else {
    for (const std::string& line : candidate.by_state) text += "    " + printable(line, charset) + "\n";
  }
  for (const std::string& line : explanation) text += "  " + printable(line, charset) + "\n";
  return text + "\n";
}

// The facts about all reachable states that make the proof.
std::string invariants_text(const Explanation& explanation, const TextSettings& settings) {
  const std::size_t shown =
      settings.volume == TextVolume::kVerbose ? explanation.size() : std::min(explanation.size(), kInvariantLines);
  std::string text = "\n  because in every reachable state\n";
  for (const std::string& line : std::span(explanation).first(shown)) text += "    " + printable(line, settings.charset()) + "\n";
  if (shown < explanation.size())
    text += fmt::format("    and {} more (--verbose shows them)\n", count_text(explanation.size() - shown));
  return text + "\n";
}

std::string check_text(const CheckReport& check, NameTarget name_target, std::size_t head_width, const TextSettings& settings) {
  const Head head = head_of(check, name_target, settings);
  const std::size_t pad = head_width > head.width() ? head_width - head.width() : 0;
  std::string text = fmt::format("{}{}{}  [{}]\n", head.name, coloured(head.verdict, verdict_colour(check), settings),
                                 std::string(pad, ' '), effort_text(check, settings));
  if (settings.volume == TextVolume::kQuiet) return text;

  if (check.kind == CheckKind::kExplore) text += explore_text(check);
  if (settings.volume == TextVolume::kVerbose) text += all_facts_text(check, settings);
  if (check.candidate) return text + candidate_text(*check.candidate, check.explanation, settings);
  if (check.evidence.kind == EvidenceKind::kInvariants && !check.explanation.empty())
    return text + invariants_text(check.explanation, settings);
  if (!check.trace) return text;
  text += "\n" + trace_text(*check.trace, check.evidence.file, settings) + "\n";
  for (const std::string& line : check.explanation) text += "  " + printable(line, settings.charset()) + "\n";
  return text + "\n";
}

std::string model_text(const RunReport& run, const TextSettings& settings) {
  const Charset charset = settings.charset();
  std::string text = fmt::format("parley {} ({})\n", run.version, run.commit);
  for (const SourceFile& file : run.model.files)
    text += fact("file", fmt::format("{}  sha256 {}", printable(file.path, charset), file.sha256));
  for (const auto& [name, value] : run.model.definitions)
    text += fact("-D", printable(fmt::format("{}={}", name, value), charset));
  for (const TargetReport& target : run.model.targets) {
    std::string name = target.target.empty() ? "the system" : printable(target.target, charset);
    if (!target.observer.empty()) name += " with " + printable(target.observer, charset);
    text += fact("target", fmt::format("{}: {} components, {} local states, {} rules", name, count_text(target.components),
                                       count_text(target.states), count_text(target.rules)));
  }
  for (const auto& [name, value] : run.options) text += fact("--set", printable(fmt::format("{}={}", name, value), charset));
  if (run.warnings > 0) text += fact("warnings", count_text(run.warnings));
  return text + "\n";
}

}   // namespace

std::string to_text(const CheckReport& check, const TextSettings& settings) {
  return check_text(check, NameTarget::kNo, 0, settings);
}

std::string to_text(const RunReport& run, const TextSettings& settings) {
  std::string text = settings.volume == TextVolume::kVerbose ? model_text(run, settings) : "";
  if (run.reason && run.checks.empty())
    text += fmt::format("nothing was checked: unknown ({})\n", printable(*run.reason, settings.charset()));

  NameTarget name_target = NameTarget::kNo;
  for (const CheckReport& check : run.checks)
    if (check.target != run.checks.front().target) name_target = NameTarget::kYes;
  std::size_t head_width = 0;
  for (const CheckReport& check : run.checks) {
    const std::size_t width = head_of(check, name_target, settings).width();
    if (width <= kWidestHead) head_width = std::max(head_width, width);
  }
  for (const CheckReport& check : run.checks) text += check_text(check, name_target, head_width, settings);
  return text;
}

}   // namespace parley
