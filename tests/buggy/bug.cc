#include "buggy/bug.h"

#include <array>

namespace parley::buggy {

namespace {

constexpr std::array<BugRow, 45> kBugs{{
    {Bug::kIgnoresSecondEdge, "ignores the second edge with one label"},
    {Bug::kForgetsTau, "never performs tau"},
    {Bug::kIgnoresWideRules, "ignores rules of more than three participants"},
    {Bug::kMissesLastRule, "misses the last rule"},
    {Bug::kErrorIsNotAbsorbing, "goes on after an error"},
    {Bug::kOnlyFirstMoves, "moves only the first participant"},
    {Bug::kIgnoresLastComponent, "takes states that differ in the last component for one"},
    {Bug::kHashCollisions, "takes states with equal 16-bit hashes for one"},
    {Bug::kStopsEarly, "answers after 300 states"},
    {Bug::kInitialNotChecked, "does not look at the initial state"},
    {Bug::kTerminatedIsDeadlock, "takes a terminated state for a deadlock"},
    {Bug::kErrorIsDeadlock, "takes an error for a deadlock"},
    {Bug::kOneEndedIsTerminated, "terminated when one component has ended"},
    {Bug::kTerminatedDespiteOtherRules, "terminated although rules name none that ends"},
    {Bug::kUnnamedNeedNotEnd, "lets components that no rule names end by themselves"},
    {Bug::kLocalOnlyIfGlobal, "local deadlock only if nothing moves"},
    {Bug::kObserversCanBeStuck, "observers can be stuck"},
    {Bug::kUnnamedIsStuck, "a component that no rule names is stuck"},
    {Bug::kEndedIsStuck, "an ended component is stuck"},
    {Bug::kAnyRefusalBlocks, "blocked by a refusal outside the set"},
    {Bug::kOneSweepOnly, "one sweep instead of the fixpoint"},
    {Bug::kErrorIsLocalDeadlock, "local deadlock despite an error"},
    {Bug::kCountOffByOne, "counts: < instead of <="},
    {Bug::kNegationDropped, "drops negations"},
    {Bug::kOnlyFirstState, "looks at the first state of an atom only"},
    {Bug::kWeightsIgnored, "ignores weights"},
    {Bug::kNotInErrorStates, "does not evaluate predicates in error states"},
    {Bug::kOnlyFirstAutomaton, "watches the first automaton only"},
    {Bug::kReachTurnedRound, "says reach holds where it fails"},
    {Bug::kNeighboursVerdict, "gives a property its neighbour's answer"},
    {Bug::kAnswersTwice, "answers twice"},
    {Bug::kGivesUpOnLarge, "does not know beyond 1000 states"},
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
    {Bug::kDepthOneMore, "counts one level more"},
}};

}   // namespace

std::span<const BugRow> bugs() { return kBugs; }

}   // namespace parley::buggy
