#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "base/limits.h"
#include "base/progress.h"
#include "evidence/evidence.h"
#include "search/successors.h"
#include "store/row_index.h"

namespace parley {

// Breadth-first search over the reachable states of a network: the first path found to a state is a shortest one.
//
// States are numbered in the order they are found and kept bit-packed in a table that can become a closed-set certificate
// without being copied; besides, 4 bytes a state for its parent and about 8 for finding it again.
class BreadthFirst {
 public:
  struct Settings {
    unsigned initial_bits = 10;       // log2 of the first size of the hash table
    std::uint64_t most_states = 0;    // stop beyond this many; 0 = no such limit
  };

  BreadthFirst(const Network& network, const Settings& settings, const Limits& limits, Progress& progress);

  // A state at the moment it is expanded.
  struct Expanded {
    std::uint32_t number;                     // in the order of discovery
    std::span<const LocalState> state;
    std::size_t transitions;                  // out of this state
    bool in_error;
  };

  // Explores until 'visit(const Expanded&)' answers false or everything was seen. Says whether everything was. Throws Stopped.
  template <class Visit>
  bool run(const Visit& visit) {
    return run(visit, [](std::uint32_t, RuleId, std::uint32_t) {});
  }
  // As above; 'edge(from, rule, to)' is called for every transition, before the visit of its source.
  template <class Visit, class OnEdge>
  bool run(const Visit& visit, const OnEdge& edge) {
    std::vector<LocalState> state(network_.num_components());
    for (; next_ < states_.size(); ++next_) {
      if (pulse_.beat()) report();
      if (next_ == level_end_) {
        ++depth_;
        level_end_ = static_cast<std::uint32_t>(states_.size());
      }
      states_.read(next_, state);
      std::ranges::copy(states_.words(next_), from_.begin());
      const std::size_t transitions = successors_.for_each(state, [&](RuleId rule, std::span<const LocalState> target) {
        // One state may have millions of successors.
        if (successor_pulse_.beat()) report();
        pack_successor(rule, target);
        edge(next_, rule, find_or_add(next_));
        return true;
      });
      transitions_ += transitions;
      frontier_peak_ = std::max<std::uint64_t>(frontier_peak_, states_.size() - next_ - 1);
      const bool in_error = transitions == 0 && successors_.in_error(state);
      if (!visit(Expanded{next_, state, transitions, in_error})) return false;
    }
    return true;
  }

  // A shortest run from the initial state to the state with this number.
  Trace trace_to(std::uint32_t number);

  std::uint64_t num_states() const { return states_.size(); }
  std::uint64_t num_transitions() const { return transitions_; }
  std::uint64_t depth() const { return depth_; }               // of the state expanded last
  std::uint64_t frontier_peak() const { return frontier_peak_; }

  const StateTable& states() const { return states_; }
  StateTable take_states() && { return std::move(states_); }   // all states found

 private:
  void pack_successor(RuleId rule, std::span<const LocalState> target);   // of from_, into packed_
  std::uint32_t find_or_add(std::uint32_t parent);                        // of the state in packed_
  void make_room();
  void report() const;

  const Network& network_;
  Settings settings_;
  const Limits& limits_;
  Progress& progress_;
  Pulse pulse_;
  Pulse successor_pulse_;
  Successors successors_;
  StateTable states_;
  RowIndex rows_;
  std::vector<std::uint32_t> parents_;       // the initial state is its own
  std::vector<std::uint64_t> from_;          // the row that is expanded: the table may move while it grows
  std::vector<std::uint64_t> packed_;        // one of its successors
  std::uint32_t next_ = 0;
  std::uint32_t level_end_ = 1;
  std::uint64_t depth_ = 0;
  std::uint64_t transitions_ = 0;
  std::uint64_t frontier_peak_ = 0;
};

}  // namespace parley
