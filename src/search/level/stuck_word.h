#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/level/rule_tables.h"

namespace parley {

// Whether a state of one word has stuck components, as search/steps/stuck.h finds them, in a fraction of the
// time.
//
// Starts where the search has already been: the participants of enabled rules are free. Then it looks only at
// components that are not: one is free as soon as it offers a label for a rule that nobody else refuses but
// components that are free. A set of components is the union of their bits in the word, so a rule is tried by
// one expression.
class StuckWord {
 public:
  StuckWord(const Network& network, const RuleTables& tables);   // of one word, all_written_out()

  // 'touched' as RuleTables::expand_word gives it; the state is without errors.
  //
  // 'entered' are the bits of the participants of a rule that led here from a state without stuck components,
  // or 0. A set of components that is blocked now and was not before has a member that moved: if all who
  // moved are free, nobody is stuck.
  bool any(std::uint64_t state, std::uint64_t touched, std::uint64_t entered) const {
    const std::uint64_t free = touched | observers_;
    const std::uint64_t asked = entered == 0 ? relevant_ : entered & relevant_;
    return (asked & ~free) != 0 && any_beyond(state, free, asked);
  }

 private:
  struct Field {
    std::uint64_t mask = 0;         // of its own bits
    std::uint64_t local_mask = 0;   // of its state, after the shift
    std::uint32_t shift = 0;
    std::uint32_t states = 0;   // where its local states begin in begins_
  };
  struct Offer {
    std::uint64_t mask;   // of the participants that may offer their labels
    std::uint64_t value;
    std::uint64_t refusers;   // of those that never do
  };
  bool any_beyond(std::uint64_t state, std::uint64_t free, std::uint64_t asked) const;
  bool frees(const Field& field, std::uint64_t state, std::uint64_t& free) const;

  std::uint64_t observers_ = 0;
  std::uint64_t relevant_ = 0;           // processes that some rule names
  std::array<Field, 64> fields_{};       // by bit: that of the component to which it belongs
  std::vector<std::uint32_t> begins_;    // local state -> its first offer
  std::vector<std::uint8_t> terminal_;   // local state
  std::vector<Offer> offers_;
};

}   // namespace parley
