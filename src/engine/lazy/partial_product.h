#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "engine/lazy/fragment.h"
#include "engine/lazy/pruning.h"
#include "net/state_layout.h"
#include "search/walk/local_distance.h"

namespace parley::lazy {

// What every partial product of a search is given.
struct ProductContext {
  const Fragment& fragment;
  const StateSets& sets;
  LocalDistances& distances;
  const Limits& limits;
  const Pruning* pruning = nullptr;   // null: nothing is pruned
};

// What a path costs first: the outside components that it needs, or nothing, so that only its length counts.
enum class PathCost : std::uint8_t { kComponents, kLength };

// How much of the product is searched once a path to the goal is known.
enum class Extent : std::uint8_t { kFirstPath, kEverything };

// The product of some components, the *members*. All other components are assumed never to refuse. States are
// found on the fly, and some of the transitions are *kept*. The next level adds members and moves the old
// ones only along kept transitions. In (Jezequel and Lime 2016) a level is a tuple (A, C, I, J, K): A are the
// kept transitions of the product below (all, if there is none below), K the members added here, and C the
// kept transitions of this product.
//
// A state is the number of a state below and the packed local states of the added members. The number of a
// state never changes. A search after more was kept below finds the old states again.
class PartialProduct {
 public:
  // 'below' outlives this product, and may keep more transitions later. The components in 'added' are
  // revealed and are not members below.
  PartialProduct(const ProductContext& product_context, std::vector<LocalComponent> added, const PartialProduct* below);

  struct Step {
    std::uint32_t from = 0;
    std::uint32_t rule = 0;   // number in the fragment
    std::uint32_t to = 0;
  };
  // A path to a state where every member satisfies its local goal.
  struct Found {
    std::vector<Step> steps;
    // The participants of its rules that are no members and may refuse, in the order of the path.
    std::vector<LocalComponent> outside_components;
    bool is_complete() const { return outside_components.empty(); }
  };
  struct Demand {
    PathCost cost = PathCost::kComponents;
    Extent extent = Extent::kFirstPath;
    bool must_be_new = false;                    // the path must contain a transition that is not kept
    bool record = false;                         // remember the transitions seen, for keep_seen()
    std::size_t most_states = ~std::size_t{0};   // give up beyond this many
    std::uint32_t start = 0;                     // the first state of the path
  };
  // A path of low cost, then of few steps. If a path of cost zero exists, the path found has cost zero.
  // Nothing if there is no path; then every state was visited, unless the search gave up. Throws Stopped.
  std::optional<Found> find(const Demand& demand);
  bool gave_up() const { return gave_up_; }

  void keep(const Found& found);   // the transitions of a path
  enum class Trim : std::uint8_t { kNo, kYes };
  void keep_seen(Trim trim);   // what the last find() recorded; if trimmed, only what leads to the goal
  void keep(const Step& step);
  bool keeps(const Step& step) const;

  const PartialProduct* below() const { return below_; }
  std::span<const LocalComponent> added() const { return added_; }
  std::span<const LocalComponent> members() const { return members_; }   // the members below come first
  bool is_member(LocalComponent local_component) const;

  std::size_t num_states() const { return states_.size(); }
  std::size_t num_new_states() const { return states_.size() - states_before_; }   // found by the last search
  std::uint64_t num_transitions() const { return num_transitions_; }               // examined by the last search
  // The local states of the members.
  void read(std::uint32_t state, std::vector<LocalState>& into) const;
  // The number of the state, which is added if it is new. 'below_state' is ignored if nothing is below.
  std::uint32_t intern(std::uint32_t below_state, std::span<const LocalState> added);
  // Moves all packed states out; the product cannot be used afterwards. Nothing is below it.
  std::vector<std::uint64_t> take_words() {
    assert(below_ == nullptr);
    return std::move(words_);
  }
  std::uint32_t initial() const { return 0; }
  bool in_error(std::uint32_t state) const { return states_[state].is_error; }
  bool is_goal(std::uint32_t state) const { return states_[state].is_goal; }

  // Calls 'visit(rule, to)' for each kept transition of a state.
  template <class Visit>
  void for_each_kept(std::uint32_t state, const Visit& visit) const {
    for (std::uint32_t edge = states_[state].first_kept; edge != kNone; edge = kept_[edge].next)
      visit(kept_[edge].rule, kept_[edge].to);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct State {
    std::uint32_t first_kept = kNone;
    std::uint32_t distance = 0;   // sum over the members: steps to the local goal in their own automata
    bool is_goal = false;
    bool is_error = false;
  };
  struct Kept {
    std::uint32_t rule;
    std::uint32_t to;
    std::uint32_t next;
  };
  struct Part {   // a participant of a rule, among the added members
    std::uint32_t column = 0;
    LocalLabel label;
  };
  struct Entry {   // a rule that names an added member
    std::uint32_t rule = 0;
    std::uint32_t first_part = 0;
    std::uint32_t num_parts = 0;
    std::uint64_t outside_components = 0;   // one bit per outside component; beyond 64, several share a bit
  };
  // How a search reached a node. A node is a state and, if a new transition is asked for, whether the path
  // has one.
  struct Arrival {
    std::uint32_t from = kNone;
    std::uint32_t rule = 0;
    std::uint32_t steps = 0;
    bool is_done = false;
    std::uint64_t outside_components = 0;
  };
  class Search;
  friend class Search;

  void add_rules();
  std::uint64_t outside_components_of(std::uint32_t rule) const;
  std::uint32_t intern_words(std::span<const std::uint64_t> words);
  bool holds(std::uint32_t state, std::span<const std::uint64_t> words) const {
    const std::uint64_t* known = &words_[state * stride_];
    for (std::size_t i = 0; i < stride_; ++i)
      if (known[i] != words[i]) return false;
    return true;
  }
  void grow_index();
  std::size_t prefix() const { return below_ == nullptr ? 0 : 1; }
  std::span<const std::uint64_t> words(std::uint32_t state) const { return std::span(words_).subspan(state * stride_, stride_); }

  const ProductContext product_context_;
  std::vector<LocalComponent> added_;
  const PartialProduct* below_;
  std::vector<LocalComponent> members_;
  std::vector<LocalComponent> sorted_members_;
  StateLayout layout_;
  std::size_t stride_;
  std::vector<std::size_t> goal_tables_;   // by column: a table of the distances, or kNoTable
  PruningView pruning_;

  std::vector<Entry> entries_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> slot_begins_;   // by column: its first slot; a slot is a label of a column
  std::vector<std::uint32_t> led_begins_;    // by slot: its first entry in led_
  std::vector<std::uint32_t> led_;           // rules without participants below, by the slot of their first part
  // By rule of the fragment: the rules that also have participants below.
  std::unordered_map<std::uint32_t, std::uint32_t> entry_of_;

  std::vector<std::uint64_t> words_;
  std::vector<State> states_;
  std::vector<std::uint64_t> index_;   // open addressing: upper half of the hash, then state + 1; 0: empty
  std::vector<Kept> kept_;
  std::vector<Step> seen_;
  std::size_t searches_ = 0;
  std::size_t states_before_ = 0;
  std::uint64_t num_transitions_ = 0;
  bool gave_up_ = false;
};

}   // namespace parley::lazy
