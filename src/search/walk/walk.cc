#include "search/walk/walk.h"

#include <algorithm>
#include <array>
#include <bit>

#include "search/walk/depth_first.h"

namespace parley {

namespace {

// The number of successors that a guided step compares.
constexpr std::uint32_t kCompared = 8;

// If a component takes part in many rules, its steps are slow: the limits are checked after fewer steps.
std::uint32_t steps_per_beat(const Network& network) {
  std::size_t most = 1;
  for (ComponentId component : network.components()) most = std::max(most, network.rules(component).size());
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(1'000'000 / most, 16, 1024));
}

// The number of the 'which'-th bit that is set.
unsigned nth_bit(std::uint64_t bits, std::uint32_t which) {
  for (; which > 0; --which) bits &= bits - 1;
  return static_cast<unsigned>(std::countr_zero(bits));
}

}   // namespace

std::vector<std::uint32_t> action_kinds(const Network& network) {
  std::vector<std::uint32_t> kinds;
  kinds.reserve(network.num_rules());
  for (RuleId rule : network.rules()) {
    // The order of the components must not matter: in a ring, the neighbour of the last component is the
    // first.
    std::uint64_t kind = 0;
    for (const Participant& p : network.participants(rule))
      kind += mix((std::uint64_t{network.template_of(p.component).value} << 32 | p.label.value) + 1);
    kinds.push_back(static_cast<std::uint32_t>(mix(kind)));
  }
  return kinds;
}

Walk::Walk(const Network& network, const WalkTargets& sought, std::span<const std::uint32_t> kinds, std::uint64_t seed,
           const Limits& limits)
    : network_(network),
      sought_(sought),
      kinds_(kinds),
      seed_(seed),
      limits_(limits),
      pulse_(limits, steps_per_beat(network)),
      walk_run_(network, sought, limits),
      backward_chaining_(network),
      lanes_(network.num_rules()) {}

std::optional<std::size_t> Walk::goal_of(std::size_t focus) const {
  const std::size_t others = sought_.deadlocks.size() + sought_.local_deadlocks.size();
  if (focus < others || sought_.goals.empty()) return std::nullopt;
  return focus - others;
}

void Walk::rank_by_relevance(std::size_t goal) {
  std::ranges::fill(lanes_, std::uint8_t{1});
  for (ComponentId component : sought_.formulas[goal]->components())
    for (RuleId rule : network_.rules(component)) lanes_[rule.index()] = 0;
}

void Walk::rank(const WalkPlan& plan) {
  const std::uint64_t salt = rng_.next();
  const auto lane = [&](std::uint64_t of) { return static_cast<std::uint8_t>(mix(salt ^ of) % Position::kLanes); };
  switch (plan.strategy) {
    case WalkStrategy::kUniform:
    case WalkStrategy::kBackwardChaining:
    case WalkStrategy::kDepthFirst: std::ranges::fill(lanes_, std::uint8_t{0}); return;
    case WalkStrategy::kGuided:
      if (const std::optional<std::size_t> goal = goal_of(plan.focus)) rank_by_relevance(*goal);
      else std::ranges::fill(lanes_, std::uint8_t{0});
      return;
    case WalkStrategy::kByAction:
      for (RuleId rule : network_.rules()) lanes_[rule.index()] = lane(kinds_[rule.index()]);
      return;
    case WalkStrategy::kByComponent:
      for (RuleId rule : network_.rules()) {
        const std::span<const Participant> participants = network_.participants(rule);
        lanes_[rule.index()] = lane(participants[mix(salt + rule.value) % participants.size()].component.value);
      }
      return;
    case WalkStrategy::kByRule:
      for (RuleId rule : network_.rules()) lanes_[rule.index()] = lane(rule.value);
      return;
  }
}

std::uint64_t Walk::run(const WalkPlan& plan, const std::function<bool()>& wanted) {
  return run(plan, wanted, WalkRun::Keep::kLastStep);
}

Trace Walk::path(WalkPlan plan, std::uint64_t step) {
  plan.last_step = step;
  run(
      plan, [] { return true; }, WalkRun::Keep::kPath);
  return walk_run_.path();
}

std::uint64_t Walk::run(const WalkPlan& plan, const std::function<bool()>& wanted, WalkRun::Keep keep) {
  rng_ = Rng(mix(seed_) ^ mix(plan.number + 1));
  constexpr std::array<std::uint32_t, 4> kUniformChances = {0, 4, 32, 128};
  uniform_chance_ = kUniformChances[rng_.below(kUniformChances.size())];
  rank(plan);
  if (plan.strategy == WalkStrategy::kDepthFirst) {
    walk_run_.begin(lanes_, WalkRun::Keep::kPath);
    return depth_first(walk_run_, {plan.length, plan.last_step, goal_of(plan.focus)}, rng_, limits_, wanted);
  }
  walk_run_.begin(lanes_, keep);
  if (const std::optional<std::size_t> goal = goal_of(plan.focus); goal && plan.strategy == WalkStrategy::kBackwardChaining) {
    backward_chaining_.begin(walk_run_, *goal, rng_);
    uniform_chance_ = 0;   // backward chaining draws enough at random by itself
  }
  walk_run_.look();
  // Starting again is not free if the network is wide.
  std::uint64_t work = 1 + network_.num_rules() / 16;
  while (work < plan.length && walk_run_.steps() < plan.last_step && walk_run_.position().can_step() &&
         !walk_run_.has_seen_all()) {
    work += step(plan);
    walk_run_.look();
    if (pulse_.beat() && !wanted()) return work;
  }
  if (walk_run_.steps() < plan.last_step) walk_run_.look_back();
  return work;
}

