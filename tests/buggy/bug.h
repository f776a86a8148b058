#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace parley::buggy {

// Planted bugs, one mistake each, of the kind that people make.
enum class Bug : std::uint8_t {
  kNone,
  // the firing of rules
  kIgnoresSecondEdge,
  kForgetsTau,
  kIgnoresWideRules,
  kMissesLastRule,
  kErrorIsNotAbsorbing,
  kOnlyFirstMoves,
  // the identity of states
  kIgnoresLastComponent,
  kHashCollisions,
  kStopsEarly,
  kInitialNotChecked,
  // deadlock and termination
  kTerminatedIsDeadlock,
  kErrorIsDeadlock,
  kOneEndedIsTerminated,
  kTerminatedDespiteOtherRules,
  kUnnamedNeedNotEnd,
  // local deadlock
  kLocalOnlyIfGlobal,
  kObserversCanBeStuck,
  kUnnamedIsStuck,
  kEndedIsStuck,
  kAnyRefusalBlocks,
  kOneSweepOnly,
  kErrorIsLocalDeadlock,
  // predicates
  kCountOffByOne,
  kNegationDropped,
  kOnlyFirstState,
  kWeightsIgnored,
  kNotInErrorStates,
  kOnlyFirstAutomaton,
  // verdicts
  kReachTurnedRound,
  kNeighboursVerdict,
  kAnswersTwice,
  kGivesUpOnLarge,
  kWrongWithOption,
  kWrongWithThreads,
  // evidence
  kTraceWithoutLastStep,
  kTraceWithWrongLabel,
  kTraceWithoutStayers,
  kTraceIsEmpty,
  kTraceIsDetour,
  kSetWithoutInitial,
  kSetWithoutSuccessor,
  kEvidenceOfNeighbour,
  kNoCertificate,
  // counts
  kSelfLoopsNotCounted,
  kDepthOneMore,
};

// A bug and its description, which the test of the tests prints.
struct BugRow {
  Bug bug;
  std::string_view name;
};
std::span<const BugRow> bugs();   // all but kNone

}   // namespace parley::buggy
