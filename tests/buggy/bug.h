#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace parley::buggy {

// One mistake each, of the kind that people make.
enum class Bug : std::uint8_t {
  kNone,
  // what a rule does
  kIgnoresSecondEdge,
  kForgetsTau,
  kIgnoresWideRules,
  kMissesLastRule,
  kErrorIsNotAbsorbing,
  kOnlyFirstMoves,
  // which states are one
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

// What the test of the tests prints.
struct BugRow {
  Bug bug;
  std::string_view name;
};
std::span<const BugRow> bugs();   // all but kNone

}   // namespace parley::buggy
