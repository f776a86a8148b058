#include "search/walk/walk_run.h"

#include <algorithm>
#include <cassert>

namespace parley {

WalkRun::WalkRun(const Network& network, const WalkTargets& sought, const Limits& limits)
    : network_(network),
      sought_(sought),
      position_(network),
      goals_(network, sought.formulas, limits),
      stuck_(network),
      // A check for stuck components costs about as much as the steps between two checks.
      stuck_every_(static_cast<std::uint32_t>(std::clamp<std::size_t>(network.num_participants() / 8, 16, 1 << 20))),
      goal_seen_(sought.goals.size()) {
  begin({}, Keep::kLastStep);
}

void WalkRun::begin(std::span<const std::uint8_t> lane_of, Keep keep) {
  position_.reset(lane_of);
  goals_.reset();
  keep_ = keep;
  steps_ = 0;
  until_stuck_ = stuck_every_;
  moved_.clear();
  fired_.clear();
  sightings_.clear();
  std::ranges::fill(goal_seen_, std::uint8_t{0});
  deadlock_seen_ = false;
  stuck_seen_ = false;
}

void WalkRun::open_step(RuleId rule) {
  assert(position_.is_enabled(rule));
  if (keep_ == Keep::kLastStep) {
    moved_.clear();
    fired_.clear();
  }
  fired_.push_back({rule, moved_.size()});
  ++steps_;
}

void WalkRun::move(ComponentId component, LocalState to) {
  moved_.push_back({component, position_.at(component), to});
  position_.move(component, to);
  goals_.move(component, to);
}

void WalkRun::fire(RuleId rule, Rng& rng) {
  open_step(rule);
  for (const Participant& p : network_.participants(rule)) {
    const std::span<const Edge> edges = position_.edges(p);
    move(p.component, edges[edges.size() == 1 ? 0 : rng.below(static_cast<std::uint32_t>(edges.size()))].target);
  }
}

void WalkRun::fire(RuleId rule, std::span<const LocalState> targets) {
  open_step(rule);
  std::size_t i = 0;
  for (const Participant& p : network_.participants(rule)) move(p.component, targets[i++]);
}

void WalkRun::undo() {
  assert(!fired_.empty());
  const Fired last = fired_.back();
  fired_.pop_back();
  for (; moved_.size() > last.first_moved; moved_.pop_back()) {
    position_.move(moved_.back().component, moved_.back().from);
    goals_.move(moved_.back().component, moved_.back().from);
  }
  goals_.forget_arrivals();
}

Goals::Distance WalkRun::distance_after(std::size_t goal, RuleId rule, std::span<const LocalState> targets) {
  const std::span<const Participant> participants = network_.participants(rule);
  for (std::size_t i = 0; i < participants.size(); ++i) goals_.move(participants[i].component, targets[i]);
  const Goals::Distance distance = goals_.distance(goal);
  for (const Participant& p : participants) goals_.move(p.component, position_.at(p.component));
  goals_.forget_arrivals();
  return distance;
}

std::uint32_t WalkRun::enabled_after(RuleId rule, std::span<const LocalState> targets) {
  back_.clear();
  std::size_t i = 0;
  for (const Participant& p : network_.participants(rule)) {
    back_.emplace_back(p.component, position_.at(p.component));
    position_.move(p.component, targets[i++]);
  }
  const std::uint32_t enabled = position_.in_error() ? kInError : position_.num_enabled();
  for (const auto& [component, from] : back_) position_.move(component, from);
  return enabled;
}

void WalkRun::sight(std::span<const std::size_t> properties, std::uint64_t step) {
  for (std::size_t property : properties) sightings_.push_back({property, step});
}

void WalkRun::look() {
  if (steps_ == 0) {
    for (std::uint32_t goal = 0; goal < sought_.goals.size(); ++goal) {
      if (goals_.distance(goal) != 0) continue;
      goal_seen_[goal] = 1;
      sight(std::span(sought_.goals).subspan(goal, 1), 0);
    }
  }
  for (std::uint32_t goal : goals_.arrivals()) {
    // The distance may have been 0 only in between, when some participants of the step had moved and others
    // had not.
    if (goals_.distance(goal) != 0 || goal_seen_[goal] != 0) continue;
    goal_seen_[goal] = 1;
    sight(std::span(sought_.goals).subspan(goal, 1), steps_);
  }
  goals_.forget_arrivals();

  if (!position_.can_step() && !position_.in_error() && !deadlock_seen_ && !is_terminated(network_, position_.state())) {
    deadlock_seen_ = true;
    sight(sought_.deadlocks, steps_);
  }
  if (stuck_seen_ || sought_.local_deadlocks.empty() || --until_stuck_ > 0) return;
  until_stuck_ = stuck_every_;
  if (!position_.in_error()) look_for_stuck(steps_);
}

void WalkRun::look_for_stuck(std::uint64_t step) {
  if (stuck_.of(position_.state()).empty()) return;
  stuck_seen_ = true;
  sight(sought_.local_deadlocks, step);
}

void WalkRun::look_back() {
  if (stuck_seen_ || sought_.local_deadlocks.empty()) return;
  if (!position_.in_error()) return look_for_stuck(steps_);
  if (fired_.empty()) return;
  undo();
  look_for_stuck(steps_ - 1);
}

Trace WalkRun::path() const {
  Trace trace;
  std::vector<Move> moves;
  for (std::size_t i = 0; i < fired_.size(); ++i) {
    const std::size_t last = i + 1 < fired_.size() ? fired_[i + 1].first_moved : moved_.size();
    moves.clear();
    moves.reserve(last - fired_[i].first_moved);
    for (std::size_t m = fired_[i].first_moved; m < last; ++m) moves.push_back({moved_[m].component, moved_[m].to});
    trace.add(network_.label(fired_[i].rule), moves);
  }
  return trace;
}

}   // namespace parley
