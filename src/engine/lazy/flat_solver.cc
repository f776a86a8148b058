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

FlatSolver::FlatSolver(const Workplace& workplace)
    : workplace_(workplace),
      around_(workplace.network),
      distances_(workplace.network),
      groups_(workplace.network),
      fragment_(around_),
      pulse_(workplace.limits) {}

Answer FlatSolver::solve(std::span<const Wish> wishes) {
  groups_.clear();
  for (const Wish& wish : wishes) around_.set_wish(wish);
  make_groups(wishes);
  std::optional<Refutation> refuted;
  for (Group group = 0; group < groups_.size() && !refuted; ++group) {
    if (pulse_.beat())
      workplace_.progress.report({.phase = "lazy", .states = counts_.states, .done = group, .total = groups_.size()});
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
  for (const Wish& wish : wishes) around_.set_wish({wish.component, StateSets::kAll});
  if (refuted) return std::move(*refuted);
  return groups_.path();
}

namespace {

struct GaveUp {};

}   // namespace

std::optional<Answer> FlatSolver::solve_within(std::span<const Wish> wishes, std::size_t most_states) {
  most_states_ = most_states;
  try {
    return solve(wishes);
  } catch (const GaveUp&) {
    start();
    for (const Wish& wish : wishes) around_.set_wish({wish.component, StateSets::kAll});
    return std::nullopt;
  }
}

void FlatSolver::make_groups(std::span<const Wish> wishes) {
  const auto is_there = [&](const Wish& wish) {
    return workplace_.sets.contains(wish.set, workplace_.network.lts(wish.component).initial());
  };
  if (workplace_.settings.partition == Partition::kWhole) {
    std::vector<ComponentId> members;
    members.reserve(wishes.size());
    for (const Wish& wish : wishes) members.push_back(wish.component);
    groups_.add(members);
    return;
  }
  // Components whose local goals contradict an invariant start as one group. Alone, each of them might need
  // the whole network.
  std::vector<ComponentId> conflicting;
  if (workplace_.pruning != nullptr) conflicting = workplace_.pruning->against(workplace_.sets, wishes);
  if (!conflicting.empty()) groups_.add(conflicting);
  for (const Wish& wish : wishes) {
    if (std::ranges::binary_search(conflicting, wish.component)) continue;
    const Group group = groups_.add(std::span(&wish.component, 1));
    if (is_there(wish)) groups_.complete_at_once(group);
  }
}

std::optional<Refutation> FlatSolver::complete(Group group, Group also) {
  start();
  reveal_members(group);
  if (also != Groups::kNobody) absorb(group, also);
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
    for (Party party : found.needed) joining_.push_back(fragment_.component(party));
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
      groups_.members(other).size() >= std::max(workplace_.settings.large, fragment_.revealed().size())) {
    std::vector<ComponentId> own;
    own.reserve(fragment_.revealed().size());
    for (Party party : fragment_.revealed()) own.push_back(fragment_.component(party));
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
  node_ = Memory::kRoot;
  described_ = 0;
  plan_.reset();
}

void FlatSolver::join(Group group, ComponentId component) {
  if (fragment_.is_revealed(component)) return;   // it came with another group
  const Group owner = groups_.owner(component);
  if (owner != Groups::kNobody) return absorb(group, owner);
  groups_.own(component, group);
  fragment_.reveal(component);
}

const Finding& FlatSolver::finding() {
  if (!workplace_.settings.share || workplace_.pruning != nullptr) return unshared_ = compute_finding();
  node_ = memory_.next(node_, fragment_.description().subspan(described_));
  described_ = fragment_.description().size();
  if (const Finding* known = memory_.find(node_)) {
    ++counts_.shared;
    plan_.reset();
    return *known;
  }
  Finding found = compute_finding();
  if (probed_) return unshared_ = {};
  return memory_.remember(node_, std::move(found));
}

Finding FlatSolver::compute_finding() {
  if (std::optional<Finding> found = follow_plan()) return std::move(*found);
  return search();
}

// A large product that does not reach its goal soon may have no path, and a few local goals may be the
// reason. So the search is interrupted once and these are tested alone.
Finding FlatSolver::search() {
  const bool may_probe = fragment_.revealed().size() >= workplace_.settings.large && most_states_ > workplace_.settings.probe;
  if (may_probe) {
    if (std::optional<Finding> found = search_within(workplace_.settings.probe)) return std::move(*found);
    probed_ = probe();
    if (probed_) return {};
  }
  std::optional<Finding> found = search_within(most_states_);
  if (!found) throw GaveUp();
  return std::move(*found);
}

std::optional<Finding> FlatSolver::search_within(std::size_t most_states) {
  const Ground ground = {fragment_, workplace_.sets, distances_, workplace_.limits, workplace_.pruning};
  PartialProduct product(ground, {fragment_.revealed().begin(), fragment_.revealed().end()}, nullptr);
  const auto found = find(product, {.cost = workplace_.settings.path, .most_states = most_states}, workplace_.settings, counts_);
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
  std::vector<Wish> wishes;
  for (Party party : fragment_.revealed())
    if (fragment_.wish(party) != StateSets::kAll) wishes.push_back({fragment_.component(party), fragment_.wish(party)});
  if (wishes.size() < 3) return std::nullopt;
  if (!prober_) prober_ = std::make_unique<FlatSolver>(workplace_);
  const auto refuted = [&](std::span<const Wish> some) -> std::optional<Refutation> {
    std::optional<Answer> answer = prober_->solve_within(some, std::max<std::size_t>(1, workplace_.settings.probe / 10));
    Refutation* refutation = answer ? std::get_if<Refutation>(&*answer) : nullptr;
    return refutation != nullptr ? std::optional(std::move(*refutation)) : std::nullopt;
  };
  for (std::size_t last : {wishes.size() - 1, std::size_t{0}})
    for (std::size_t i = 0; i < wishes.size(); ++i)
      if (i != last)
        if (auto found = refuted(std::array{wishes[std::min(i, last)], wishes[std::max(i, last)]})) return found;
  for (std::size_t size = 4; size < wishes.size(); size *= 2)
    if (auto found = refuted(std::span(wishes).last(size))) return found;
  return std::nullopt;
}

// Not every member is needed for a refutation. Members are left out one by one, the last that joined first,
// as long as the others exclude the goal with no more states. A verdict that depends on fewer components says
// more.
Finding FlatSolver::smaller_refutation(Finding refuted, std::size_t num_states) {
  if (refuted.members.size() > kMostLeftOut || num_states > kSmallProduct) return refuted;
  const Ground ground = {fragment_, workplace_.sets, distances_, workplace_.limits, workplace_.pruning};
  for (std::size_t i = refuted.members.size(); i > 0; --i) {
    std::vector<Party> fewer = refuted.members;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i - 1));
    PartialProduct product(ground, fewer, nullptr);
    const bool is_goal_found = find(product, {.most_states = num_states}, workplace_.settings, counts_).has_value();
    if (is_goal_found || product.gave_up()) continue;
    num_states = product.num_states();
    refuted = refuted_finding(product);
  }
  return refuted;
}

