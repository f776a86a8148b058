#pragma once

#include <span>
#include <string_view>

#include "engine/engine.h"

namespace parley::buggy {

// Mistakes of engines that look at a part of the network and let it grow.
enum class PartialBug : std::uint8_t {
  kNone,
  // which atoms of a goal are considered together
  kOneAtATime,
  kPairsOnly,
  kTriplesOnly,
  // the components around the part
  kOutsideNeverRefuses,
  kOutsideRefuses,
  kNeighboursOnly,
  kThreeStepsOnly,
  // what is left out, identified, or ignored
  kLeavesOutInitialAtoms,
  kLeavesOutNeverRefusing,
  kSameTemplatesOneAnswer,
  kErrorsDoNotMeet,
  kOnlyGoalErrorsStop,
  kNoStateTwice,
};
struct PartialBugRow {
  PartialBug bug;
  std::string_view name;
};
std::span<const PartialBugRow> partial_bugs();   // all but kNone

// Explores only the components that the goal depends on. A conjunction is split into groups that share no
// rule. Correct with PartialBug::kNone, wrong in one place with any other. It gives no evidence, so mistakes
// must show in the verdicts alone. It gives up on large parts.
class PartialEngine : public Engine {
 public:
  explicit PartialEngine(PartialBug bug) : bug_(bug) {}

  std::string_view name() const override { return "partial"; }
  std::string_view summary() const override { return "explores what the goal depends on, for tests of the tests"; }
  std::string_view answers() const override { return "reach, never, property automata"; }
  std::string_view paper() const override { return ""; }
  std::span<const OptionRow> options() const override { return {}; }
  std::optional<std::string> declines(const Network& network, const Property& property) const override;
  bool complete() const override { return false; }
  void check(const Task& task, Run& run) const override;

 private:
  PartialBug bug_;
};

}   // namespace parley::buggy
