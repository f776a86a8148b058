#include "wrong_judges.h"

#include <array>
#include <stdexcept>

#include "naive.h"

namespace parley::evidence_ring {

namespace {

using NaiveObligation = bool (Naive::*)(const Claim&) const;

// A row of the table that does naively what the obligation says, with one slip.
template <NaiveObligation obligation, Slip slip>
Objection careless(const Case& asked) {
  if ((Naive(asked.network, slip).*obligation)(to_claim(asked))) return std::nullopt;
  return "naively not";
}

struct Mistake {
  std::string_view name;
  std::string_view row;
  Objection (*objection)(const Case&);
};

constexpr std::array<Mistake, 19> kMistakes{{
    {"goes on after an error", "steps-replay", careless<&Naive::steps_replay, Slip::kGoesOnAfterError>},
    {"any label", "steps-replay", careless<&Naive::steps_replay, Slip::kAnyLabel>},
    {"more movers than participants", "steps-replay", careless<&Naive::steps_replay, Slip::kMoreMovers>},
    {"any target", "steps-replay", careless<&Naive::steps_replay, Slip::kAnyTarget>},
    {"an error is a deadlock", "reaches-claim", careless<&Naive::reaches_claim, Slip::kErrorIsDeadlock>},
    {"termination is a deadlock", "reaches-claim", careless<&Naive::reaches_claim, Slip::kTerminatedIsDeadlock>},
    {"an earlier state will do", "reaches-claim", careless<&Naive::reaches_claim, Slip::kEarlierState>},
    {"the ended are stuck", "reaches-claim", careless<&Naive::reaches_claim, Slip::kEndedIsStuck>},
    {"the idle are stuck", "reaches-claim", careless<&Naive::reaches_claim, Slip::kIdleIsStuck>},
    {"only the first edge", "closed", careless<&Naive::closed, Slip::kFirstEdge>},
    {"the others refuse", "closed", careless<&Naive::closed, Slip::kOthersRefuse>},
    {"tau stands still", "closed", careless<&Naive::closed, Slip::kTauStands>},
    {"unknown is false", "excludes-bad", careless<&Naive::excludes_bad, Slip::kUnknownIsFalse>},
    {"errors are not bad", "excludes-bad", careless<&Naive::excludes_bad, Slip::kErrorIsNotBad>},
    {"the others enable", "excludes-bad", careless<&Naive::excludes_bad, Slip::kOthersEnable>},
    {"the missing have ended", "excludes-bad", careless<&Naive::excludes_bad, Slip::kMissingHaveEnded>},
    {"any rule may end", "excludes-bad", careless<&Naive::excludes_bad, Slip::kAnyRuleEnds>},
    {"termination is a deadlock in a set", "excludes-bad", careless<&Naive::excludes_bad, Slip::kTerminatedIsDeadlock>},
    {"the missing are free", "excludes-bad", careless<&Naive::excludes_bad, Slip::kMissingAreFree>},
}};

std::vector<Obligation> copy(std::span<const Obligation> table) { return {table.begin(), table.end()}; }

std::vector<Obligation> without(std::span<const Obligation> table, std::size_t row) {
  std::vector<Obligation> rows = copy(table);
  rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(row));
  return rows;
}

bool replace(std::vector<Obligation>& table, const Mistake& mistake) {
  for (Obligation& row : table) {
    if (row.name != mistake.row) continue;
    row.objection = mistake.objection;
    return true;
  }
  return false;
}

}  // namespace

std::vector<WrongJudge> wrong_judges() {
  const std::span<const Obligation> trace = trace_obligations();
  const std::span<const Obligation> closed_set = closed_set_obligations();
  std::vector<WrongJudge> judges;
  for (std::size_t row = 0; row < trace.size(); ++row)
    judges.emplace_back("trace without " + std::string(trace[row].name), without(trace, row), copy(closed_set));
  for (std::size_t row = 0; row < closed_set.size(); ++row)
    judges.emplace_back("closed set without " + std::string(closed_set[row].name), copy(trace), without(closed_set, row));
  for (const Mistake& mistake : kMistakes) {
    std::vector<Obligation> trace_rows = copy(trace);
    std::vector<Obligation> set_rows = copy(closed_set);
    if (!replace(trace_rows, mistake) && !replace(set_rows, mistake))
      throw std::logic_error("a mistake for a row that does not exist");
    judges.emplace_back(std::string(mistake.row) + ": " + std::string(mistake.name), std::move(trace_rows), std::move(set_rows));
  }
  return judges;
}

}  // namespace parley::evidence_ring
