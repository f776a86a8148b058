#include "engine/lazy/level_solver.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

namespace parley::lazy {

namespace {

// After this many searches a level is explored as a whole. One path at a time, there may be very many.
constexpr std::uint32_t kSearchesInPart = 3;
// Dropped levels have to be rebuilt, and each of them may drop those above it. So a group drops levels at
// most this many times.
constexpr std::uint32_t kMostForgets = 16;

std::vector<LocalComponent> joined(std::span<const LocalComponent> one, std::span<const LocalComponent> two) {
  std::vector<LocalComponent> all(one.begin(), one.end());
  for (LocalComponent local_component : two)
    if (std::ranges::find(one, local_component) == one.end()) all.push_back(local_component);
  return all;
}

std::vector<LocalComponent> without(std::span<const LocalComponent> all, std::span<const LocalComponent> gone) {
  std::vector<LocalComponent> left;
  left.reserve(all.size());
  for (LocalComponent local_component : all)
    if (std::ranges::find(gone, local_component) == gone.end()) left.push_back(local_component);
  return left;
}

// The product of the kept transitions of two partial products. They become kept transitions of the last of
// 'levels', which has the same members. A rule that names members of both must be kept by both, and must move
// shared members to the same states.
class KeptProduct {
 public:
  KeptProduct(const Fragment& fragment, const PartialProduct& one, const PartialProduct& two,
              std::span<PartialProduct* const> levels, const Limits& limits)
      : fragment_(fragment), one_(one), two_(two), levels_(levels), pulse_(limits), at_(fragment.num_components()) {}

  void keep() {
    number({one_.initial(), two_.initial()});
    for (std::size_t next = 0; next < pairs_.size(); ++next) {
      pulse_.beat();
      const Pair from = pairs_[next];
      one_.for_each_kept(from.one, [&](std::uint32_t rule, std::uint32_t to) {
        if (!names_member(rule, two_)) step(next, rule, {to, from.two});
        else
          two_.for_each_kept(from.two, [&](std::uint32_t other, std::uint32_t other_to) {
            if (other == rule && agree(to, other_to)) step(next, rule, {to, other_to});
          });
      });
      two_.for_each_kept(from.two, [&](std::uint32_t rule, std::uint32_t to) {
        if (!names_member(rule, one_)) step(next, rule, {from.one, to});
      });
    }
  }

 private:
  struct Pair {
    std::uint32_t one;
    std::uint32_t two;
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };

  bool names_member(std::uint32_t rule, const PartialProduct& product) const {
    return std::ranges::any_of(fragment_.parts(rule),
                               [&](const Fragment::Part& part) { return product.is_member(part.local_component); });
  }

  bool agree(std::uint32_t one, std::uint32_t two) {
    one_.read(one, states_);
    for (std::size_t i = 0; i < states_.size(); ++i) at_[one_.members()[i]] = states_[i];
    two_.read(two, states_);
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const LocalComponent local_component = two_.members()[i];
      if (one_.is_member(local_component) && at_[local_component] != states_[i]) return false;
    }
    return true;
  }

  void step(std::size_t from, std::uint32_t rule, const Pair& to) {
    const std::uint32_t target = number(to);
    levels_.back()->keep({numbers_[pairs_[from]], rule, target});
  }

  // The state of the last level that corresponds to the pair.
  std::uint32_t number(const Pair& pair) {
    const auto [place, is_new] = numbers_.try_emplace(pair, 0);
    if (!is_new) return place->second;
    pairs_.push_back(pair);
    read(one_, pair.one);
    read(two_, pair.two);
    std::uint32_t state = 0;
    std::vector<LocalState> locals;
    for (PartialProduct* level : levels_) {
      locals.clear();
      for (LocalComponent local_component : level->added()) locals.push_back(at_[local_component]);
      state = level->intern(state, locals);
    }
    return place->second = state;
  }

  void read(const PartialProduct& product, std::uint32_t state) {
    product.read(state, states_);
    for (std::size_t i = 0; i < states_.size(); ++i) at_[product.members()[i]] = states_[i];
  }

  const Fragment& fragment_;
  const PartialProduct& one_;
  const PartialProduct& two_;
  std::span<PartialProduct* const> levels_;
  Pulse pulse_;
  std::vector<LocalState> at_;   // by number in the fragment
  std::vector<LocalState> states_;
  std::map<Pair, std::uint32_t> numbers_;
  std::vector<Pair> pairs_;
};

}   // namespace

