#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "property/property.h"
#include "search/level/level_search.h"
#include "search/level/stuck_wide.h"
#include "search/level/stuck_word.h"
#include "search/steps/stuck.h"

namespace parley {

// The tables of a network that all watches of a search share, read only.
struct WatchTables {
  const Network& network;
  const RuleTables& tables;
  const StuckWord* stuck_word;   // null if states have several words, or a rule is not written out
};

// Decides whether an expanded state is a deadlock or a local deadlock. One per thread. A local deadlock is
// found by the fastest method that applies: StuckWord, StuckWide, or StuckComponents for rules that are not
// written out.
class DeadlockWatch {
 public:
  explicit DeadlockWatch(const WatchTables& watch_tables)
      : watch_tables_(watch_tables), state_(watch_tables.network.num_components()) {}
  bool is_deadlock(const ExpandedState& at);
  bool is_local_deadlock(const ExpandedState& at);

 private:
  WatchTables watch_tables_;
  std::unique_ptr<StuckWide> stuck_wide_;   // made at the first call that needs it, as is stuck_
  std::unique_ptr<StuckComponents> stuck_;
  std::vector<LocalState> state_;
};

// A StateWatch that counts deadlocks, local deadlocks, and states with a component in an error state.
class CountingWatch {
 public:
  explicit CountingWatch(const WatchTables& watch_tables) : deadlocks_of_(watch_tables) {}
  bool visit(const ExpandedState& at) {
    if (at.in_error) ++errors_;
    if (deadlocks_of_.is_deadlock(at)) ++deadlocks_;
    const bool is_stuck = deadlocks_of_.is_local_deadlock(at);
    if (is_stuck) ++local_deadlocks_;
    return is_stuck;
  }
  std::uint64_t deadlocks() const { return deadlocks_; }
  std::uint64_t local_deadlocks() const { return local_deadlocks_; }
  std::uint64_t errors() const { return errors_; }

 private:
  DeadlockWatch deadlocks_of_;
  std::uint64_t deadlocks_ = 0;
  std::uint64_t local_deadlocks_ = 0;
  std::uint64_t errors_ = 0;
};

// A StateWatch that finds the largest number of atoms that hold in one state, and counts states with a
// component in an error state. A place of a Petri net is such an atom: it holds while the place has its
// token.
class TokenWatch {
 public:
  TokenWatch(const WatchTables& watch_tables, std::span<const Atom> atoms);
  bool visit(const ExpandedState& at) {
    std::uint64_t tokens = 0;
    for (const Column& column : columns_)
      tokens += weights_[column.first + ((at.words[column.field.word] & column.field.mask()) >> column.field.shift)];
    most_ = std::max(most_, tokens);
    if (at.in_error) ++errors_;
    return false;
  }
  std::uint64_t most() const { return most_; }
  std::uint64_t errors() const { return errors_; }

 private:
  struct Column {
    StateLayout::Field field;
    std::size_t first = 0;   // index of its state 0 in weights_
  };
  std::vector<Column> columns_;          // the components that the atoms name
  std::vector<std::uint32_t> weights_;   // per column and local state: the number of atoms that it satisfies
  std::uint64_t most_ = 0;
  std::uint64_t errors_ = 0;
};

// A StateWatch that looks for states to which traces of the properties lead. Of several such states in one
// level it keeps the first in the order of their words, so the choice does not depend on threads.
class TargetWatch {
 public:
  // 'open' says which properties are not answered yet; it may change between levels.
  TargetWatch(const WatchTables& watch_tables, std::span<const Property> properties, const std::vector<std::uint8_t>& open);
  bool visit(const ExpandedState& at) {
    bool is_stuck = false;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      if (open_[i] == 0 || !is_target(i, at)) continue;
      keep(i, at.words);
      is_stuck = is_stuck || targets_[i].kind == PropertyKind::kLocalDeadlock;
    }
    return is_stuck;
  }
  // The words of the state found for a property in this level, or none. Removes them.
  std::vector<std::uint64_t> take(std::size_t property) { return std::exchange(found_[property], {}); }

 private:
  struct Target {
    PropertyKind kind;
    std::optional<PredicateEvaluator> formula;
    std::vector<StateLayout::Field> automata;      // of a safety property: these must not be in an error state
    std::vector<std::vector<LocalState>> errors;   // the error states of each automaton
  };
  bool is_target(std::size_t property, const ExpandedState& at);
  void keep(std::size_t property, std::span<const std::uint64_t> words);

  WatchTables watch_tables_;
  const std::vector<std::uint8_t>& open_;
  DeadlockWatch deadlocks_of_;
  std::vector<Target> targets_;
  std::vector<std::vector<std::uint64_t>> found_;
};

}   // namespace parley
