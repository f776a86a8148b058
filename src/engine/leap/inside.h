#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/leap/formula_model.h"
#include "engine/leap/local_parts.h"
#include "property/property.h"
#include "search/steps/stuck.h"

namespace parley::leap {

// A state inside a node of the leap graph that a property asks about.
struct Finding {
  std::vector<LocalState> state;     // by component, in the reach of its node
  std::optional<RuleId> last;        // then a step by this rule into an error state
  std::vector<LocalState> targets;   // of the participants of 'last'
};

// Looks for such states. One per thread.
//
// In a deadlock every component is at rest, and only rests that offer few labels matter. If a component has
// several of them, a SAT solver chooses; otherwise the search is linear in the network. A formula is looked
// for in the states of the node, and in the targets of steps from them into error states.
class Inside {
 public:
  Inside(const Network& network, const LocalParts& parts, std::span<const Property> properties, const Limits& limits);

  // 'node' has the node of each component, none of them an error state. Not for `property`, which the nodes
  // alone decide. Throws Stopped.
  std::optional<Finding> find(std::size_t property, std::span<const LocalState> node);
  // The same for a formula that holds in no state of the node itself: examines only the targets of steps into
  // error states.
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
  std::vector<LocalState> node_states(std::span<const LocalState> node) const;

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
  std::vector<RuleId> risky_;                           // rules that may lead a participant into an error state
  Pulse pulse_;                                         // beats once per risky rule
  StuckComponents stuck_;
  std::vector<std::vector<LocalState>> entered_;   // by participant
  std::vector<std::uint32_t> participant_of_;      // by component: 1 + its position in the current rule, or 0
};

}   // namespace parley::leap
