#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// What every component offers in each of its states, as a table: the rules that it would let pass, and one
// bit a label.
//
// Immutable. 4 bytes for each component, state of it and rule that it offers there, 4 a state of a component;
// besides a bit for each state and label of a template, where that is no more than a few times its edges
// (else a label is looked up in the edges). The constructor announces its size to the limits and throws
// Stopped where they forbid it.
class OfferedRules {
 public:
  OfferedRules(const Network& network, const Limits& limits);

  // The rules that 'component' does not refuse in 'state' and that name it, grouped by its label.
  std::span<const RuleId> of(ComponentId component, LocalState state) const {
    const std::size_t row = first_row_[component.index()] + state.index();
    return std::span(rules_).subspan(begins_[row], begins_[row + 1] - begins_[row]);
  }

  // Whether the participant offers its label in 'state'.
  bool offers(const Participant& p, LocalState state) const {
    const Bits& bits = bits_[p.component.index()];
    if (bits.words_a_state == 0) return network_.lts(p.component).offers(state, p.label);
    const std::size_t word = bits.first + state.index() * bits.words_a_state + p.label.index() / 64;
    return (words_[word] >> (p.label.index() % 64) & 1) != 0;
  }

 private:
  struct Bits {
    std::size_t first = 0;           // word of state 0, label 0
    std::size_t words_a_state = 0;   // 0: too many, ask the edges
  };
  void fill_bits(const Limits& limits);
  void fill_rules(const Limits& limits);

  const Network& network_;
  std::vector<std::size_t> first_row_;   // component -> row of its state 0
  std::vector<std::size_t> begins_;      // row -> first of its rules
  std::vector<RuleId> rules_;
  std::vector<Bits> bits_;             // by component
  std::vector<std::uint64_t> words_;   // by template, state, label
};

}   // namespace parley
