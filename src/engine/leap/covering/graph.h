#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "automata/sequence_table.h"
#include "base/limits.h"
#include "base/progress.h"
#include "engine/leap/covering/moves.h"
#include "engine/leap/covering/rows.h"
#include "evidence/evidence.h"
#include "net/state_layout.h"

namespace parley::leap {

// Where the graph has steps into error states. Nothing happens after an error, so such a state covers only
// itself.
enum class ErrorSteps : std::uint8_t {
  kWhereEntered,   // as soon as they are possible: every component that can enter an error state does so in some node
  kEverywhere,     // also after the other components have moved on: formulas need this, as they name the others too
};

// The covering graph of a network: the algorithm of (Magniette, Pilard and Rozoy), corrected, for any number
// of components, nondeterministic ones, and rules of any arity. docs/algorithms/covering-steps.md has the
// proofs.
//
// Its nodes are reachable global states, and every reachable state without an error leads to one of them. So
// a stable property that holds in some reachable state holds in a node. Components that can move by local
// rules all move at once. What one of them could have done with others on the way, its *hopes* (the paper's
// word), is passed on until it takes part in a shared rule. Where the hopes of all participants meet, the
// skipped branch is added. Hopes of different origins must not mix, so the graph is built over *places*: a
// global state and its *origin*, the state of each component after its last shared rule. Hopes only grow, and
// places are expanded again until nothing changes.
class CoveringGraph {
 public:
  CoveringGraph(const Network& network, ErrorSteps error_steps, const Limits& limits, Progress& progress);

  // Builds the graph. 'visit' is called once per node, first for the initial state, and stops the search by
  // returning false. May be called once. Throws Stopped.
  using Visit = std::function<bool(std::uint32_t node)>;
  void build(const Visit& visit);

  std::size_t num_nodes() const { return nodes_.size(); }
  std::size_t num_edges() const {
    return edges_.size();
  }   // distinct (node, shared rules, node); local rules follow from the nodes
  std::size_t num_places() const { return places_.size(); }
  std::size_t num_origins() const { return origins_.size(); }

  void state(std::uint32_t node, std::span<LocalState> into) const { layout_.unpack(nodes_[node], into); }

  // A run of the network to the node, in single steps; not a shortest one.
  Trace trace_to(std::uint32_t node) const;

 private:
  struct Place {
    std::uint32_t node;
    std::uint32_t origin;
    std::uint32_t parent;   // the place from which it was found first; the first place is its own parent
    std::uint32_t step;     // the shared rules fired since, as a number of step_of()
  };
  struct Choice {
    LocalState to;
    bool is_current;   // possible in the current state of the component, not only in an earlier one
  };
  // One component's choices within a Combination.
  struct Slot {
    ComponentId component;
    std::uint32_t first;   // index into Combination::choices
    std::uint32_t count;
    std::uint32_t at;
    std::uint32_t group;   // the number of its ripe rule, or kAlone for a local step
  };
  // Enumerates all combinations of one choice per component.
  struct Combination {
    std::vector<Slot> slots;
    std::vector<Choice> choices;
    bool all_current = true;
    void clear() {
      slots.clear();
      choices.clear();
      all_current = true;
    }
  };
  static constexpr std::uint32_t kAlone = 0xFFFF'FFFF;
  enum class Reached : std::uint8_t { kGoesOn, kInError };

  void add_initial();
  void expand(std::uint32_t place);
  void find_ripe_rules();
  bool is_ripe(RuleId rule) const;
  void step_locally();
  void step_together(RuleId rule);
  void step_into_errors(RuleId rule);
  void fall(const Moves::Fall& fall);
  bool gather(RuleId rule, std::uint32_t group, Combination& into);
  bool gather(const Participant& part, std::uint32_t group, Combination& into);
  static bool has_current(const Combination& combination);
  bool is_due(const Combination& combination);
  bool is_fatal(const Combination& combination) const;
  void set(const Slot& slot, const Combination& combination);
  void restore(const Combination& combination);
  bool advance(Combination& combination);
  void take_all(Combination& combination, std::uint32_t step);
  void drop_hopes(ComponentId component);
  void reach(std::uint32_t step, Reached reached);
  std::uint32_t step_of(std::span<const RuleId> shared);
  std::uint32_t step_with_ripe(RuleId rule);
  std::span<const std::uint32_t> rules_of(std::uint32_t step, std::uint32_t& single) const;
  bool offers_now(const Participant& part) const;
  bool in_error(std::span<const LocalState> state) const;

  class Lift;

  const Network& network_;
  ErrorSteps error_steps_;
  const Limits& limits_;
  Progress& progress_;
  Pulse pulse_;
  StateLayout layout_;
  Moves moves_;
  std::size_t hope_words_;

  RowTable nodes_;
  RowTable origins_;
  RowTable places_by_key_;   // node and origin in one word
  std::vector<Place> places_;
  std::vector<std::uint64_t> hopes_;          // hope_words_ per place
  std::vector<std::uint32_t> first_places_;   // by node: the place where it was found first
  RowTable edges_;
  automata::SequenceTable sets_;   // sets of rules that fired together

  // Places whose successors or hopes are not all passed on: those of this round, and of the next one.
  std::vector<std::uint32_t> round_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint8_t> is_waiting_;   // by place
  const Visit* visit_ = nullptr;
  bool is_over_ = false;

  // The place that is being expanded.
  std::uint32_t here_ = 0;
  std::vector<LocalState> state_;
  std::vector<LocalState> origin_;
  std::vector<std::uint64_t> own_hopes_;
  std::vector<RuleId> ripe_;
  std::vector<std::uint8_t> is_met_;      // by ripe rule: whether a participant can do its part in the current state
  std::vector<std::uint64_t> tried_in_;   // by rule: the last expansion in which it was tried
  std::uint64_t num_expanded_ = 0;
  std::vector<std::uint8_t> in_ripe_;   // by component
  Combination ripe_combination_;
  Combination local_combination_;
  Combination rule_combination_;
  std::uint32_t ripe_step_ = 0;
  std::vector<std::uint64_t> kept_hopes_;   // of components outside the ripe rules
  // The place that is reached from it.
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> origin_words_;
  std::vector<std::uint64_t> passed_hopes_;
  std::vector<std::uint32_t> fired_;   // scratch of step_with_ripe
};

}   // namespace parley::leap
