#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/leap/inside.h"
#include "engine/leap/leap_formula.h"
#include "engine/leap/leap_network.h"
#include "engine/leap/rest_network.h"
#include "engine/searching/level_answers.h"

namespace parley::leap {

// A task for a search of the leap graph: the leap network, and the properties as questions about its nodes.
//
// A question is *exact* if the node alone answers it. For deadlocks that is so if every node of every
// component is settled. Then the leap network with idle loops has a deadlock in a node exactly if some state
// in the node is one. Otherwise the rest network is asked first, and Inside examines each node that it does
// not exclude.
class LeapTask {
 public:
  struct Settings {
    unsigned word_bits = StateLayout::kWordBits;
    bool only_leaps = false;   // no idle loops, so that only leaps are counted
  };
  // The network and the properties of the task must outlive it.
  LeapTask(const Task& task, LocalParts parts, const Settings& settings, const Limits& limits);
  LeapTask(const LeapTask&) = delete;
  LeapTask& operator=(const LeapTask&) = delete;

  enum class Exactness : std::uint8_t {
    kExact,       // the node alone decides
    kExcludes,    // the node may exclude it; otherwise the states inside must be examined
    kErrorsToo,   // the same, and the targets of steps into error states are examined always
  };
  struct Question {
    PropertyKind kind;
    Exactness exactness = Exactness::kExact;
    bool is_plain = true;   // exact for the judge too: no component occurs twice in the formula
  };

  const Task& task() const { return task_; }
  const Network& original() const { return task_.network; }
  const LocalParts& parts() const { return parts_; }
  PreparedNetwork& prepared() { return prepared_; }
  const PreparedNetwork& prepared() const { return prepared_; }
  PreparedNetwork* rest() const { return rest_prepared_.get(); }         // null if no question needs it
  std::span<const Property> properties() const { return properties_; }   // about the nodes
  const Question& question(std::size_t property) const { return questions_[property]; }
  Inside inside(const Limits& limits) const { return {task_.network, parts_, task_.properties, limits}; }

  std::vector<ComponentId> steppers() const;   // ascending

  // Whether stubborn sets of the leap network can answer all questions (proof in docs/algorithms/leap.md).
  bool can_reduce() const;

 private:
  Question translate(const Property& property, const Limits& limits);

  const Task& task_;
  LocalParts parts_;
  bool asks_deadlock_ = false;
  bool is_settled_ = false;
  bool has_several_rests_ = false;
  bool may_err_ = false;
  Network network_;
  std::optional<Network> rest_;
  PreparedNetwork prepared_;
  std::unique_ptr<PreparedNetwork> rest_prepared_;
  std::vector<Property> properties_;
  std::vector<Question> questions_;
};

// Whether an expanded node has a deadlock or a local deadlock inside, as far as the node alone tells. One per
// thread.
class NodeDeadlocks {
 public:
  explicit NodeDeadlocks(const LeapTask& task);

  // Call it first, for each node that is not in error.
  void look(const ExpandedState& at);
  bool is_deadlock() { return watch_.is_deadlock(at_); }
  bool is_local_deadlock() { return watch_.is_local_deadlock(at_); }

 private:
  const PreparedNetwork* rest_;
  DeadlockWatch watch_;
  RuleTables::Scratch scratch_;
  std::uint64_t touched_ = 0;
  ExpandedState at_;
};

// Looks for nodes with a state inside that a property asks about. Of several in one level it keeps the one
// with the smallest words. One per thread.
class LeapWatch {
 public:
  LeapWatch(const LeapTask& task, const std::vector<std::uint8_t>& open, const Limits& limits);
  bool visit(const ExpandedState& at);
  std::vector<std::uint64_t> take(std::size_t property) { return std::exchange(found_[property], {}); }

 private:
  bool is_target(std::size_t property, const ExpandedState& at);
  bool may_be(std::size_t property, const ExpandedState& at);
  bool has_inside(std::size_t property, const ExpandedState& at, bool may_be_in_node);
  bool is_automaton_in_error(const std::vector<ComponentId>& automata, const ExpandedState& at) const;

  const LeapTask& task_;
  const std::vector<std::uint8_t>& open_;
  const Limits& limits_;
  bool asks_deadlock_ = false;
  NodeDeadlocks deadlocks_;
  std::vector<std::optional<PredicateEvaluator>> formulas_;   // by property
  std::unique_ptr<Inside> inside_;                            // created when first needed
  std::vector<LocalState> node_;
  std::vector<std::vector<std::uint64_t>> found_;   // by property
  bool is_stuck_ = false;                           // of the current node
};

// The leap graph as a View of LevelAnswers.
class LeapView {
 public:
  LeapView(LeapTask& task, const Limits& limits) : task_(task), limits_(limits) {}

  using Watch = LeapWatch;
  PreparedNetwork& prepared() { return task_.prepared(); }
  Watch watch(const std::vector<std::uint8_t>& open) const { return {task_, open, limits_}; }
  Trace trace(std::size_t property, const Trace& leaps, std::span<const LocalState> node, Seen seen) const;
  Evidence closed_set(CompactSet& states, std::uint64_t num_states, const Limits& limits);
  Evidence reduced_set(ReducedStates& states, const Limits& limits);

 private:
  LeapTask& task_;
  const Limits& limits_;
};

}   // namespace parley::leap
