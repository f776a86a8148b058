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

// Where steps into error states are drawn. Nothing happens after one, so such a state covers none but itself.
enum class ErrorSteps : std::uint8_t {
  kWhereEntered,   // as soon as they are possible: every component that can enter an error state is seen in it
  kEverywhere,     // also where the others have gone on: needed for formulas, which see the others as well
};

// The covering graph of a network: paper 002's algorithm, corrected, for any number of components,
// non-deterministic ones, and rules of any arity. docs/algorithms/covering-steps.md has the proofs.
//
// Its nodes are reachable global states, and every reachable state without an error leads to one of them: so
// whatever stays true once it is true is seen in a node if it is true anywhere. Components that can move by
// themselves move all at once. What one of them could have done with others on the way, its *hopes*, is
// passed on until it takes part in a shared rule; where the hopes of all participants meet, the branch that
// was jumped over is made up for. Hopes of different origins must not mix, so the graph is built over
// *places*: a global state, and its *origin*, the state of each component after its last shared rule. Hopes
// only grow, and go round until nothing changes.
class CoveringGraph {
 public:
  CoveringGraph(const Network& network, ErrorSteps error_steps, const Limits& limits, Progress& progress);

  // Builds the graph; 'visit' sees each node once, the initial state first, and ends it all by answering
  // false. Once. Throws Stopped.
  using Visit = std::function<bool(std::uint32_t node)>;
  void build(const Visit& visit);

  std::size_t num_nodes() const { return nodes_.size(); }
  std::size_t num_edges() const {
    return edges_.size();
  }   // distinct (node, shared rules, node); local rules follow from the nodes
  std::size_t num_places() const { return places_.size(); }
  std::size_t num_origins() const { return origins_.size(); }

  void state(std::uint32_t node, std::span<LocalState> into) const { layout_.unpack(nodes_[node], into); }

  // A run of the network to the node, in its own single steps; not a shortest one.
  Trace trace_to(std::uint32_t node) const;

 private:
  struct Place {
    std::uint32_t node;
    std::uint32_t origin;
    std::uint32_t parent;   // where it was found first; its own number for the first one
    std::uint32_t step;     // the shared rules fired since, as a number: see step_of()
  };
  struct Choice {
    LocalState to;
    bool is_current;   // possible where the component is; not only where it has been
  };
  // All combinations of one choice each for several components.
  struct Wheel {
    ComponentId component;
    std::uint32_t first;   // into the choices
    std::uint32_t count;
    std::uint32_t at;
    std::uint32_t group;   // the ripe rule that it belongs to, or kAlone
  };
  struct Wheels {
    std::vector<Wheel> wheels;
    std::vector<Choice> choices;
    bool all_current = true;
    void clear() {
      wheels.clear();
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
  bool gather(RuleId rule, std::uint32_t group, Wheels& into);
  bool gather(const Participant& part, std::uint32_t group, Wheels& into);
  static bool has_current(const Wheels& wheels);
  bool is_due(const Wheels& wheels);
  bool is_fatal(const Wheels& wheels) const;
  void set(const Wheel& wheel, const Wheels& wheels);
  void set_back(const Wheels& wheels);
  bool turn(Wheels& wheels);
  void turn_all(Wheels& wheels, std::uint32_t step);
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
  std::vector<std::uint64_t> hopes_;          // hope_words_ a place
  std::vector<std::uint32_t> first_places_;   // node -> where it was found first
  RowTable edges_;
  automata::SequenceTable sets_;   // of rules that fired together

  // Places whose successors, or whose hopes, are not all passed on: this round's, and the next one's.
  std::vector<std::uint32_t> round_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint8_t> is_waiting_;   // by place
  const Visit* visit_ = nullptr;
  bool is_over_ = false;

  // The place that is expanded.
  std::uint32_t here_ = 0;
  std::vector<LocalState> state_;
  std::vector<LocalState> origin_;
  std::vector<std::uint64_t> own_hopes_;
  std::vector<RuleId> ripe_;
  std::vector<std::uint8_t> is_met_;      // by ripe rule: somebody can do its part now
  std::vector<std::uint64_t> tried_in_;   // rule -> the expansion that it was tried in last
  std::uint64_t num_expanded_ = 0;
  std::vector<std::uint8_t> in_ripe_;   // by component
  Wheels ripe_wheels_;
  Wheels local_wheels_;
  Wheels rule_wheels_;
  std::uint32_t ripe_step_ = 0;
  std::vector<std::uint64_t> kept_hopes_;   // of those outside the ripe rules
  // What is reached from it.
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> origin_words_;
  std::vector<std::uint64_t> passed_hopes_;
  std::vector<std::uint32_t> fired_;   // scratch of step_with_ripe
};

}   // namespace parley::leap
