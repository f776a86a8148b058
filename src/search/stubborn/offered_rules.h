#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// What each component offers in each of its states, as a table: the rules that it does not refuse, and one
// bit per label.
//
// Immutable. Memory: 4 bytes per component, local state and rule offered there; 8 bytes per local state of a
// component; and one bit per state and label of a template, if that is at most a few times its edges (else a
// label is looked up in the edges). The constructor announces its size to the limits. Throws Stopped if they
// forbid it.
class OfferedRules {
 public:
  OfferedRules(const Network& network, const Limits& limits);

  // The rules that name 'component' and that it does not refuse in 'state', grouped by its label.
  std::span<const RuleId> of(ComponentId component, LocalState state) const {
    const std::size_t row = first_row_[component.index()] + state.index();
    return std::span(rules_).subspan(begins_[row], begins_[row + 1] - begins_[row]);
  }

  // Whether the participant offers its label in 'state'.
  bool offers(const Participant& p, LocalState state) const {
    const Bits& bits = bits_[p.component.index()];
    if (bits.words_per_state == 0) return network_.lts(p.component).offers(state, p.label);
    const std::size_t word = bits.first + state.index() * bits.words_per_state + p.label.index() / 64;
    return (words_[word] >> (p.label.index() % 64) & 1) != 0;
  }

 private:
  struct Bits {
    std::size_t first = 0;             // index of the word of state 0, label 0
    std::size_t words_per_state = 0;   // 0: too many; the edges are searched instead
  };
  void fill_bits(const Limits& limits);
  void fill_rules(const Limits& limits);

  const Network& network_;
  std::vector<std::size_t> first_row_;   // per component: the row of its state 0
  std::vector<std::size_t> begins_;      // per row: the first of its rules
  std::vector<RuleId> rules_;
  std::vector<Bits> bits_;             // per component: those of its template
  std::vector<std::uint64_t> words_;   // per template, state and label
};

}   // namespace parley
