#pragma once

#include <functional>
#include <memory>

#include "engine/lazy/solver.h"

namespace parley::lazy {

// The scheme of paper 000 as it is printed: each group is a list of levels, a level a product that moves the
// members below it only along the transitions kept there. A level that finds no path sends the search back to
// the one below, to keep more; one that finds a path goes on to the level above, or makes one of the
// components that the path needs.
//
// Where it differs from the paper, and why, stands in docs/algorithms/lazy.md.
class LevelSolver final : public Solver {
 public:
  explicit LevelSolver(const Workplace& workplace);
  Answer solve(std::span<const Wish> wishes) override;

  // For whoever wants to follow a run: called after each change, with the group that changed.
  struct Level {
    const PartialProduct& product;
    bool is_current = false;
  };
  using Watch = std::function<void(std::span<const Party> goals, std::span<const Level> levels)>;
  void watch(Watch watch) { watch_ = std::move(watch); }

  const Fragment& fragment() const { return fragment_; }

 private:
  using Group = Groups::Group;
  struct Stage {
    std::unique_ptr<PartialProduct> product;
    std::uint32_t searches = 0;   // from the second on, what is found must be new
    bool was_seen_whole = false;
  };
  struct Stack {                 // of one group
    std::vector<Stage> stages;   // the lowest first
    std::size_t current = 0;
    std::vector<Party> goals;
    std::uint32_t forgets = 0;   // how often levels were dropped
    std::vector<Party>
        refuting;   // the members of the highest level there was when it last found no path; empty while paths are found
  };

  void make_groups(std::span<const Wish> wishes);
  std::optional<Refutation> concretise(Group group);
  std::optional<PartialProduct::Found> search(Stage& stage);
  void add_level(Group group, std::span<const Party> needed);
  void forget(Group group);                          // after going back by one level
  void drop_above(Group group, std::size_t level);   // the levels above it
  void merge(Group group, Group other);
  void push(Stack& stack, std::vector<Party> added);
  Refutation refute(std::span<const Party> members);
  void tell(Group group) const;

  const Workplace workplace_;
  Surroundings around_;
  LocalDistances distances_;
  Groups groups_;
  Fragment fragment_;           // of all groups together
  std::vector<Stack> stacks_;   // by group
  Watch watch_;
};

}   // namespace parley::lazy
