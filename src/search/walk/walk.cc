#include "search/walk/walk.h"

#include <algorithm>
#include <array>
#include <bit>

#include "search/walk/depth_first.h"

namespace parley {

namespace {

// Successors that a guided step compares.
constexpr std::uint32_t kLooks = 8;

// A step of a component that many rules name is a long one.
std::uint32_t steps_a_beat(const Network& network) {
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
    // The order of the components must not matter: in a ring the last one's neighbour is the first.
    std::uint64_t kind = 0;
    for (const Participant& p : network.participants(rule))
      kind += mix((std::uint64_t{network.template_of(p.component).value} << 32 | p.label.value) + 1);
    kinds.push_back(static_cast<std::uint32_t>(mix(kind)));
  }
  return kinds;
}

Walk::Walk(const Network& network, const Sought& sought, std::span<const std::uint32_t> kinds, std::uint64_t seed,
           const Limits& limits)
    : network_(network),
      sought_(sought),
      kinds_(kinds),
      seed_(seed),
      limits_(limits),
      pulse_(limits, steps_a_beat(network)),
      journey_(network, sought, limits),
      chase_(network),
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
  const std::uint64_t salt = dice_.next();
  const auto lane = [&](std::uint64_t of) { return static_cast<std::uint8_t>(mix(salt ^ of) % Position::kLanes); };
  switch (plan.manner) {
    case Manner::kUniform:
    case Manner::kChase:
    case Manner::kDepthFirst: std::ranges::fill(lanes_, std::uint8_t{0}); return;
    case Manner::kGuided:
      if (const std::optional<std::size_t> goal = goal_of(plan.focus)) rank_by_relevance(*goal);
      else std::ranges::fill(lanes_, std::uint8_t{0});
      return;
    case Manner::kByAction:
      for (RuleId rule : network_.rules()) lanes_[rule.index()] = lane(kinds_[rule.index()]);
      return;
    case Manner::kByComponent:
      for (RuleId rule : network_.rules()) {
        const std::span<const Participant> participants = network_.participants(rule);
        lanes_[rule.index()] = lane(participants[mix(salt + rule.value) % participants.size()].component.value);
      }
      return;
    case Manner::kByRule:
      for (RuleId rule : network_.rules()) lanes_[rule.index()] = lane(rule.value);
      return;
  }
}

std::uint64_t Walk::run(const WalkPlan& plan, const std::function<bool()>& wanted) {
  return run(plan, wanted, Journey::Keep::kLastStep);
}

Trace Walk::path(WalkPlan plan, std::uint64_t step) {
  plan.last_step = step;
  run(
      plan, [] { return true; }, Journey::Keep::kPath);
  return journey_.path();
}

std::uint64_t Walk::run(const WalkPlan& plan, const std::function<bool()>& wanted, Journey::Keep keep) {
  dice_ = Dice(mix(seed_) ^ mix(plan.number + 1));
  constexpr std::array<std::uint32_t, 4> kWhims = {0, 4, 32, 128};
  whim_ = kWhims[dice_.below(kWhims.size())];
  rank(plan);
  if (plan.manner == Manner::kDepthFirst) {
    journey_.begin(lanes_, Journey::Keep::kPath);
    return depth_first(journey_, {plan.length, plan.last_step, goal_of(plan.focus)}, dice_, limits_, wanted);
  }
  journey_.begin(lanes_, keep);
  if (const std::optional<std::size_t> goal = goal_of(plan.focus); goal && plan.manner == Manner::kChase) {
    chase_.begin(journey_, *goal, dice_);
    whim_ = 0;   // the chase draws enough as it is
  }
  journey_.look();
  // Beginning anew is not free where the network is wide.
  std::uint64_t work = 1 + network_.num_rules() / 16;
  while (work < plan.length && journey_.steps() < plan.last_step && journey_.position().can_step() && !journey_.has_seen_all()) {
    work += step(plan);
    journey_.look();
    if (pulse_.beat() && !wanted()) return work;
  }
  if (journey_.steps() < plan.last_step) journey_.look_back();
  return work;
}

