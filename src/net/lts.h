#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace parley {

using LocalState = Id<struct LocalStateTag>;   // a state of one component
using LocalLabel = Id<struct LocalLabelTag>;   // a label of one component's template

struct Edge {
  LocalLabel label;
  LocalState target;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

// A labelled transition system: the behaviour of one component, or of several equal ones (a template).
//
// Immutable. The edges are stored in one array without duplicates, sorted by source, label and target (CSR):
// 8 bytes per edge, 4 per state. Labels are local; the rules of the network give them their meaning in the
// system. A terminal state (END) has ended well; an error state (ERROR) stops the whole network. Neither has
// edges, and no state is both. A state can have one name, which is unique in the Lts, and any number of
// aliases, which several states may share ("BUFFER" for every BUFFER.i). A state without a given name is
// called by its number.
class Lts {
 public:
  std::size_t num_states() const { return rows_.size() - 1; }
  std::size_t num_labels() const { return labels_.size(); }
  std::size_t num_edges() const { return edges_.size(); }
  IdRange<LocalState> states() const { return IdRange<LocalState>(num_states()); }
  IdRange<LocalLabel> labels() const { return IdRange<LocalLabel>(num_labels()); }
  LocalState initial() const { return initial_; }

  std::span<const Edge> edges(LocalState from) const {
    assert(from.index() < num_states());
    return std::span(edges_).subspan(rows_[from.index()], rows_[from.index() + 1] - rows_[from.index()]);
  }
  std::span<const Edge> edges(LocalState from, LocalLabel label) const;   // binary search
  bool offers(LocalState from, LocalLabel label) const { return !edges(from, label).empty(); }

  bool is_terminal(LocalState state) const { return marks_[state.index()] == Mark::kTerminal; }
  bool is_error(LocalState state) const { return marks_[state.index()] == Mark::kError; }
  bool has_terminal() const { return has_terminal_; }
  bool has_error() const { return has_error_; }

  const std::string& label_name(LocalLabel label) const { return labels_[label.index()]; }
  std::string state_name(LocalState state) const;

  // All states that 'name' stands for, ascending; empty if there is none. A name stands for one state, an
  // alias for one or several.
  std::vector<LocalState> states_named(std::string_view name) const;
  // The aliases (name, state), sorted. Names are not included.
  const std::vector<std::pair<std::string, LocalState>>& aliases() const { return aliases_; }

  std::size_t bytes() const;

 private:
  friend class LtsBuilder;
  enum class Mark : std::uint8_t { kPlain, kTerminal, kError };

  LocalState initial_;
  bool has_terminal_ = false;
  bool has_error_ = false;
  std::vector<std::uint32_t> rows_{0};
  std::vector<Edge> edges_;
  std::vector<Mark> marks_;
  std::vector<std::string> labels_;
  std::vector<std::string> names_;                            // empty, or one per state; "" if it is called by its number
  std::vector<std::uint32_t> by_name_;                        // the states with a given name, sorted by it
  std::vector<std::pair<std::string, LocalState>> aliases_;   // sorted
};

// Collects states, labels and edges in any order, then makes the immutable Lts.
class LtsBuilder {
 public:
  LocalState add_state(std::string name = "");   // numbered from 0
  void add_states(std::size_t count);            // without names
  LocalLabel add_label(std::string name);        // the caller keeps the names distinct
  void add_edge(LocalState from, LocalLabel label, LocalState to);
  void add_alias(LocalState state, std::string name);
  void set_name(LocalState state, std::string name);
  void set_initial(LocalState state) { initial_ = state; }   // default: state 0
  void set_terminal(LocalState state);
  void set_error(LocalState state);
  std::size_t num_states() const { return marks_.size(); }
  std::size_t num_edges() const { return edges_.size(); }

  // Checks what the class comment of Lts promises and throws std::invalid_argument if it does not hold.
  // Readers report such errors in their own words before they get here. O(edges log edges).
  Lts build() &&;

 private:
  struct RawEdge {
    LocalState from;
    LocalLabel label;
    LocalState to;
    friend auto operator<=>(const RawEdge&, const RawEdge&) = default;
  };
  LocalState initial_;
  std::vector<RawEdge> edges_;
  std::vector<Lts::Mark> marks_;
  std::vector<std::string> labels_;
  std::vector<std::string> names_;
  std::vector<std::pair<std::string, LocalState>> aliases_;
};

}   // namespace parley
