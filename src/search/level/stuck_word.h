#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/level/rule_tables.h"

namespace parley {

// Whether a state of one word has stuck components, as search/steps/stuck.h defines them, in a fraction of
// the time.
//
// The participants of enabled rules are free; the search has computed them already. A component that is not
// free becomes free if it offers a label for a rule that only free components refuse. A set of components is
// the union of their bits in the word, so testing a rule takes one expression.
class StuckWord {
 public:
  StuckWord(const Network& network, const RuleTables& tables);   // REQUIRES: states of one word, tables.all_written_out()

  // 'touched' is what RuleTables::expand_word computed. The state is without errors.
  //
  // 'entered' are the bits of the participants of a rule that led here from a state without stuck components,
  // or 0 if that is not known. A set of components that is blocked now and was not blocked before contains a
  // component that moved. So if all components that moved are free, no component is stuck.
  bool any(std::uint64_t state, std::uint64_t touched, std::uint64_t entered) const {
    const std::uint64_t free = touched | observers_;
    const std::uint64_t asked = entered == 0 ? relevant_ : entered & relevant_;
    return (asked & ~free) != 0 && any_beyond(state, free, asked);
  }

 private:
  struct Field {
    std::uint64_t mask = 0;         // its bits, with the extra bit of a component with one state
    std::uint64_t local_mask = 0;   // its bits in the state, after the shift
    std::uint32_t shift = 0;
    std::uint32_t states = 0;   // index of its local state 0 in begins_ and terminal_
  };
  struct Offer {
    std::uint64_t mask;   // participants that can offer their labels
    std::uint64_t value;
    std::uint64_t refusers;   // participants that never offer their labels
  };
  bool any_beyond(std::uint64_t state, std::uint64_t free, std::uint64_t asked) const;
  bool frees(const Field& field, std::uint64_t state, std::uint64_t& free) const;

  std::uint64_t observers_ = 0;
  std::uint64_t relevant_ = 0;           // components that some rule names, without observers
  std::array<Field, 64> fields_{};       // per bit of the word: the component to which it belongs
  std::vector<std::uint32_t> begins_;    // per local state: its first offer
  std::vector<std::uint8_t> terminal_;   // per local state: whether it is terminal
  std::vector<Offer> offers_;
};

}   // namespace parley
