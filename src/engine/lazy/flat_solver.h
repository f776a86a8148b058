#pragma once

#include "engine/lazy/memo.h"
#include "engine/lazy/repair.h"
#include "engine/lazy/solver.h"

namespace parley::lazy {

// A solver whose groups are searched anew whenever components join. A finding depends only on the group's
// fragment, so isomorphic groups share it: a thousand such groups cost a thousand descriptions and one
// search.
class FlatSolver final : public Solver {
 public:
  explicit FlatSolver(const SolverContext& context);
  Answer solve(std::span<const LocalGoal> local_goals) override;

  // Like solve(), but gives up on a product with more than 'most_states' states.
  std::optional<Answer> solve_within(std::span<const LocalGoal> local_goals, std::size_t most_states);

 private:
  using Group = Groups::Group;

  void make_groups(std::span<const LocalGoal> local_goals);
  // Searches a group until it is complete or refuted; components and groups join it on the way. 'also' is a
  // group that joins first, if any.
  std::optional<Refutation> complete(Group group, Group also = Groups::kNoGroup);
  void start();   // with an empty fragment
  void reveal_members(Group group);
  void absorb(Group group, Group other);
  void join(Group group, ComponentId component);
  const Finding& finding();   // of the current fragment
  Finding compute_finding();
  std::optional<Finding> follow_plan();   // nothing unless the group is large and has a plan
  std::optional<Plan> extend_plan();      // one that needs no outside component
  Finding search();
  std::optional<Finding> search_within(std::size_t most_states);   // nothing if the product has more
  Finding finding_of(PartialProduct& product, const std::optional<PartialProduct::Found>& found);
  std::optional<Refutation> probe();
  Finding finding_of(Plan plan);
  Finding smaller_refutation(Finding refuted, std::size_t num_states);

  const SolverContext context_;
  FragmentTables tables_;
  LocalDistances distances_;
  Groups groups_;
  Fragment fragment_;
  MemoTable memo_;
  MemoTable::Node node_ = MemoTable::kRoot;   // of the first described_ words of the fragment's description
  std::size_t described_ = 0;
  Finding unshared_;
  std::vector<ComponentId> joining_;
  std::optional<Plan> plan_;   // of the current group, before the last components joined
  std::size_t planned_ = 0;    // how many components were revealed when the plan was made
  std::size_t most_states_ = ~std::size_t{0};
  std::unique_ptr<FlatSolver> prober_;
  std::optional<Refutation> probed_;   // found by probe(): some of the group's local goals conflict
  Pulse pulse_;
};

}   // namespace parley::lazy
