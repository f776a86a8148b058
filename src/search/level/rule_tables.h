#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"
#include "net/network.h"
#include "net/state_layout.h"
#include "store/state_tree.h"

namespace parley {

// Successors of packed states, by tables. Used by WordSpace and WideSpace.
//
// Each rule is written out as *moves*. A move is one choice of an edge for each participant: which bits the
// state must have, and which bits flip. The bits of a state are divided into clusters of a few components. A
// table gives, for each value of a cluster, the moves that the value may enable. So a state costs one look-up
// per cluster and one comparison per candidate, of which there are few. A rule that would have too many moves
// (many participants, each with many edges of the label) is not written out; it is tried at every state.
class RuleTables {
 public:
  RuleTables(const Network& network, const StateLayout& layout, const Limits& limits);

  // The part of a move in one word of the state.
  struct Part {
    std::uint64_t mask;    // all bits of the participants in this word
    std::uint64_t value;   // of those bits: the values that enable the move
    std::uint64_t flip;
    std::uint32_t word;
  };

  std::size_t num_words() const { return layout_.num_words(); }
  const StateLayout& layout() const { return layout_; }

  bool has_errors() const { return !errors_.empty(); }
  // Whether some component is in an error state. Such a state has no successors.
  bool in_error(std::span<const std::uint64_t> words) const {
    for (const Error& error : errors_)
      if ((words[error.word] & error.mask) == error.value) return true;
    return false;
  }

  // Buffers for expanding states; one per thread.
  struct Scratch {
    std::vector<std::uint64_t> successors;
    std::vector<std::uint32_t> moves;   // per successor: the move that leads to it
    std::vector<StateTree::Change> changes;
    std::vector<std::span<const Edge>> edges;
    std::vector<std::uint32_t> wheels;
    std::vector<std::uint64_t> touched;   // per word: all bits of the participants of enabled rules that are written out
  };

  // For a state of one word without errors: computes the successors by rules that are written out, in
  // scratch.successors, valid until the next call. A step that changes nothing counts in 'transitions' but is
  // not a successor. 'touched' has all bits of the participants of enabled rules.
  struct Expanded {
    std::size_t successors;
    std::size_t transitions;
    std::uint64_t touched;
  };
  Expanded expand_word(std::uint64_t state, Scratch& scratch) const;

  // The same for a state of any width: calls 'step(changes, move)' for each transition. 'changes' are the
  // words that change, with their new values, ascending by word; empty if nothing changes. Returns the number
  // of transitions.
  template <class Step>
  std::size_t expand(std::span<const std::uint64_t> words, Scratch& scratch, const Step& step) const {
    std::size_t transitions = 0;
    scratch.touched.assign(words.size(), 0);
    for (const Cluster& cluster : clusters_) {
      const std::size_t value = (words[cluster.word] >> cluster.shift) & cluster.mask;
      for (std::uint32_t i = begins_[cluster.table + value]; i < begins_[cluster.table + value + 1]; ++i) {
        const std::span<const Part> parts = move(candidates_[i]);
        bool enabled = true;
        for (const Part& part : parts) enabled = enabled && (words[part.word] & part.mask) == part.value;
        if (!enabled) continue;
        ++transitions;
        scratch.changes.clear();
        for (const Part& part : parts) {
          scratch.touched[part.word] |= part.mask;
          if (part.flip != 0) scratch.changes.push_back({part.word, words[part.word] ^ part.flip});
        }
        step(std::span<const StateTree::Change>(scratch.changes), candidates_[i]);
      }
    }
    return transitions;
  }

  // The transitions by rules that are not written out, for a state of any width: calls 'step(changes)'. A
  // state may have any number of them.
  template <class Step>
  std::size_t expand_rest(std::span<const std::uint64_t> words, Scratch& scratch, const Step& step) const {
    std::size_t transitions = 0;
    for (RuleId rule : unexpanded_) transitions += for_each_choice(rule, words, scratch, step);
    return transitions;
  }

  // For the search for stuck components (search/level/stuck_word.h, stuck_wide.h): whether every rule is
  // written out and every component has bits of its own. A component with a single state has no bits in a
  // state; it gets one that the state leaves unused.
  bool all_written_out() const { return all_written_out_; }
  std::size_t num_moves() const { return part_begins_.size() - 1; }
  std::span<const Part> move(std::size_t index) const {
    return std::span(parts_).subspan(part_begins_[index], part_begins_[index + 1] - part_begins_[index]);
  }
  // Rules that can never fire, because some participant has no edge of its label: what the other participants
  // offer, and in 'flip' the bits of the participants that never offer their label.
  std::size_t num_dead_moves() const { return dead_begins_.size() - 1; }
  std::span<const Part> dead_move(std::size_t index) const {
    return std::span(dead_).subspan(dead_begins_[index], dead_begins_[index + 1] - dead_begins_[index]);
  }
  std::uint64_t field_mask(ComponentId component) const {
    return masks_[component.index()];
  }   // of the component's bits, in its word

 private:
  struct Error {
    std::uint64_t mask;
    std::uint64_t value;
    std::uint32_t word;
  };
  struct Cluster {
    std::uint64_t mask;   // after the shift
    std::uint32_t word;
    std::uint32_t shift;
    std::size_t table;   // index of its value 0 in begins_
  };

  void find_masks();
  void find_errors();
  void write_out_rules(const Limits& limits);
  using Options = std::span<const std::pair<LocalState, LocalState>>;   // the edges of a participant for its label: from, to
  void write_out(RuleId rule, std::span<const Options> options);
  void write_out_dead(RuleId rule, std::span<const Options> options);
  void form_clusters(unsigned bits, const Limits& limits);
  void fill_tables(const Limits& limits);
  std::size_t home_of(std::uint32_t move) const;
  // Collects the edges of each participant; false if one has none.
  bool gather(RuleId rule, std::span<const std::uint64_t> words, Scratch& scratch) const;
  bool next_choice(Scratch& scratch) const;
  void make_changes(RuleId rule, std::span<const std::uint64_t> words, Scratch& scratch) const;
  template <class Step>
  std::size_t for_each_choice(RuleId rule, std::span<const std::uint64_t> words, Scratch& scratch, const Step& step) const {
    if (!gather(rule, words, scratch)) return 0;
    std::size_t transitions = 0;
    do {
      ++transitions;
      make_changes(rule, words, scratch);
      step(std::span<const StateTree::Change>(scratch.changes));
    } while (next_choice(scratch));
    return transitions;
  }

  const Network& network_;
  StateLayout layout_;
  std::vector<std::uint64_t> masks_;   // per component: its bits, in its word
  bool all_written_out_ = true;
  std::vector<Error> errors_;
  std::vector<Part> parts_;   // of all moves
  std::vector<std::uint32_t> part_begins_{0};
  std::vector<Part> dead_;
  std::vector<std::uint32_t> dead_begins_{0};
  std::vector<RuleId> unexpanded_;
  std::vector<Cluster> clusters_;
  std::vector<std::uint32_t> begins_;       // per cluster and value: its first candidate
  std::vector<std::uint32_t> candidates_;   // per cluster and value: the moves that may be enabled
  std::size_t most_candidates_ = 0;         // the most candidates that one state can have
};

}   // namespace parley