std::optional<Finding> FlatSolver::follow_plan() {
  if (!plan_ || fragment_.revealed().size() < workplace_.settings.large) return std::nullopt;
  const Ground ground = {fragment_, workplace_.sets, distances_, workplace_.limits, workplace_.pruning};
  std::optional<Plan> plan = repair(ground, *plan_, fragment_.revealed().subspan(planned_));
  if (!plan) plan = extend_plan();
  if (!plan) return std::nullopt;
  return finding_of(std::move(*plan));
}

// The end of the plan may be a good start for the new members. From there every member may move again.
std::optional<Plan> FlatSolver::extend_plan() {
  if (plan_->ends_in_error || !strangers(fragment_, *plan_).empty()) return std::nullopt;
  const Ground ground = {fragment_, workplace_.sets, distances_, workplace_.limits, workplace_.pruning};
  const std::span<const Party> members = fragment_.revealed();
  std::vector<LocalState> at(fragment_.num_parties());
  for (Party party : members) at[party] = fragment_.lts(party).initial();
  for (const Plan::Step& step : plan_->steps) {
    const std::span<const Fragment::Part> parts = fragment_.parts(step.rule);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const LocalState target = plan_->targets[step.first_target + p];
      if (target != Plan::kAnyMove) at[parts[p].party] = target;
      else if (fragment_.is_revealed(fragment_.component(parts[p].party))) return std::nullopt;   // it has become a member
    }
  }
  std::vector<LocalState> end;
  end.reserve(members.size());
  for (Party party : members) end.push_back(at[party]);
  PartialProduct product(ground, {members.begin(), members.end()}, nullptr);
  const std::uint32_t start = product.intern(0, end);
  const std::optional<PartialProduct::Found> found =
      find(product, {.cost = workplace_.settings.path, .most_states = kFewStates, .start = start}, workplace_.settings, counts_);
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
  finding.needed = strangers(fragment_, plan);
  if (finding.needed.empty()) return complete_finding(std::move(plan));
  if (workplace_.settings.add == Add::kOne) finding.needed = {finding.needed.front()};
  plan_ = std::move(plan);
  planned_ = fragment_.revealed().size();
  return finding;
}

}   // namespace parley::lazy
