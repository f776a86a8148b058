#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/level/rule_tables.h"

namespace parley {

// Whether a state of several words has stuck components: the algorithm of search/level/stuck_word.h, with one
// mask per word. One per thread.
class StuckWide {
 public:
  StuckWide(const Network& network, const RuleTables& tables);   // REQUIRES: tables.all_written_out()

  // 'touched' and 'entered' as in ExpandedState, empty if not known. The state is without errors.
  bool any(std::span<const std::uint64_t> words, std::span<const std::uint64_t> touched,
           std::span<const RuleTables::Part> entered);

 private:
  struct Field {
    std::uint64_t mask = 0;
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    std::uint32_t states = 0;   // index of its local state 0 in begins_ and terminal_
  };
  bool all_free(std::span<const std::uint64_t> asked) const;
  bool frees(const Field& field, std::span<const std::uint64_t> words);
  // Tries every component of 'of' that is not free; answers whether one was freed.
  bool free_some(std::span<const std::uint64_t> of, std::span<const std::uint64_t> words);
  std::size_t local(const Field& field, std::span<const std::uint64_t> words) const {
    return field.states + ((words[field.word] & field.mask) >> field.shift);
  }

  const RuleTables& tables_;
  std::vector<std::uint64_t> observers_;
  std::vector<std::uint64_t> relevant_;   // components that some rule names, without observers
  std::vector<Field> fields_;             // per bit of all words: the component to which it belongs
  std::vector<std::uint32_t> begins_;     // per local state: its first offer
  std::vector<std::uint8_t> terminal_;    // per local state: whether it is terminal
  std::vector<std::uint32_t> offers_;     // moves; dead moves are numbered after the others
  std::vector<std::uint64_t> free_;
  std::vector<std::uint64_t> asked_;
};

}   // namespace parley