LevelSolver::LevelSolver(const SolverContext& context)
    : context_(context), tables_(context.network), distances_(context.network), groups_(context.network), fragment_(tables_) {}

Answer LevelSolver::solve(std::span<const LocalGoal> local_goals) {
  groups_.clear();
  stacks_.clear();
  fragment_.clear();
  for (const LocalGoal& local_goal : local_goals) tables_.set_local_goal(local_goal);
  make_groups(local_goals);
  std::optional<Refutation> refuted;
  for (Group group = 0; !refuted;) {
    context_.limits.check();
    context_.progress.report({.phase = "lazy", .states = counts_.states, .done = group, .total = groups_.size()});
    while (group < groups_.size() && (!groups_.is_alive(group) || groups_.is_complete(group))) ++group;
    if (group < groups_.size()) {
      refuted = concretise(group);
    } else {
      const auto conflicts = groups_.conflicts();
      if (conflicts.empty()) break;
      merge(conflicts.front().first, conflicts.front().second);
      group = 0;
    }
  }
  for (const LocalGoal& local_goal : local_goals) tables_.set_local_goal({local_goal.component, StateSets::kAll});
  if (refuted) return std::move(*refuted);
  return groups_.path();
}

void LevelSolver::make_groups(std::span<const LocalGoal> local_goals) {
  std::vector<std::vector<ComponentId>> parts;
  if (context_.settings.partition == Partition::kWhole) parts.emplace_back();
  for (const LocalGoal& local_goal : local_goals) {
    if (context_.settings.partition == Partition::kFinest) parts.emplace_back();
    parts.back().push_back(local_goal.component);
  }
  for (const std::vector<ComponentId>& part : parts) {
    groups_.add(part);
    Stack& stack = stacks_.emplace_back();
    for (ComponentId component : part) stack.goals.push_back(fragment_.reveal(component));
    push(stack, stack.goals);
    notify(static_cast<Group>(stacks_.size() - 1));
  }
}

void LevelSolver::push(Stack& stack, std::vector<LocalComponent> added) {
  const PartialProduct* below = stack.stages.empty() ? nullptr : stack.stages.back().product.get();
  const ProductContext product_context = {fragment_, context_.sets, distances_, context_.limits, context_.pruning};
  stack.stages.push_back({std::make_unique<PartialProduct>(product_context, std::move(added), below)});
  stack.current = stack.stages.size() - 1;
}

std::optional<PartialProduct::Found> LevelSolver::search(Stage& stage) {
  PartialProduct& product = *stage.product;
  if (stage.was_seen_whole && product.below() == nullptr) return std::nullopt;   // it keeps everything that leads to the goal
  const Settings& settings = context_.settings;
  const bool whole = settings.product == Product::kWhole || stage.searches >= kSearchesInPart;
  const bool only_path = settings.product == Product::kPath && !whole;
  std::optional<PartialProduct::Found> found = find(product,
                                                    {.cost = settings.path,
                                                     .extent = whole ? Extent::kEverything : Extent::kFirstPath,
                                                     .must_be_new = stage.searches > 0,
                                                     .record = !only_path},
                                                    settings, counts_);
  ++stage.searches;
  stage.was_seen_whole = whole;
  if (!found) return found;
  if (only_path) product.keep(*found);
  else product.keep_seen(settings.trim);
  return found;
}

std::optional<Refutation> LevelSolver::concretise(Group group) {
  Stack& stack = stacks_[group];
  Stage& stage = stack.stages[stack.current];
  const std::optional<PartialProduct::Found> found = search(stage);
  if (found) stack.refuting.clear();
  else if (stack.refuting.empty())
    stack.refuting.assign(stack.stages.back().product->members().begin(), stack.stages.back().product->members().end());
  if (!found && stack.current == 0) return refute(stack.refuting);
  if (!found) {
    --stack.current;
    forget(group);
  } else if (found->is_complete()) {
    drop_above(group, stack.current);
    groups_.complete(group, fragment_, stage.product->members(), complete_finding(plan_of(fragment_, *stage.product, *found)));
  } else if (stack.current + 1 < stack.stages.size()) {
    ++stack.current;
  } else {
    add_level(group, found->outside_components);
    return std::nullopt;
  }
  notify(group);
  return std::nullopt;
}

