#pragma once

#include <span>
#include <string_view>

#include "engine/engine.h"

namespace parley::buggy {

// Mistakes of engines that look at a part of the network and let it grow.
enum class PartialBug : std::uint8_t {
  kNone,
  // how much of a goal is looked at together
  kOneAtATime,
  kPairsOnly,
  kTriplesOnly,
  // what is around the part
  kOutsideIsWilling,
  kOutsideRefuses,
  kNeighboursOnly,
  kThreeRingsOnly,
  // what is taken for done, for alike, for harmless
  kLeavesOutWhoIsThere,
  kLeavesOutTheWilling,
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

// Explores the components that the goal depends on and no other, a conjunction in groups that share no rule:
// right with PartialBug::kNone, wrong in one place with any other. It gives no evidence, so that mistakes
// must show in verdicts alone, and gives up on parts that are large.
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
