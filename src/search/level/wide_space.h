#pragma once

#include "search/level/level_search.h"
#include "search/level/rule_tables.h"

namespace parley {

// All successors of a state, for states of two words or more. A StateSpace (search/level/roles.h).
class WideSpace {
 public:
  WideSpace(const RuleTables& tables, StateKeys& keys) : tables_(tables), keys_(keys) {}

  class Worker {
   public:
    Worker(WideSpace& space, const StateKeys& keys) : tables_(space.tables_), keys_(space.keys_), cursor_(keys) {}

    // The note of a state says by which move it was found, and whether that was from a state with stuck
    // components.
    template <StateSink Sink>
    ExpandedState expand(std::uint64_t key, std::uint32_t note, const Sink& sink) {
      found_.clear();
      ExpandedState state = {.words = keys_.seek(key, cursor_)};
      if (tables_.has_errors() && tables_.in_error(state.words)) {
        state.in_error = true;
        return state;
      }
      state.transitions =
          tables_.expand(state.words, scratch_, [&](std::span<const StateTree::Change> changes, std::uint32_t move) {
            sink.tick();
            if (!changes.empty()) found_.push_back({key_of(changes, sink), move + 1});
          });
      state.transitions += tables_.expand_rest(state.words, scratch_, [&](std::span<const StateTree::Change> changes) {
        sink.tick();
        if (!changes.empty()) sink.add(key_of(changes, sink), 0);
      });
      state.can_move = state.transitions != 0;
      state.touched = scratch_.touched;
      if (const std::uint32_t move = note & ~kFromStuck; move != 0) state.entered = tables_.move(move - 1);
      state.from_stuck = (note & kFromStuck) != 0;
      return state;
    }
    template <StateSink Sink>
    void emit(const Sink& sink, bool is_stuck) {
      for (const Found& found : found_) sink.add(found.key, found.note | (is_stuck ? kFromStuck : 0));
    }

   private:
    template <StateSink Sink>
    std::uint64_t key_of(std::span<const StateTree::Change> changes, const Sink& sink) {
      for (;;) {
        const std::uint64_t key = keys_.successor(changes, cursor_);
        if (!keys_.has_no_room(key)) return key;
        sink.make_room();
      }
    }

    struct Found {
      std::uint64_t key;
      std::uint32_t note;
    };
    const RuleTables& tables_;
    StateKeys& keys_;
    StateKeys::Cursor cursor_;
    RuleTables::Scratch scratch_;
    std::vector<Found> found_;
  };

 private:
  static constexpr std::uint32_t kFromStuck = 1u << 31;

  const RuleTables& tables_;
  StateKeys& keys_;
};
static_assert(StateSpace<WideSpace>);

}   // namespace parley