// The highest level, restricted to what is kept below, found no path and sent the search back, and no level
// below found another path. So each level keeps all its paths, and all of them were tried in the level above.
// Hence the members of the highest level have no path in their whole product. Its states are the certificate.
Refutation LevelSolver::refute(std::span<const LocalComponent> members) {
  const ProductContext product_context = {fragment_, context_.sets, distances_, context_.limits, context_.pruning};
  PartialProduct product(product_context, {members.begin(), members.end()}, nullptr);
  if (find(product, {}, context_.settings, counts_))
    throw std::logic_error("lazy: a level found no path, but its members have one");
  return refutation(fragment_, refuted_finding(product));
}

void LevelSolver::add_level(Group group, std::span<const LocalComponent> needed) {
  const std::span<const LocalComponent> chosen = context_.settings.add == Add::kOne ? needed.first(1) : needed;
  std::vector<ComponentId> components;
  components.reserve(chosen.size());
  for (LocalComponent local_component : chosen) {
    components.push_back(fragment_.component(local_component));
    if (!fragment_.is_revealed(components.back())) fragment_.reveal(components.back());
  }
  push(stacks_[group], {chosen.begin(), chosen.end()});
  notify(group);
  std::vector<Group> others;
  for (ComponentId component : components) {
    const Group owner = groups_.owner(component);
    if (owner == Groups::kNoGroup) groups_.own(component, group);
    else if (std::ranges::find(others, owner) == others.end()) others.push_back(owner);
  }
  for (Group other : others) merge(group, other);
}

// A group that has dropped levels often enough starts again, and drops none from then on. It cannot just
// continue: the remaining levels would count paths as refuted that only dropped levels have refuted.
void LevelSolver::forget(Group group) {
  Stack& stack = stacks_[group];
  if (context_.settings.forget == Forget::kNothing || stack.forgets > kMostForgets) return;
  drop_above(group, ++stack.forgets > kMostForgets ? 0 : stack.current);
  if (stack.forgets <= kMostForgets) return;
  const std::vector<LocalComponent> first(stack.stages[0].product->added().begin(), stack.stages[0].product->added().end());
  stack.stages.clear();
  stack.refuting.clear();
  push(stack, first);
}

void LevelSolver::drop_above(Group group, std::size_t level) {
  Stack& stack = stacks_[group];
  for (std::size_t i = level + 1; i < stack.stages.size(); ++i)
    for (LocalComponent local_component : stack.stages[i].product->added()) groups_.disown(fragment_.component(local_component));
  stack.stages.resize(level + 1);
}

void LevelSolver::merge(Group group, Group other) {
  const Stack one = std::move(stacks_[group]);
  const Stack two = std::move(stacks_[other]);
  groups_.unite(group, other);
  groups_.reopen(group);
  ++counts_.merges;

  const PartialProduct& first_one = *one.stages.front().product;
  const PartialProduct& first_two = *two.stages.front().product;
  const PartialProduct& now_one = *one.stages[one.current].product;
  const PartialProduct& now_two = *two.stages[two.current].product;
  const std::vector<LocalComponent> members = joined(now_one.members(), now_two.members());
  Stack& merged = stacks_[group] = {};
  merged.goals = joined(one.goals, two.goals);
  const Merge policy = context_.settings.merge;
  switch (policy) {
    case Merge::kMembers: push(merged, members); break;
    case Merge::kGoals: push(merged, merged.goals); break;
    case Merge::kFirst:
    case Merge::kCurrent: {
      push(merged, joined(first_one.added(), first_two.added()));
      PartialProduct* const first = merged.stages[0].product.get();
      KeptProduct(fragment_, first_one, first_two, std::array{first}, context_.limits).keep();
      std::vector<LocalComponent> rest = without(members, first->added());
      if (policy == Merge::kFirst || rest.empty()) break;
      push(merged, std::move(rest));
      KeptProduct(fragment_, now_one, now_two, std::array{first, merged.stages[1].product.get()}, context_.limits).keep();
      merged.stages[0].searches = 1;   // what it keeps is tried in the level above first
      break;
    }
  }

  // Components that are in no level any more can join any group.
  for (const Stack* old : {&one, &two})
    for (LocalComponent local_component : old->stages.back().product->members())
      groups_.disown(fragment_.component(local_component));
  for (LocalComponent local_component : merged.stages.back().product->members())
    groups_.own(fragment_.component(local_component), group);
  notify(group);
}

void LevelSolver::notify(Group group) const {
  if (!watch_) return;
  std::vector<Level> levels;
  const Stack& stack = stacks_[group];
  for (std::size_t i = 0; i < stack.stages.size(); ++i) levels.push_back({*stack.stages[i].product, i == stack.current});
  watch_(stack.goals, levels);
}

}   // namespace parley::lazy
