#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/level/rule_tables.h"

namespace parley {

// Whether a state of several words has stuck components: what search/level/stuck_word.h does, with a mask for
// each word. One a thread.
class StuckWide {
 public:
  StuckWide(const Network& network, const RuleTables& tables);   // all_written_out()

  // 'touched' and 'entered' as in ExpandedState, empty if they are not known; the state is without errors.
  bool any(std::span<const std::uint64_t> words, std::span<const std::uint64_t> touched,
           std::span<const RuleTables::Part> entered);

 private:
  struct Field {
    std::uint64_t mask = 0;
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    std::uint32_t states = 0;   // where its local states begin in begins_
  };
  bool all_free(std::span<const std::uint64_t> asked) const;
  bool frees(const Field& field, std::span<const std::uint64_t> words);
  // Tries everybody of 'of' who is not free; whether somebody was freed.
  bool free_some(std::span<const std::uint64_t> of, std::span<const std::uint64_t> words);
  std::size_t local(const Field& field, std::span<const std::uint64_t> words) const {
    return field.states + ((words[field.word] & field.mask) >> field.shift);
  }

  const RuleTables& tables_;
  std::vector<std::uint64_t> observers_;
  std::vector<std::uint64_t> relevant_;   // processes that some rule names
  std::vector<Field> fields_;             // by bit of all words
  std::vector<std::uint32_t> begins_;     // local state -> its first offer
  std::vector<std::uint8_t> terminal_;    // local state
  std::vector<std::uint32_t> offers_;     // moves; dead ones numbered behind the others
  std::vector<std::uint64_t> free_;
  std::vector<std::uint64_t> asked_;
};

}   // namespace parley
