#pragma once

#include "engine/lazy/memo.h"
#include "engine/lazy/repair.h"
#include "engine/lazy/solver.h"

namespace parley::lazy {

// Groups whose product is searched anew whenever components join. What is found out depends on nothing but
// the group's fragment, so isomorphic groups share it: a thousand groups alike cost a thousand descriptions
// and one search.
class FlatSolver final : public Solver {
 public:
  explicit FlatSolver(const Workplace& workplace);
  Answer solve(std::span<const Wish> wishes) override;

  // The same, but gives up on products of more states.
  std::optional<Answer> solve_within(std::span<const Wish> wishes, std::size_t most_states);

 private:
  using Group = Groups::Group;

  void make_groups(std::span<const Wish> wishes);
  // Completes a group, which others may have to join; 'also' is one of them, or nobody.
  std::optional<Refutation> complete(Group group, Group also = Groups::kNobody);
  void start();   // with an empty fragment
  void reveal_members(Group group);
  void absorb(Group group, Group other);
  void join(Group group, ComponentId component);
  const Finding& finding();   // of the fragment
  Finding find_out();
  std::optional<Finding> follow_plan();    // where the group is large and has one
  std::optional<Plan> go_on_from_plan();   // that needs nobody else
  Finding search();
  std::optional<Finding> search_within(std::size_t most_states);   // nothing if there are more
  Finding finding_of(PartialProduct& product, const std::optional<PartialProduct::Found>& found);
  std::optional<Refutation> probe();
  Finding finding_of(Plan plan);
  Finding smaller_refutation(Finding refuted, std::size_t num_states);

  const Workplace workplace_;
  Surroundings around_;
  LocalDistances distances_;
  Groups groups_;
  Fragment fragment_;
  Memory memory_;
  Memory::Node node_ = Memory::kRoot;   // of the part of the fragment's description that is described_
  std::size_t described_ = 0;
  Finding unshared_;
  std::vector<ComponentId> joining_;
  std::optional<Plan> plan_;   // of the group at work
  std::size_t planned_ = 0;    // how many components were revealed when it was made
  std::size_t most_states_ = ~std::size_t{0};
  std::unique_ptr<FlatSolver> prober_;
  std::optional<Refutation> probed_;   // that part of the group's wishes cannot be met
  Pulse pulse_;
};

}   // namespace parley::lazy
