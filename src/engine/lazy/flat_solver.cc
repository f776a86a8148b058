// The flat solver, in the order of the calls:
//   solve: one group per local goal (make_groups); complete() each; then merge groups whose paths conflict,
//       until none do. The paths of the groups, concatenated, are the path of the network.
//   complete: repeats finding() until the group is complete or refuted. After each incomplete finding the
//       needed outside components join; if one is in another group, that group is absorbed.
//   finding: looks the fragment's description up in the memo table, and calls compute_finding() if it is
//       new.
//   compute_finding: for a large group with an old plan, follow_plan(): repair() it, or extend_plan() from
//       its end. Otherwise search().
//   search: searches the product of all members. A large group is interrupted once, to probe() whether a
//       few local goals conflict.
//   smaller_refutation: leaves out members that a refutation does not need.
//
// Not in the paper: sharing among isomorphic groups, repair, probing and smaller refutations. The paper's
// own scheme is in level_solver.cc.
#include "engine/lazy/flat_solver.h"

#include <algorithm>
#include <array>
#include <utility>

namespace parley::lazy {

namespace {

// How many states extend_plan() visits at most.
constexpr std::size_t kFewStates = 2'000;

// Up to these sizes, members are left out of a refutation again.
constexpr std::size_t kMostLeftOut = 64;
constexpr std::size_t kSmallProduct = 1'000;

}   // namespace

FlatSolver::FlatSolver(const SolverContext& context)
    : context_(context),
      tables_(context.network),
      distances_(context.network),
      groups_(context.network),
      fragment_(tables_),
      pulse_(context.limits) {}

Answer FlatSolver::solve(std::span<const LocalGoal> local_goals) {
  groups_.clear();
  for (const LocalGoal& local_goal : local_goals) tables_.set_local_goal(local_goal);
  make_groups(local_goals);
  std::optional<Refutation> refuted;
  for (Group group = 0; group < groups_.size() && !refuted; ++group) {
    if (pulse_.beat())
      context_.progress.report({.phase = "lazy", .states = counts_.states, .done = group, .total = groups_.size()});
    if (groups_.is_alive(group) && !groups_.is_complete(group)) refuted = complete(group);
  }
  for (bool is_settled = false; !refuted && !is_settled;) {
    is_settled = true;
    for (const auto& [first, second] : groups_.conflicts()) {
      pulse_.beat();
      const Group one = groups_.root(first);
      const Group other = groups_.root(second);
      if (one == other || refuted) continue;   // they have merged since
      is_settled = false;
      refuted = complete(one, other);
    }
  }
  start();
  for (const LocalGoal& local_goal : local_goals) tables_.set_local_goal({local_goal.component, StateSets::kAll});
  if (refuted) return std::move(*refuted);
  return groups_.path();
}

namespace {

struct GaveUp {};

}   // namespace

std::optional<Answer> FlatSolver::solve_within(std::span<const LocalGoal> local_goals, std::size_t most_states) {
  most_states_ = most_states;
  try {
    return solve(local_goals);
  } catch (const GaveUp&) {
    start();
    for (const LocalGoal& local_goal : local_goals) tables_.set_local_goal({local_goal.component, StateSets::kAll});
    return std::nullopt;
  }
}

void FlatSolver::make_groups(std::span<const LocalGoal> local_goals) {
  const auto is_there = [&](const LocalGoal& local_goal) {
    return context_.sets.contains(local_goal.set, context_.network.lts(local_goal.component).initial());
  };
  if (context_.settings.partition == Partition::kWhole) {
    std::vector<ComponentId> members;
    members.reserve(local_goals.size());
    for (const LocalGoal& local_goal : local_goals) members.push_back(local_goal.component);
    groups_.add(members);
    return;
  }
  // Components whose local goals contradict an invariant start as one group. Alone, each of them might need
  // the whole network.
  std::vector<ComponentId> conflicting;
  if (context_.pruning != nullptr) conflicting = context_.pruning->against(context_.sets, local_goals);
  if (!conflicting.empty()) groups_.add(conflicting);
  for (const LocalGoal& local_goal : local_goals) {
    if (std::ranges::binary_search(conflicting, local_goal.component)) continue;
    const Group group = groups_.add(std::span(&local_goal.component, 1));
    if (is_there(local_goal)) groups_.complete_at_once(group);
  }
}

std::optional<Refutation> FlatSolver::complete(Group group, Group also) {
  start();
  reveal_members(group);
  if (also != Groups::kNoGroup) absorb(group, also);
  for (;;) {
    pulse_.beat();
    const Finding& found = finding();
    if (probed_) return std::exchange(probed_, std::nullopt);
    switch (found.kind) {
      case Finding::Kind::kRefuted: return refutation(fragment_, found);
      case Finding::Kind::kComplete: groups_.complete(group, fragment_, fragment_.revealed(), found); return std::nullopt;
      case Finding::Kind::kIncomplete: break;
    }
    joining_.clear();
    for (LocalComponent local_component : found.needed) joining_.push_back(fragment_.component(local_component));
    for (ComponentId component : joining_) join(group, component);
  }
}

void FlatSolver::reveal_members(Group group) {
  for (ComponentId component : groups_.members(group)) fragment_.reveal(component);
}

void FlatSolver::absorb(Group group, Group other) {
  // A large complete group is not searched again because another one joins it. The fragment is built up from
  // the large group, and its path is tried first.
  if (groups_.is_complete(other) &&
      groups_.members(other).size() >= std::max(context_.settings.large, fragment_.revealed().size())) {
    std::vector<ComponentId> own;
    own.reserve(fragment_.revealed().size());
    for (LocalComponent local_component : fragment_.revealed()) own.push_back(fragment_.component(local_component));
    start();
    reveal_members(other);
    plan_ = groups_.plan(other, fragment_);
    planned_ = fragment_.revealed().size();
    for (ComponentId component : own) fragment_.reveal(component);
  } else {
    reveal_members(other);
  }
  groups_.unite(group, other);
  ++counts_.merges;
}

void FlatSolver::start() {
  fragment_.clear();
  node_ = MemoTable::kRoot;
  described_ = 0;
  plan_.reset();
}

void FlatSolver::join(Group group, ComponentId component) {
  if (fragment_.is_revealed(component)) return;   // it came with another group
  const Group owner = groups_.owner(component);
  if (owner != Groups::kNoGroup) return absorb(group, owner);
  groups_.own(component, group);
  fragment_.reveal(component);
}

const Finding& FlatSolver::finding() {
  if (!context_.settings.share || context_.pruning != nullptr) return unshared_ = compute_finding();
  node_ = memo_.next(node_, fragment_.description().subspan(described_));
  described_ = fragment_.description().size();
  if (const Finding* known = memo_.find(node_)) {
    ++counts_.shared;
    plan_.reset();
    return *known;
  }
  Finding found = compute_finding();
  if (probed_) return unshared_ = {};
  return memo_.remember(node_, std::move(found));
}

Finding FlatSolver::compute_finding() {
  if (std::optional<Finding> found = follow_plan()) return std::move(*found);
  return search();
}

// A large product that does not reach its goal soon may have no path, and a few local goals may be the
// reason. So the search is interrupted once and these are tested alone.
Finding FlatSolver::search() {
  const bool may_probe = fragment_.revealed().size() >= context_.settings.large && most_states_ > context_.settings.probe;
  if (may_probe) {
    if (std::optional<Finding> found = search_within(context_.settings.probe)) return std::move(*found);
    probed_ = probe();
    if (probed_) return {};
  }
  std::optional<Finding> found = search_within(most_states_);
  if (!found) throw GaveUp();
  return std::move(*found);
}

std::optional<Finding> FlatSolver::search_within(std::size_t most_states) {
  const ProductContext product_context = {fragment_, context_.sets, distances_, context_.limits, context_.pruning};
  PartialProduct product(product_context, {fragment_.revealed().begin(), fragment_.revealed().end()}, nullptr);
  const auto found = find(product, {.cost = context_.settings.path, .most_states = most_states}, context_.settings, counts_);
  if (product.gave_up()) return std::nullopt;
  return finding_of(product, found);
}

Finding FlatSolver::finding_of(PartialProduct& product, const std::optional<PartialProduct::Found>& found) {
  if (found) return finding_of(plan_of(fragment_, product, *found));
  const std::size_t num_states = product.num_states();
  return smaller_refutation(refuted_finding(product), num_states);
}

// The group could be completed without its last local goal, or it would not have grown so large. So that goal
// is tried with each of the others alone, then in sets that double in size.
std::optional<Refutation> FlatSolver::probe() {
  std::vector<LocalGoal> local_goals;
  for (LocalComponent local_component : fragment_.revealed())
    if (fragment_.local_goal(local_component) != StateSets::kAll)
      local_goals.push_back({fragment_.component(local_component), fragment_.local_goal(local_component)});
  if (local_goals.size() < 3) return std::nullopt;
  if (!prober_) prober_ = std::make_unique<FlatSolver>(context_);
  const auto refuted = [&](std::span<const LocalGoal> some) -> std::optional<Refutation> {
    std::optional<Answer> answer = prober_->solve_within(some, std::max<std::size_t>(1, context_.settings.probe / 10));
    Refutation* refutation = answer ? std::get_if<Refutation>(&*answer) : nullptr;
    return refutation != nullptr ? std::optional(std::move(*refutation)) : std::nullopt;
  };
  for (std::size_t last : {local_goals.size() - 1, std::size_t{0}})
    for (std::size_t i = 0; i < local_goals.size(); ++i)
      if (i != last)
        if (auto found = refuted(std::array{local_goals[std::min(i, last)], local_goals[std::max(i, last)]})) return found;
  for (std::size_t size = 4; size < local_goals.size(); size *= 2)
    if (auto found = refuted(std::span(local_goals).last(size))) return found;
  return std::nullopt;
}

// Not every member is needed for a refutation. Members are left out one by one, the last that joined first,
// as long as the others exclude the goal with no more states. A verdict that depends on fewer components says
// more.
Finding FlatSolver::smaller_refutation(Finding refuted, std::size_t num_states) {
  if (refuted.members.size() > kMostLeftOut || num_states > kSmallProduct) return refuted;
  const ProductContext product_context = {fragment_, context_.sets, distances_, context_.limits, context_.pruning};
  for (std::size_t i = refuted.members.size(); i > 0; --i) {
    std::vector<LocalComponent> fewer = refuted.members;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i - 1));
    PartialProduct product(product_context, fewer, nullptr);
    const bool is_goal_found = find(product, {.most_states = num_states}, context_.settings, counts_).has_value();
    if (is_goal_found || product.gave_up()) continue;
    num_states = product.num_states();
    refuted = refuted_finding(product);
  }
  return refuted;
}

