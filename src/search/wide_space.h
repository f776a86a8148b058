#pragma once

#include "search/level_search.h"
#include "search/rule_tables.h"

namespace parley {

// All successors of states of two words or more.
class WideSpace {
 public:
  WideSpace(const RuleTables& tables, StateKeys& keys) : tables_(tables), keys_(keys) {}

  class Worker {
   public:
    Worker(WideSpace& space, const StateKeys& keys) : tables_(space.tables_), keys_(space.keys_), cursor_(keys) {}

    template <class Sink>
    ExpandedState expand(std::uint64_t key, std::uint32_t, const Sink& sink) {
      const std::span<const std::uint64_t> words = keys_.seek(key, cursor_);
      if (tables_.has_errors() && tables_.in_error(words)) return {.words = words, .in_error = true};
      const std::size_t transitions = tables_.expand(words, scratch_, [&](std::span<const StateTree::Change> changes) {
        if (!changes.empty()) sink.add(key_of(changes, sink), 0);
      });
      return {.words = words, .transitions = transitions, .can_move = transitions != 0};
    }

    template <class Sink>
    void emit(const Sink&, bool) {}

   private:
    template <class Sink>
    std::uint64_t key_of(std::span<const StateTree::Change> changes, const Sink& sink) {
      for (;;) {
        const std::uint64_t key = keys_.successor(changes, cursor_);
        if (key != StateTree::kFull) return key;
        sink.make_room();
      }
    }

    const RuleTables& tables_;
    StateKeys& keys_;
    StateKeys::Cursor cursor_;
    RuleTables::Scratch scratch_;
  };

 private:
  const RuleTables& tables_;
  StateKeys& keys_;
};

}  // namespace parley
