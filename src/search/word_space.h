#pragma once

#include "search/level_search.h"
#include "search/rule_tables.h"

namespace parley {

// All successors of states of one word.
class WordSpace {
 public:
  explicit WordSpace(const RuleTables& tables) : tables_(tables) {}

  class Worker {
   public:
    Worker(const WordSpace& space, const StateKeys&) : tables_(space.tables_) {}

    template <class Sink>
    ExpandedState expand(std::uint64_t key, std::uint32_t, const Sink& sink) {
      word_ = key;
      const std::span<const std::uint64_t> words(&word_, 1);
      if (tables_.has_errors() && tables_.in_error(words)) return {.words = words, .in_error = true};
      const RuleTables::Expanded expanded = tables_.expand_word(word_, scratch_);
      for (std::size_t i = 0; i < expanded.successors; ++i) sink.add(scratch_.successors[i]);
      return {.words = words, .transitions = expanded.transitions, .touched = expanded.touched, .can_move = expanded.transitions != 0};
    }

   private:
    const RuleTables& tables_;
    RuleTables::Scratch scratch_;
    std::uint64_t word_ = 0;
  };

 private:
  const RuleTables& tables_;
};

}  // namespace parley