std::optional<Finding> FlatSolver::follow_plan() {
  if (!plan_ || fragment_.revealed().size() < context_.settings.large) return std::nullopt;
  const ProductContext product_context = {fragment_, context_.sets, distances_, context_.limits, context_.pruning};
  std::optional<Plan> plan = repair(product_context, *plan_, fragment_.revealed().subspan(planned_));
  if (!plan) plan = extend_plan();
  if (!plan) return std::nullopt;
  return finding_of(std::move(*plan));
}

// The end of the plan may be a good start for the new members. From there every member may move again.
std::optional<Plan> FlatSolver::extend_plan() {
  if (plan_->ends_in_error || !outside_components(fragment_, *plan_).empty()) return std::nullopt;
  const ProductContext product_context = {fragment_, context_.sets, distances_, context_.limits, context_.pruning};
  const std::span<const LocalComponent> members = fragment_.revealed();
  std::vector<LocalState> at(fragment_.num_components());
  for (LocalComponent local_component : members) at[local_component] = fragment_.lts(local_component).initial();
  for (const Plan::Step& step : plan_->steps) {
    const std::span<const Fragment::Part> parts = fragment_.parts(step.rule);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const LocalState target = plan_->targets[step.first_target + p];
      if (target != Plan::kAnyMove) at[parts[p].local_component] = target;
      else if (fragment_.is_revealed(fragment_.component(parts[p].local_component)))
        return std::nullopt;   // it has become a member
    }
  }
  std::vector<LocalState> end;
  end.reserve(members.size());
  for (LocalComponent local_component : members) end.push_back(at[local_component]);
  PartialProduct product(product_context, {members.begin(), members.end()}, nullptr);
  const std::uint32_t start = product.intern(0, end);
  const std::optional<PartialProduct::Found> found =
      find(product, {.cost = context_.settings.path, .most_states = kFewStates, .start = start}, context_.settings, counts_);
  if (!found) return std::nullopt;
  const Plan rest = plan_of(fragment_, product, *found);
  Plan whole = *plan_;
  const auto first_target = static_cast<std::uint32_t>(whole.targets.size());
  for (const Plan::Step& step : rest.steps) whole.steps.push_back({step.rule, first_target + step.first_target});
  whole.targets.insert(whole.targets.end(), rest.targets.begin(), rest.targets.end());
  whole.ends_in_error = rest.ends_in_error;
  return whole;
}

Finding FlatSolver::finding_of(Plan plan) {
  Finding finding;
  finding.needed = outside_components(fragment_, plan);
  if (finding.needed.empty()) return complete_finding(std::move(plan));
  if (context_.settings.add == Add::kOne) finding.needed = {finding.needed.front()};
  plan_ = std::move(plan);
  planned_ = fragment_.revealed().size();
  return finding;
}

}   // namespace parley::lazy
