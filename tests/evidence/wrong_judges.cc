#include "wrong_judges.h"

#include <array>
#include <stdexcept>

#include "naive.h"

namespace parley::evidence_ring {

namespace {

using NaiveObligation = bool (Naive::*)(const OwnedClaim&) const;

// A row of the table that does naively what the obligation says, with one slip.
template <NaiveObligation obligation, Slip slip>
Objection careless(const Claim& asked) {
  if ((Naive(asked.network, slip).*obligation)(to_claim(asked))) return std::nullopt;
  return "naively not";
}

using Table = std::vector<Obligation> WrongJudge::Rows::*;
constexpr Table kTrace = &WrongJudge::Rows::trace;
constexpr Table kClosedSet = &WrongJudge::Rows::closed_set;
constexpr Table kReducedSet = &WrongJudge::Rows::reduced_set;
constexpr Table kCaseSplit = &WrongJudge::Rows::case_split;

struct Mistake {
  std::string_view name;
  Table table;
  std::string_view row;
  Objection (*objection)(const Claim&);
};

constexpr std::array<Mistake, 55> kMistakes{{
    {"goes on after an error", kTrace, "steps-replay", careless<&Naive::steps_replay, Slip::kGoesOnAfterError>},
    {"any label", kTrace, "steps-replay", careless<&Naive::steps_replay, Slip::kAnyLabel>},
    {"more movers than participants", kTrace, "steps-replay", careless<&Naive::steps_replay, Slip::kMoreMovers>},
    {"any target", kTrace, "steps-replay", careless<&Naive::steps_replay, Slip::kAnyTarget>},
    {"an error is a deadlock", kTrace, "reaches-claim", careless<&Naive::reaches_claim, Slip::kErrorIsDeadlock>},
    {"termination is a deadlock", kTrace, "reaches-claim", careless<&Naive::reaches_claim, Slip::kTerminatedIsDeadlock>},
    {"an earlier state will do", kTrace, "reaches-claim", careless<&Naive::reaches_claim, Slip::kEarlierState>},
    {"the ended are stuck", kTrace, "reaches-claim", careless<&Naive::reaches_claim, Slip::kEndedIsStuck>},
    {"the idle are stuck", kTrace, "reaches-claim", careless<&Naive::reaches_claim, Slip::kIdleIsStuck>},
    {"only the first edge", kClosedSet, "closed", careless<&Naive::closed, Slip::kFirstEdge>},
    {"the others refuse", kClosedSet, "closed", careless<&Naive::closed, Slip::kOthersRefuse>},
    {"tau stands still", kClosedSet, "closed", careless<&Naive::closed, Slip::kTauStands>},
    {"unknown is false", kClosedSet, "excludes-bad", careless<&Naive::excludes_bad, Slip::kUnknownIsFalse>},
    {"errors are not bad", kClosedSet, "excludes-bad", careless<&Naive::excludes_bad, Slip::kErrorIsNotBad>},
    {"the others enable", kClosedSet, "excludes-bad", careless<&Naive::excludes_bad, Slip::kOthersEnable>},
    {"the missing have ended", kClosedSet, "excludes-bad", careless<&Naive::excludes_bad, Slip::kMissingHaveEnded>},
    {"any rule may end", kClosedSet, "excludes-bad", careless<&Naive::excludes_bad, Slip::kAnyRuleEnds>},
    {"termination is a deadlock in a set", kClosedSet, "excludes-bad",
     careless<&Naive::excludes_bad, Slip::kTerminatedIsDeadlock>},
    {"the missing are free", kClosedSet, "excludes-bad", careless<&Naive::excludes_bad, Slip::kMissingAreFree>},
    {"only the first edge, reduced", kReducedSet, "closed", careless<&Naive::closed_reduced, Slip::kFirstEdge>},
    {"who is outside waits", kReducedSet, "closed", careless<&Naive::closed_reduced, Slip::kOutsideWaits>},
    {"the support moves", kReducedSet, "excludes-bad", careless<&Naive::excludes_bad_reduced, Slip::kSupportMoves>},
    {"any rule enables", kReducedSet, "excludes-bad", careless<&Naive::excludes_bad_reduced, Slip::kAnyRuleEnables>},
    {"termination is a deadlock in a reduced set", kReducedSet, "excludes-bad",
     careless<&Naive::excludes_bad_reduced, Slip::kTerminatedIsDeadlock>},
    {"any rule may end, reduced", kReducedSet, "excludes-bad", careless<&Naive::excludes_bad_reduced, Slip::kAnyRuleEnds>},
    {"nothing is put off", kReducedSet, "excludes-bad", careless<&Naive::excludes_bad_reduced, Slip::kFirmOnly>},
    {"a loud step", kReducedSet, "excludes-bad", careless<&Naive::excludes_bad_reduced, Slip::kLoudStep>},
    {"sums may change", kReducedSet, "excludes-bad", careless<&Naive::excludes_bad_reduced, Slip::kSumsMayChange>},
    {"terms of a sum may not change", kReducedSet, "excludes-bad",
     careless<&Naive::excludes_bad_reduced, Slip::kTermsMayNotChange>},
    {"automata asked about move", kReducedSet, "excludes-bad", careless<&Naive::excludes_bad_reduced, Slip::kAutomataMove>},
    {"an error comes first", kReducedSet, "excludes-bad", careless<&Naive::excludes_bad_reduced, Slip::kErrorComesFirst>},
    {"anybody steps", kReducedSet, "excludes-bad", careless<&Naive::excludes_bad_reduced, Slip::kAnybodySteps>},
    {"ranks may stay, put off", kReducedSet, "excludes-bad", careless<&Naive::excludes_bad_reduced, Slip::kRanksMayStay>},
    {"ranks may stay", kReducedSet, "ignores-nobody", careless<&Naive::ignores_nobody, Slip::kRanksMayStay>},
    {"only movers are inside", kTrace, "self-contained", careless<&Naive::self_contained, Slip::kOnlyMoversInside>},
    {"deadlocks are self-contained, by a trace", kTrace, "self-contained",
     careless<&Naive::self_contained, Slip::kDeadlockContained>},
    {"deadlocks are self-contained", kClosedSet, "self-contained", careless<&Naive::self_contained, Slip::kDeadlockContained>},
    {"only initial offers", kClosedSet, "self-contained", careless<&Naive::self_contained, Slip::kOnlyInitialOffers>},
    {"invariants are self-contained", kClosedSet, "self-contained", careless<&Naive::self_contained, Slip::kInvariantsContained>},
    {"the initial sum is free", kClosedSet, "invariants-hold", careless<&Naive::invariants_hold, Slip::kInitialIsFree>},
    {"the smallest change", kClosedSet, "invariants-hold", careless<&Naive::invariants_hold, Slip::kSmallestChange>},
    {"rules that never fire", kClosedSet, "invariants-hold", careless<&Naive::invariants_hold, Slip::kDeadRulesGrow>},
    {"the others weigh nothing", kClosedSet, "closed", careless<&Naive::closed, Slip::kOthersWeighNothing>},
    {"only initial offers, cases", kCaseSplit, "self-contained", careless<&Naive::self_contained, Slip::kOnlyInitialOffers>},
    {"the initial sum is free, cases", kCaseSplit, "invariants-hold", careless<&Naive::invariants_hold, Slip::kInitialIsFree>},
    {"the smallest change, cases", kCaseSplit, "invariants-hold", careless<&Naive::invariants_hold, Slip::kSmallestChange>},
    {"only the first edge, cases", kCaseSplit, "closed", careless<&Naive::closed, Slip::kFirstEdge>},
    {"the others weigh nothing, cases", kCaseSplit, "closed", careless<&Naive::closed, Slip::kOthersWeighNothing>},
    {"any leaf", kCaseSplit, "covers-every-case", careless<&Naive::covers_every_case, Slip::kAnyLeaf>},
    {"any absurdity", kCaseSplit, "covers-every-case", careless<&Naive::covers_every_case, Slip::kAnyAbsurdity>},
    {"signs are lost", kCaseSplit, "covers-every-case", careless<&Naive::covers_every_case, Slip::kSignsAreLost>},
    {"atoms stand", kCaseSplit, "covers-every-case", careless<&Naive::covers_every_case, Slip::kAtomsStand>},
    {"no sums", kCaseSplit, "covers-every-case", careless<&Naive::covers_every_case, Slip::kNoSums>},
    {"the tree may end early", kCaseSplit, "covers-every-case", careless<&Naive::covers_every_case, Slip::kTreeMayEndEarly>},
    {"the tree may go on", kCaseSplit, "covers-every-case", careless<&Naive::covers_every_case, Slip::kTreeMayGoOn>},
}};

WrongJudge::Rows right_rows() {
  const auto copy = [](std::span<const Obligation> table) { return std::vector<Obligation>(table.begin(), table.end()); };
  return {.trace = copy(trace_obligations()),
          .closed_set = copy(closed_set_obligations()),
          .reduced_set = copy(reduced_set_obligations()),
          .case_split = copy(case_split_obligations())};
}

bool replace(std::vector<Obligation>& table, const Mistake& mistake) {
  for (Obligation& row : table) {
    if (row.name != mistake.row) continue;
    row.objection = mistake.objection;
    return true;
  }
  return false;
}

}   // namespace

std::vector<WrongJudge> wrong_judges() {
  std::vector<WrongJudge> judges;
  for (const auto& [name, table] : {std::pair{"trace", kTrace}, std::pair{"closed set", kClosedSet},
                                    std::pair{"reduced set", kReducedSet}, std::pair{"case split", kCaseSplit}})
    for (std::size_t row = 0; row < (right_rows().*table).size(); ++row) {
      WrongJudge::Rows rows = right_rows();
      const std::string left_out((rows.*table)[row].name);
      (rows.*table).erase((rows.*table).begin() + static_cast<std::ptrdiff_t>(row));
      judges.emplace_back(std::string(name) + " without " + left_out, std::move(rows));
    }
  for (const Mistake& mistake : kMistakes) {
    WrongJudge::Rows rows = right_rows();
    if (!replace(rows.*mistake.table, mistake)) throw std::logic_error("a mistake for a row that does not exist");
    judges.emplace_back(std::string(mistake.row) + ": " + std::string(mistake.name), std::move(rows));
  }
  return judges;
}

}   // namespace parley::evidence_ring
