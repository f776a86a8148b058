#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "search/level/rule_tables.h"
#include "search/level/state_keys.h"

// The roles around LevelSearch (search/level/level_search.h), as concepts:
//
// - a *space* expands states: it says which successors a state has (WordSpace, WideSpace, ReducedSpace);
// - a *sink* takes the successors; LevelSearch provides it;
// - a *watch* looks at each expanded state: it counts states, or keeps those that a trace should lead to.

namespace parley {

// A state at the moment it is expanded.
struct ExpandedState {
  std::span<const std::uint64_t> words;
  std::size_t transitions = 0;                 // that were taken
  std::size_t left_out = 0;                    // enabled rules that were not taken
  std::span<const std::uint64_t> touched;      // per word: all bits of the participants of enabled rules; empty: not known
  std::span<const RuleTables::Part> entered;   // the move by which the state was found first; empty: not known
  bool from_stuck = false;                     // it was found from a state with stuck components
  bool in_error = false;                       // some component is in an error state
  bool can_move = false;                       // some rule is enabled
};

// Takes the successors of a state.
//   add(key, note)  one successor; the note comes back when that state is expanded
//   tick()          one more transition was tried: checks the limits now and then, since a state may have
//                   millions of transitions
//   make_room()     the tree of state parts is full; it has grown when this returns
template <class Sink>
concept StateSink = requires(const Sink& sink, std::uint64_t key, std::uint32_t note) {
  sink.add(key, note);
  sink.tick();
  sink.make_room();
};

// An archetype of a sink, for the next concept. Declared only, never used in an evaluated expression.
struct AnySink {
  void add(std::uint64_t key, std::uint32_t note) const;
  void tick() const;
  void make_room() const;
};

// Expands states. Each thread has a Worker of its own, made from the space and the keys.
//   expand(key, note, sink)  expands the state with this key, which was found with this note. It may already
//                            pass successors to the sink.
//   emit(sink, is_stuck)     passes the other successors of that state to the sink. 'is_stuck' is what the
//                            watch answered for the state.
template <class Space>
concept StateSpace =
    std::constructible_from<typename Space::Worker, Space&, const StateKeys&> &&
    requires(typename Space::Worker& worker, std::uint64_t key, std::uint32_t note, const AnySink& sink, bool is_stuck) {
      { worker.expand(key, note, sink) } -> std::same_as<ExpandedState>;
      worker.emit(sink, is_stuck);
    };

// Looks at each expanded state, before the rest of its successors is emitted. Each thread has an instance of
// its own, so a watch needs no lock. visit() answers whether the state has stuck components; false if it did
// not look.
template <class Watch>
concept StateWatch = std::move_constructible<Watch> && requires(Watch& watch, const ExpandedState& at) {
  { watch.visit(at) } -> std::same_as<bool>;
};

}   // namespace parley
