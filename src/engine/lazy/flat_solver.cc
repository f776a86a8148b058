#include "engine/lazy/flat_solver.h"

#include <algorithm>

namespace parley::lazy {

namespace {

// From this size on a group that grows tries the path it had before it is searched again: the search costs more with each member, the path does not.
constexpr std::size_t kLargeGroup = 24;

// Up to these sizes it is tried whether a refutation needs all members.
constexpr std::size_t kMostLeftOut = 64;
constexpr std::size_t kSmallProduct = 1'000;

}  // namespace

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
    if (pulse_.beat()) workplace_.progress.report({.phase = "lazy", .states = counts_.states, .done = group, .total = groups_.size()});
    if (groups_.is_alive(group) && !groups_.is_complete(group)) refuted = complete(group);
  }
  while (!refuted) {
    const auto conflict = groups_.conflict();
    if (!conflict) break;
    refuted = complete(conflict->first, conflict->second);
  }
  fragment_.clear();
  for (const Wish& wish : wishes) around_.set_wish({wish.component, StateSets::kAll});
  if (refuted) return std::move(*refuted);
  return groups_.path();
}

void FlatSolver::make_groups(std::span<const Wish> wishes) {
  const auto is_there = [&](const Wish& wish) { return workplace_.sets.contains(wish.set, workplace_.network.lts(wish.component).initial()); };
  if (workplace_.settings.partition == Partition::kWhole) {
    std::vector<ComponentId> members;
    members.reserve(wishes.size());
    for (const Wish& wish : wishes) members.push_back(wish.component);
    groups_.add(members);
    return;
  }
  for (const Wish& wish : wishes) {
    const Group group = groups_.add(std::span(&wish.component, 1));
    if (is_there(wish)) groups_.complete_at_once(group);
  }
}

std::optional<Refutation> FlatSolver::complete(Group group, Group also) {
  fragment_.clear();
  node_ = Memory::kRoot;
  described_ = 0;
  plan_.reset();
  reveal_members(group);
  if (also != Groups::kNobody) absorb(group, also);
  for (;;) {
    const Finding& found = finding();
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
  reveal_members(other);
  groups_.unite(group, other);
  ++counts_.merges;
}

void FlatSolver::join(Group group, ComponentId component) {
  if (fragment_.is_revealed(component)) return;   // it came with a group that joined
  const Group owner = groups_.owner(component);
  if (owner != Groups::kNobody) return absorb(group, owner);
  groups_.own(component, group);
  fragment_.reveal(component);
}

const Finding& FlatSolver::finding() {
  if (!workplace_.settings.share || workplace_.pruning != nullptr) return unshared_ = find_out();
  node_ = memory_.next(node_, fragment_.description().subspan(described_));
  described_ = fragment_.description().size();
  if (const Finding* known = memory_.find(node_)) {
    ++counts_.shared;
    plan_.reset();
    return *known;
  }
  return memory_.remember(node_, find_out());
}

Finding FlatSolver::find_out() {
  if (std::optional<Finding> found = follow_plan()) return std::move(*found);
  return search();
}

Finding FlatSolver::search() {
  const Ground ground = {fragment_, workplace_.sets, distances_, workplace_.limits, workplace_.pruning};
  PartialProduct product(ground, {fragment_.revealed().begin(), fragment_.revealed().end()}, nullptr);
  const std::optional<PartialProduct::Found> found = product.find({.cost = workplace_.settings.path});
  count(product);
  if (!found) {
    const std::size_t num_states = product.num_states();
    return smaller_refutation(refuted_finding(product), num_states);
  }
  return finding_of(plan_of(fragment_, product, *found));
}

// Not everybody who joined is needed in the end. Members are left out one by one, the last that joined first, as long as the others still exclude the goal, by no more states. A
// verdict that depends on fewer components says more.
Finding FlatSolver::smaller_refutation(Finding refuted, std::size_t num_states) {
  if (refuted.members.size() > kMostLeftOut || num_states > kSmallProduct) return refuted;
  const Ground ground = {fragment_, workplace_.sets, distances_, workplace_.limits, workplace_.pruning};
  for (std::size_t i = refuted.members.size(); i > 0; --i) {
    std::vector<Party> fewer = refuted.members;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i - 1));
    PartialProduct product(ground, fewer, nullptr);
    const bool is_goal_found = product.find({.most_states = num_states}).has_value();
    count(product);
    if (is_goal_found || product.gave_up()) continue;
    num_states = product.num_states();
    refuted = refuted_finding(product);
  }
  return refuted;
}

std::optional<Finding> FlatSolver::follow_plan() {
  if (!plan_ || fragment_.revealed().size() < kLargeGroup) return std::nullopt;
  const Ground ground = {fragment_, workplace_.sets, distances_, workplace_.limits, workplace_.pruning};
  std::optional<Plan> plan = repair(ground, *plan_, fragment_.revealed().subspan(planned_));
  if (!plan) return std::nullopt;
  return finding_of(std::move(*plan));
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

}  // namespace parley::lazy
