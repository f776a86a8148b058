#pragma once

#include <memory>
#include <unordered_map>
#include <variant>
#include <vector>

#include "engine/lazy/situation.h"
#include "engine/lazy/solver.h"
#include "evidence/evidence.h"

namespace parley::lazy {

// Decides whether a formula can hold in a reachable state. It splits the formula into cases that a solver can
// decide: conjunctions of local goals. Complete; throws Stopped.
//
// A closed set that refutes one case often refutes others. If it does not use what the case assumed, it
// closes the whole node above. Every known set is tried before the solver is asked.
class Cases {
 public:
  // Becomes a CaseSplit.
  struct Split {
    std::vector<std::shared_ptr<ClosedSet>> sets;
    std::vector<std::uint32_t> tree;
  };
  // A trace leads to a state where the formula holds. The other two say that there is none.
  using Result = std::variant<Trace, std::shared_ptr<ClosedSet>, Split>;

  Cases(const SolverContext& context, const Predicate& formula, StateSets& sets, Solver& solver);
  Result decide();

 private:
  struct Open {              // a node of the tree that was split and has branches left
    std::size_t mark = 0;    // of the situation in it
    std::size_t place = 0;   // in the tree
    std::uint32_t num_branches = 0;
    std::uint32_t next_branch = 0;
  };
  struct Core {                           // what a closed set refutes
    std::vector<LocalGoal> local_goals;   // local goals of components in its support
  };

  std::optional<Trace> close_or_split();   // the current case
  void add_leaf(std::uint32_t leaf);
  std::optional<std::uint32_t> known_refutation(std::size_t mark) const;
  bool refutes(const Core& core) const;
  std::uint32_t learn(Refutation refutation, std::span<const LocalGoal> local_goals);
  bool holds_after(const Path& path);
  Result result();

  const SolverContext context_;
  const Predicate& formula_;
  StateSets& sets_;
  Solver& solver_;
  Situation situation_;
  std::vector<Open> open_;
  std::vector<std::uint32_t> tree_;
  std::vector<std::shared_ptr<ClosedSet>> found_;
  std::vector<Core> cores_;                                               // by set
  std::unordered_map<ComponentId, std::vector<std::uint32_t>> sets_on_;   // by component with a local goal in the core
};

}   // namespace parley::lazy
