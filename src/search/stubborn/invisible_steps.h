#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "property/property.h"

namespace parley {

// Steps that some properties do not notice: every atom keeps its truth, every sum its value and every
// automaton its state, and nobody enters an error state.
//
// A sum may stay the same because what one participant takes another gives, as with a token that is passed
// on. What a component contributes to which sum is tabulated by its states; an atom that stands alone is a
// sum of one. Asking costs the formulas' sums over the participants.
class QuietSteps {
 public:
  QuietSteps(const Network& network, std::span<const Property> properties);

  // Whether this step of the rule is quiet.
  bool is_quiet(RuleId rule, std::span<const LocalState> from, std::span<const LocalState> to);

  // Whether the rule, enabled in 'state', has a quiet step there. May say no where only a combination of
  // several edges of several participants would be quiet.
  bool has_quiet_step(RuleId rule, std::span<const LocalState> state);

 private:
  struct Part {
    std::uint32_t sum;
    std::uint64_t weight;   // modulo 2^64: the true sums differ by less
    std::vector<LocalState> states;
  };
  // The contributions of one component: 'sums' numbers, then as many values for each of its states.
  struct Table {
    std::vector<std::uint32_t> sums;
    std::vector<std::uint64_t> values;
  };

  void collect(const Predicate& formula, std::vector<std::vector<Part>>& parts);
  static Table table_of(const std::vector<Part>& parts, std::size_t num_states);
  bool is_unchanged(ComponentId component, LocalState from, LocalState to) const;
  void add_change(ComponentId component, LocalState from, LocalState to);
  bool nothing_changed();   // and starts anew

  const Network& network_;
  std::uint32_t num_sums_ = 0;
  std::vector<Table> tables_;            // by component
  std::vector<std::uint64_t> changes_;   // by sum
  std::vector<std::uint32_t> changed_;   // sums that were touched
};

}   // namespace parley
