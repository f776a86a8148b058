#pragma once

#include <memory>
#include <span>
#include <vector>

#include "evidence/evidence.h"
#include "search/level/state_keys.h"
#include "store/compact_set.h"

namespace parley {

// An empty table with a column for every component, and memory for 'num_states' states. Throws Stopped if
// that is too much.
StateTable empty_table(const Network& network, std::uint64_t num_states, const Limits& limits);

// Adds packed states to a table, whose layout may differ from that of the search.
class TableRows {
 public:
  TableRows(const Network& network, const StateLayout& from, StateTable& table)
      : from_(from), table_(table), is_same_(from == StateLayout(network)), state_(network.num_components()) {}
  void add(std::span<const std::uint64_t> words) {
    if (is_same_) {
      table_.add_packed(words);
      return;
    }
    from_.unpack(words, state_);
    table_.add(state_);
  }

 private:
  const StateLayout& from_;
  StateTable& table_;
  bool is_same_;
  std::vector<LocalState> state_;
};

// All states of an unreduced search, as a closed set. The table of states is consumed: its memory is released
// while the set grows.
ClosedSetRef closed_set(const Network& network, StateKeys& keys, CompactSet& states, std::uint64_t num_states,
                        const Limits& limits);

}   // namespace parley