RuleId Walk::any_rule() {
  const Position& position = walk_run_.position();
  const std::uint64_t filled = position.filled_lanes();
  if (filled == 1) return any_of(position.lane(0));
  return any_of(position.lane(nth_bit(filled, rng_.below(static_cast<std::uint32_t>(std::popcount(filled))))));
}

std::uint64_t Walk::step(const WalkPlan& plan) {
  const Position& position = walk_run_.position();
  if (uniform_chance_ != 0 && rng_.happens(uniform_chance_)) {
    walk_run_.fire(any_rule(), rng_);
    return 1;
  }
  if (plan.strategy == WalkStrategy::kGuided || plan.strategy == WalkStrategy::kBackwardChaining) {
    const std::optional<std::size_t> goal = goal_of(plan.focus);
    if (goal && plan.strategy == WalkStrategy::kBackwardChaining) return backward_chaining_.step(walk_run_, rng_);
    return goal ? step_to_goal(*goal) : step_to_few_enabled();
  }
  walk_run_.fire(any_of(position.lane(static_cast<unsigned>(std::countr_zero(position.filled_lanes())))), rng_);
  return 1;
}

void Walk::draw_targets(RuleId rule, std::vector<LocalState>& targets) {
  targets.clear();
  for (const Participant& p : network_.participants(rule)) {
    const std::span<const Edge> edges = walk_run_.position().edges(p);
    targets.push_back(edges[edges.size() == 1 ? 0 : rng_.below(static_cast<std::uint32_t>(edges.size()))].target);
  }
}

// Lane 0 holds the rules that can change the distance, lane 1 all other rules.
std::uint64_t Walk::step_to_goal(std::size_t goal) {
  const std::span<const RuleId> near = walk_run_.position().lane(0);
  const std::span<const RuleId> others = walk_run_.position().lane(1);
  const Goals::Distance here = walk_run_.goals().distance(goal);
  Goals::Distance best = 0;
  RuleId best_rule;
  const std::uint32_t looks = std::min(kCompared, static_cast<std::uint32_t>(near.size()));
  for (std::uint32_t i = 0; i < looks; ++i) {
    const RuleId rule = near.size() <= kCompared ? near[i] : any_of(near);
    draw_targets(rule, targets_);
    const Goals::Distance distance = walk_run_.distance_after(goal, rule, targets_);
    // Among equals the last one wins with a chance of one half. This is not fair, but every rule has a
    // chance.
    if (i > 0 && (distance > best || (distance == best && rng_.happens(512)))) continue;
    best = distance;
    best_rule = rule;
    std::swap(best_targets_, targets_);
  }
  // A step that increases the distance is taken only if there is no other. Rules of the other lane bring
  // partners into place.
  const bool closer = looks > 0 && best < here;
  if (looks > 0 && (closer || others.empty() || (best == here && rng_.happens(512)))) walk_run_.fire(best_rule, best_targets_);
  else walk_run_.fire(any_of(others), rng_);
  return 1 + looks;
}

// Towards states in which few rules are enabled: deadlocks are there.
std::uint64_t Walk::step_to_few_enabled() {
  const std::span<const RuleId> enabled = walk_run_.position().lane(0);
  if (enabled.size() == 1) {
    walk_run_.fire(enabled[0], rng_);
    return 1;
  }
  // Evaluating a rule means moving, which changes the order of the enabled rules. So the rules are drawn
  // first.
  std::array<RuleId, kCompared> rules;
  const std::uint32_t looks = std::min(kCompared, static_cast<std::uint32_t>(enabled.size()));
  for (std::uint32_t i = 0; i < looks; ++i) rules[i] = enabled.size() <= kCompared ? enabled[i] : any_of(enabled);
  std::uint32_t best = WalkRun::kInError;
  RuleId best_rule;
  for (std::uint32_t i = 0; i < looks; ++i) {
    draw_targets(rules[i], targets_);
    const std::uint32_t left = walk_run_.enabled_after(rules[i], targets_);
    if (i > 0 && (left > best || (left == best && rng_.happens(512)))) continue;
    best = left;
    best_rule = rules[i];
    std::swap(best_targets_, targets_);
  }
  walk_run_.fire(best_rule, best_targets_);
  return 1 + looks;
}

}   // namespace parley
