#include "verify/doubt.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/text.h"

namespace parley {

std::optional<std::string> doubt_after(const Assumption& assumption, const Network& network, const Outcome& outcome) {
  switch (verdict_of(outcome)) {
    case Verdict::kHolds: return std::nullopt;
    case Verdict::kUnknown: return fmt::format("{}: {}", assumption.if_unknown, std::get<Unknown>(outcome).reason);
    case Verdict::kViolated: break;
  }
  const auto* trace = std::get_if<Trace>(evidence_of(outcome));
  if (trace != nullptr && trace->size() > 0)
    for (const Move& move : (*trace)[trace->size() - 1].moves)
      if (network.lts(move.component).is_error(move.to))
        return fmt::format("{}: {} '{}'", assumption.if_violated, assumption.culprit, network.name(move.component));
  return assumption.if_violated;
}

std::optional<std::string> doubt_after(const Assumption& assumption, const Statistics& statistics) {
  const std::optional<double> errors = statistics.value(Statistic::kErrors);
  if (!errors) return assumption.if_unknown;
  if (*errors == 0) return std::nullopt;
  return fmt::format("{}: in {} of the states a component is in error, and nothing is explored beyond", assumption.if_violated,
                     count_text(static_cast<std::uint64_t>(*errors)));
}

void withdraw(CheckReport& check, const std::string& doubt) {
  if (check.verdict == Verdict::kUnknown) return;
  if (check.evidence.file) {
    std::error_code ignored;
    std::filesystem::remove(*check.evidence.file, ignored);
  }
  check.verdict = Verdict::kUnknown;
  check.reason = doubt;
  check.support.reset();
  check.evidence = {};
  check.explanation.clear();
}

}   // namespace parley
