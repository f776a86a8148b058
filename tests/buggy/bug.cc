#include "buggy/bug.h"

#include <array>

namespace parley::buggy {

namespace {

constexpr std::array<BugRow, 45> kBugs{{
    {Bug::kIgnoresSecondEdge, "ignores all but the first edge with one label"},
    {Bug::kForgetsTau, "never performs tau"},
    {Bug::kIgnoresWideRules, "ignores rules of more than three participants"},
    {Bug::kMissesLastRule, "misses the last rule"},
    {Bug::kErrorIsNotAbsorbing, "goes on after an error"},
    {Bug::kOnlyFirstMoves, "moves only the first participant"},
    {Bug::kIgnoresLastComponent, "identifies states that differ in the last component"},
    {Bug::kHashCollisions, "identifies states with equal 16-bit hashes"},
    {Bug::kStopsEarly, "answers after 300 states"},
    {Bug::kInitialNotChecked, "does not check the initial state"},
    {Bug::kTerminatedIsDeadlock, "counts a terminated state as a deadlock"},
    {Bug::kErrorIsDeadlock, "counts an error state as a deadlock"},
    {Bug::kOneEndedIsTerminated, "terminated when one component has ended"},
    {Bug::kTerminatedDespiteOtherRules, "terminated although a rule names no process that ends"},
    {Bug::kUnnamedNeedNotEnd, "terminated although a component that no rule names has not ended"},
    {Bug::kLocalOnlyIfGlobal, "local deadlock only if nothing moves"},
    {Bug::kObserversCanBeStuck, "observers can be stuck"},
    {Bug::kUnnamedIsStuck, "a component that no rule names is stuck"},
    {Bug::kEndedIsStuck, "an ended component is stuck"},
    {Bug::kAnyRefusalBlocks, "blocked by a refusal outside the set"},
    {Bug::kOneSweepOnly, "one sweep instead of the fixpoint"},
    {Bug::kErrorIsLocalDeadlock, "local deadlock despite an error"},
    {Bug::kCountOffByOne, "counts: < instead of <="},
    {Bug::kNegationDropped, "drops negations"},
    {Bug::kOnlyFirstState, "checks the first state of an atom only"},
    {Bug::kWeightsIgnored, "ignores weights"},
    {Bug::kNotInErrorStates, "does not evaluate predicates in error states"},
    {Bug::kOnlyFirstAutomaton, "watches the first automaton only"},
    {Bug::kReachTurnedRound, "says that an unreachable goal is reachable"},
    {Bug::kNeighboursVerdict, "gives a property its neighbour's answer"},
    {Bug::kAnswersTwice, "answers twice"},
    {Bug::kGivesUpOnLarge, "answers unknown beyond 1000 states"},
    {Bug::kWrongWithOption, "wrong if an option is on"},
    {Bug::kWrongWithThreads, "wrong with two threads"},
    {Bug::kTraceWithoutLastStep, "leaves out the last step"},
    {Bug::kTraceWithWrongLabel, "gives the last step another label"},
    {Bug::kTraceWithoutStayers, "leaves out participants that stay where they are"},
    {Bug::kTraceIsEmpty, "shows an empty trace"},
    {Bug::kTraceIsDetour, "shows a trace that is not shortest"},
    {Bug::kSetWithoutInitial, "certificate lacks the initial state"},
    {Bug::kSetWithoutSuccessor, "certificate lacks the last state"},
    {Bug::kEvidenceOfNeighbour, "gives a property its neighbour's evidence"},
    {Bug::kNoCertificate, "gives no certificate"},
    {Bug::kSelfLoopsNotCounted, "does not count transitions that change nothing"},
    {Bug::kDepthOneMore, "counts one level too many"},
}};

}   // namespace

std::span<const BugRow> bugs() { return kBugs; }

}   // namespace parley::buggy