RuleId Walk::any_rule() {
  const Position& position = journey_.position();
  const std::uint64_t filled = position.filled_lanes();
  if (filled == 1) return any_of(position.lane(0));
  return any_of(position.lane(nth_bit(filled, dice_.below(static_cast<std::uint32_t>(std::popcount(filled))))));
}

std::uint64_t Walk::step(const WalkPlan& plan) {
  const Position& position = journey_.position();
  if (whim_ != 0 && dice_.happens(whim_)) {
    journey_.fire(any_rule(), dice_);
    return 1;
  }
  if (plan.manner == Manner::kGuided || plan.manner == Manner::kChase) {
    const std::optional<std::size_t> goal = goal_of(plan.focus);
    if (goal && plan.manner == Manner::kChase) return chase_.step(journey_, dice_);
    return goal ? step_to_goal(*goal) : step_to_quiet();
  }
  journey_.fire(any_of(position.lane(static_cast<unsigned>(std::countr_zero(position.filled_lanes())))), dice_);
  return 1;
}

void Walk::draw_targets(RuleId rule, std::vector<LocalState>& targets) {
  targets.clear();
  for (const Participant& p : network_.participants(rule)) {
    const std::span<const Edge> edges = journey_.position().edges(p);
    targets.push_back(edges[edges.size() == 1 ? 0 : dice_.below(static_cast<std::uint32_t>(edges.size()))].target);
  }
}

// Lane 0 holds the rules that can change the distance, lane 1 all others.
std::uint64_t Walk::step_to_goal(std::size_t goal) {
  const std::span<const RuleId> near = journey_.position().lane(0);
  const std::span<const RuleId> others = journey_.position().lane(1);
  const Goals::Distance here = journey_.goals().distance(goal);
  Goals::Distance best = 0;
  RuleId best_rule;
  const std::uint32_t looks = std::min(kLooks, static_cast<std::uint32_t>(near.size()));
  for (std::uint32_t i = 0; i < looks; ++i) {
    const RuleId rule = near.size() <= kLooks ? near[i] : any_of(near);
    draw_targets(rule, targets_);
    const Goals::Distance distance = journey_.distance_after(goal, rule, targets_);
    // Of equals the last with a chance of one half: not fair, but no rule is never chosen.
    if (i > 0 && (distance > best || (distance == best && dice_.happens(512)))) continue;
    best = distance;
    best_rule = rule;
    std::swap(best_targets_, targets_);
  }
  // A step away is taken only if there is no other. Steps of the others bring partners into place.
  const bool closer = looks > 0 && best < here;
  if (looks > 0 && (closer || others.empty() || (best == here && dice_.happens(512)))) journey_.fire(best_rule, best_targets_);
  else journey_.fire(any_of(others), dice_);
  return 1 + looks;
}

// Towards states in which little is enabled: that is where deadlocks are.
std::uint64_t Walk::step_to_quiet() {
  const std::span<const RuleId> enabled = journey_.position().lane(0);
  if (enabled.size() == 1) {
    journey_.fire(enabled[0], dice_);
    return 1;
  }
  // To look means to move, and moving changes the order of what is enabled: the choice comes first.
  std::array<RuleId, kLooks> rules;
  const std::uint32_t looks = std::min(kLooks, static_cast<std::uint32_t>(enabled.size()));
  for (std::uint32_t i = 0; i < looks; ++i) rules[i] = enabled.size() <= kLooks ? enabled[i] : any_of(enabled);
  std::uint32_t best = Journey::kInError;
  RuleId best_rule;
  for (std::uint32_t i = 0; i < looks; ++i) {
    draw_targets(rules[i], targets_);
    const std::uint32_t left = journey_.enabled_after(rules[i], targets_);
    if (i > 0 && (left > best || (left == best && dice_.happens(512)))) continue;
    best = left;
    best_rule = rules[i];
    std::swap(best_targets_, targets_);
  }
  journey_.fire(best_rule, best_targets_);
  return 1 + looks;
}

}   // namespace parley
