#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/leap/formula_model.h"
#include "engine/leap/local_parts.h"
#include "property/property.h"
#include "search/steps/stuck.h"

namespace parley::leap {

// What a node of the leap graph has inside: a state that a property asks about.
struct Finding {
  std::vector<LocalState> state;     // by component, in the reach of its node
  std::optional<RuleId> last;        // and a step by this rule, into an error state
  std::vector<LocalState> targets;   // of its participants
};

// Looks for such states. One a thread.
//
// For deadlocks every component must be at rest, and only rests that offer little matter; where a component
// has several of them, SAT chooses. Linear in the network otherwise. A formula is looked for in the states of
// the node and in those that a step from them into an error enters.
class Inside {
 public:
  Inside(const Network& network, const LocalParts& parts, std::span<const Property> properties, const Limits& limits);

  // 'node' gives the node of each component, none of them an error state. Not for `property`, which nodes
  // show by themselves. Throws Stopped.
  std::optional<Finding> find(std::size_t property, std::span<const LocalState> node);
  // The same of a formula, where it is known that it is true in no state of the node itself: only what steps
  // into errors lead to.
  std::optional<Finding> find_in_error(std::size_t property, std::span<const LocalState> node);

 private:
  class Choices;

  std::optional<Finding> find_deadlock(std::span<const LocalState> node);
  std::optional<Finding> find_local_deadlock(std::span<const LocalState> node);
  std::optional<Finding> find_formula(FormulaModel& model, std::span<const LocalState> node);
  std::optional<Finding> find_formula_in_error(FormulaModel& model, std::span<const LocalState> node);
  bool can_err(RuleId rule, std::span<const LocalState> node) const;
  bool enter(RuleId rule, std::span<const LocalState> node);
  std::optional<LocalState> source(const Participant& participant, LocalState target, std::span<const LocalState> node) const;
  std::vector<LocalState> where_they_are(std::span<const LocalState> node) const;

  const LocalParts::Kind& kind(ComponentId component) const { return parts_.kind(component); }
  std::span<const LocalParts::Rest> rests(ComponentId component, std::span<const LocalState> node) const {
    return kind(component).rests(node[component.index()].index());
  }
  std::span<const LocalState> reach(ComponentId component, std::span<const LocalState> node) const {
    return kind(component).reach(node[component.index()].index());
  }

  const Network& network_;
  const LocalParts& parts_;
  std::span<const Property> properties_;
  const Limits& limits_;
  std::vector<std::optional<FormulaModel>> formulas_;   // by property
  std::vector<RuleId> risky_;                           // rules by which somebody may enter an error state
  Pulse pulse_;                                         // over risky rules
  StuckComponents stuck_;
  std::vector<std::vector<LocalState>> entered_;   // by participant
  std::vector<std::uint32_t> participant_of_;      // by component: 1 + its number in the rule at hand, or 0
};

}   // namespace parley::leap
