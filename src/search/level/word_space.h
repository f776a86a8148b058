#pragma once

#include "search/level/level_search.h"
#include "search/level/rule_tables.h"

namespace parley {

// All successors of a state, for states of one word. A StateSpace (search/level/roles.h).
class WordSpace {
 public:
  explicit WordSpace(const RuleTables& tables) : tables_(tables) {}

  class Worker {
   public:
    Worker(const WordSpace& space, const StateKeys&) : tables_(space.tables_) {}

    // The note of a state says by which move it was found, and whether that was from a state with stuck
    // components.
    template <StateSink Sink>
    ExpandedState expand(std::uint64_t key, std::uint32_t note, const Sink& sink) {
      word_ = key;
      expanded_ = {};
      ExpandedState state = {.words = {&word_, 1}};
      if (tables_.has_errors() && tables_.in_error(state.words)) {
        state.in_error = true;
        return state;
      }
      expanded_ = tables_.expand_word(word_, scratch_);
      state.transitions =
          expanded_.transitions + tables_.expand_rest(state.words, scratch_, [&](std::span<const StateTree::Change> changes) {
            sink.tick();
            if (!changes.empty()) sink.add(changes[0].value, 0);
          });
      state.can_move = state.transitions != 0;
      state.touched = {&expanded_.touched, 1};
      if (const std::uint32_t move = note & ~kFromStuck; move != 0 && tables_.all_written_out())
        state.entered = tables_.move(move - 1);
      state.from_stuck = (note & kFromStuck) != 0;
      return state;
    }
    template <StateSink Sink>
    void emit(const Sink& sink, bool is_stuck) {
      const std::uint32_t flag = is_stuck ? kFromStuck : 0;
      for (std::size_t i = 0; i < expanded_.successors; ++i) sink.add(scratch_.successors[i], (scratch_.moves[i] + 1) | flag);
    }

   private:
    const RuleTables& tables_;
    RuleTables::Scratch scratch_;
    RuleTables::Expanded expanded_{};
    std::uint64_t word_ = 0;
  };

 private:
  static constexpr std::uint32_t kFromStuck = 1u << 31;

  const RuleTables& tables_;
};
static_assert(StateSpace<WordSpace>);

}   // namespace parley
