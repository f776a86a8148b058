#pragma once

#include <functional>
#include <memory>

#include "engine/lazy/solver.h"

namespace parley::lazy {

// The algorithm of (Jezequel and Lime 2016) as printed. Each group is a list of levels. A level is a product
// that moves the members below it only along the transitions kept there. A level that finds no path sends the
// search back to the level below, which then keeps more. A level that finds a path passes the search to the
// level above, or creates one from the components that the path needs.
//
// docs/algorithms/lazy.md says where this differs from the paper, and why.
class LevelSolver final : public Solver {
 public:
  explicit LevelSolver(const SolverContext& context);
  Answer solve(std::span<const LocalGoal> local_goals) override;

  // For tests that follow a run: called after each change, with the group that changed.
  struct Level {
    const PartialProduct& product;
    bool is_current = false;
  };
  using Watch = std::function<void(std::span<const LocalComponent> goals, std::span<const Level> levels)>;
  void watch(Watch watch) { watch_ = std::move(watch); }

  const Fragment& fragment() const { return fragment_; }

 private:
  using Group = Groups::Group;
  struct Stage {
    std::unique_ptr<PartialProduct> product;
    std::uint32_t searches = 0;   // from the second on, the path must have a new transition
    bool was_seen_whole = false;
  };
  struct Stack {                 // of one group
    std::vector<Stage> stages;   // the lowest first
    std::size_t current = 0;
    std::vector<LocalComponent> goals;
    std::uint32_t forgets = 0;   // how often levels were dropped
    // The members of the highest level at the time when it last found no path; empty while paths are found.
    std::vector<LocalComponent> refuting;
  };

  void make_groups(std::span<const LocalGoal> local_goals);
  std::optional<Refutation> concretise(Group group);
  std::optional<PartialProduct::Found> search(Stage& stage);
  void add_level(Group group, std::span<const LocalComponent> needed);
  void forget(Group group);                          // called after going back by one level
  void drop_above(Group group, std::size_t level);   // drops the levels above 'level'
  void merge(Group group, Group other);
  void push(Stack& stack, std::vector<LocalComponent> added);
  Refutation refute(std::span<const LocalComponent> members);
  void notify(Group group) const;

  const SolverContext context_;
  FragmentTables tables_;
  LocalDistances distances_;
  Groups groups_;
  Fragment fragment_;           // shared by all groups
  std::vector<Stack> stacks_;   // by group
  Watch watch_;
};

}   // namespace parley::lazy
