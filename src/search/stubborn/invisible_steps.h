#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "property/property.h"

namespace parley {

// Invisible steps: every atom keeps its truth, every sum its value and every automaton asked about its state,
// and no component enters an error state.
//
// A sum may keep its value because one participant gives what another takes, as when a token is passed on. A
// table gives, per local state, what a component contributes to each sum; a single atom is a sum with one
// term. A call costs the sums of the formulas over the participants of the rule.
class InvisibleSteps {
 public:
  InvisibleSteps(const Network& network, std::span<const Property> properties);

  // Whether this step of the rule is invisible.
  bool is_invisible(RuleId rule, std::span<const LocalState> from, std::span<const LocalState> to);

  // Whether the rule, enabled in 'state', has an invisible step there. May answer no if only a combination of
  // several edges of several participants is invisible.
  bool has_invisible_step(RuleId rule, std::span<const LocalState> state);

 private:
  struct Part {
    std::uint32_t sum;
    std::uint64_t weight;   // modulo 2^64: true sums differ by less, so equality is exact
    std::vector<LocalState> states;
  };
  // The contributions of one component: the numbers of its sums, and as many values for each of its states.
  struct Table {
    std::vector<std::uint32_t> sums;
    std::vector<std::uint64_t> values;
  };

  void collect(const Predicate& formula, std::vector<std::vector<Part>>& parts);
  static Table table_of(const std::vector<Part>& parts, std::size_t num_states);
  bool is_unchanged(ComponentId component, LocalState from, LocalState to) const;
  void add_change(ComponentId component, LocalState from, LocalState to);
  bool nothing_changed();   // and resets the changes

  const Network& network_;
  std::uint32_t num_sums_ = 0;
  std::vector<Table> tables_;            // per component
  std::vector<std::uint64_t> changes_;   // per sum
  std::vector<std::uint32_t> changed_;   // sums that were touched
};

}   // namespace parley
