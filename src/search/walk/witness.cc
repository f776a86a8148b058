#include "search/walk/witness.h"

#include <algorithm>
#include <array>
#include <bit>
#include <exception>
#include <thread>

namespace parley {

namespace {

constexpr std::uint64_t kNoWalk = UINT64_MAX;
// Walks per batch: few at first, so that easy traces are reported soon; then enough for several threads.
constexpr std::uint64_t kFirstBatch = 4;
constexpr std::uint64_t kMostBatch = 24;

// The strategies of a dozen walks. Ranks are frequent: they are cheap, and each draw is another scheduler.
constexpr std::array kStrategies = {WalkStrategy::kUniform,          WalkStrategy::kByAction, WalkStrategy::kBackwardChaining,
                                    WalkStrategy::kByComponent,      WalkStrategy::kByAction, WalkStrategy::kGuided,
                                    WalkStrategy::kDepthFirst,       WalkStrategy::kByRule,   WalkStrategy::kByAction,
                                    WalkStrategy::kBackwardChaining, WalkStrategy::kUniform,  WalkStrategy::kDepthFirst};

// The sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...: long walks occur, and short walks keep occurring (Luby,
// Sinclair and Zuckerman, IPL 1993).
std::uint64_t luby(std::uint64_t n) {
  for (++n;;) {
    const std::uint64_t power = std::bit_ceil(n + 1);
    if (n == power - 1) return power / 2;
    n -= power / 2 - 1;
  }
}

// The formula "one of the automata is in an error state".
Predicate error_formula(const Network& network, const Safety& safety) {
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> any;
  any.reserve(safety.automata.size());
  for (ComponentId component : safety.automata) {
    const Lts& lts = network.lts(component);
    std::vector<LocalState> errors;
    for (LocalState state : lts.states())
      if (lts.is_error(state)) errors.push_back(state);
    if (!errors.empty()) any.push_back(builder.atom({component, std::move(errors)}));
  }
  const PredicateBuilder::Handle root = builder.any_of(any);
  return std::move(builder).build(root);
}

}   // namespace

WitnessFinder::WitnessFinder(const Network& network, std::span<const Property> properties, std::uint64_t seed,
                             const Limits& limits, Progress& progress)
    : network_(network),
      properties_(properties),
      seed_(seed),
      limits_(limits),
      progress_(progress),
      in_error_(properties.size()),
      open_(properties.size(), 1),
      claims_(properties.size()) {
  limits.expect(network.num_rules() * sizeof kinds_[0]);
  kinds_ = action_kinds(network);
  for (std::size_t i = 0; i < properties.size(); ++i) {
    if (const auto* safety = std::get_if<Safety>(&properties[i].ask)) in_error_[i] = error_formula(network, *safety);
    if (std::holds_alternative<Undecided>(properties[i].ask)) open_[i] = 0;
  }
}

WitnessFinder::~WitnessFinder() = default;

bool WitnessFinder::has_open() const {
  return std::ranges::any_of(open_, [](std::uint8_t open) { return open != 0; });
}

void WitnessFinder::drop(std::size_t property) {
  if (open_[property] == 0) return;
  open_[property] = 0;
  is_stale_ = true;
}

void WitnessFinder::collect_open() {
  if (!is_stale_) return;
  is_stale_ = false;
  walks_.clear();
  sought_ = {};
  for (std::size_t i = 0; i < properties_.size(); ++i) {
    if (open_[i] == 0) continue;
    const auto& ask = properties_[i].ask;
    const Predicate* formula = nullptr;
    if (std::holds_alternative<Deadlock>(ask)) sought_.deadlocks.push_back(i);
    else if (std::holds_alternative<LocalDeadlock>(ask)) sought_.local_deadlocks.push_back(i);
    else if (const auto* reach = std::get_if<Reach>(&ask)) formula = &reach->goal;
    else if (const auto* never = std::get_if<Never>(&ask)) formula = &never->bad;
    else formula = &in_error_[i];
    if (formula == nullptr) continue;
    sought_.goals.push_back(i);
    sought_.formulas.push_back(formula);
  }
}

Walk& WitnessFinder::walk(unsigned thread) {
  if (!walks_[thread]) {
    limits_.expect(network_.num_rules() * 40 + network_.num_components() * 24);
    walks_[thread] = std::make_unique<Walk>(network_, sought_, kinds_, seed_, limits_);
  }
  return *walks_[thread];
}

WalkPlan WitnessFinder::plan(std::uint64_t number, std::uint64_t most) const {
  const std::uint64_t round = number / kStrategies.size();
  // Long enough for each component to move a few times.
  const std::uint64_t unit = 128 + 4 * network_.num_components();
  WalkPlan made{.number = number, .strategy = kStrategies[number % kStrategies.size()]};
  made.length = std::min(most, unit * luby(round));
  // Guided walks spend most of their work on comparing steps.
  if (made.strategy == WalkStrategy::kGuided || made.strategy == WalkStrategy::kBackwardChaining)
    made.length = std::min(most, 6 * made.length);
  // A depth-first search that ends early has seen all that it could reach. Its memory of states is lost when
  // it ends.
  if (made.strategy == WalkStrategy::kDepthFirst) made.length = std::min(most, 16 * made.length);
  made.focus = mix(number) % sought_.size();
  return made;
}

// One batch of walks: each thread takes the next walk until none is left.
class WitnessFinder::Batch {
 public:
  Batch(WitnessFinder& finder, std::span<const WalkPlan> plans) : finder_(finder), plans_(plans) {}

  void work(unsigned thread) {
    try {
      Walk& walk = finder_.walk(thread);
      for (std::size_t i = next_++; i < plans_.size() && !failed_; i = next_++) {
        const std::uint64_t number = plans_[i].number;
        done_ += walk.run(plans_[i], [&] {
          if (thread == 0) finder_.progress_.report({.phase = "walking", .done = finder_.work_});
          return !failed_ && is_wanted(number);
        });
        for (const WalkRun::Sighting& sighting : walk.walk_run().sightings()) claim(sighting, number);
      }
    } catch (...) {
      const std::scoped_lock lock(finder_.claiming_);
      failed_ = true;
      if (!failure_) failure_ = std::current_exception();
    }
  }

  std::uint64_t finish() {
    if (failure_) std::rethrow_exception(failure_);
    return done_;
  }

 private:
  // False if no sighting of this walk can count any more; then the walk may end.
  bool is_wanted(std::uint64_t number) const {
    for (std::size_t i = 0; i < finder_.claims_.size(); ++i)
      if (finder_.open_[i] != 0 && finder_.claims_[i].number.load(std::memory_order_relaxed) > number) return true;
    return false;
  }

  void claim(const WalkRun::Sighting& sighting, std::uint64_t number) {
    const std::scoped_lock lock(finder_.claiming_);
    Claim& claim = finder_.claims_[sighting.property];
    if (claim.number.load() <= number) return;
    claim.number = number;
    claim.step = sighting.step;
  }

  WitnessFinder& finder_;
  std::span<const WalkPlan> plans_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;
};

void WitnessFinder::run_batch(std::span<const WalkPlan> plans, unsigned threads) {
  for (Claim& claim : claims_) claim.number = kNoWalk;
  threads = std::clamp<unsigned>(threads, 1, static_cast<unsigned>(plans.size()));
  if (walks_.size() < threads) walks_.resize(threads);
  Batch batch(*this, plans);
  {
    std::vector<std::jthread> others;
    others.reserve(threads - 1);
    for (unsigned thread = 1; thread < threads; ++thread) others.emplace_back([&batch, thread] { batch.work(thread); });
    batch.work(0);
  }
  work_ += batch.finish();
}

void WitnessFinder::run(std::uint64_t steps, unsigned threads,
                        const std::function<void(std::size_t property, Trace trace)>& found) {
  const std::uint64_t until = work_ + steps;
  std::vector<WalkPlan> plans;
  plans.reserve(kMostBatch);
  while (work_ < until && has_open()) {
    limits_.check();
    collect_open();
    // As many walks as fit into the remaining steps, by their planned lengths: this depends neither on
    // threads nor on clocks.
    plans.clear();
    const std::uint64_t most = std::clamp(next_ / 2, kFirstBatch, kMostBatch);
    for (std::uint64_t planned = work_; planned < until && plans.size() < most; ++next_) {
      plans.push_back(plan(next_, until - planned));
      planned += plans.back().length;
    }
    run_batch(plans, threads);
    // The walks can be repeated only while sought_ stays the same. So all traces are made first, then
    // reported.
    std::vector<std::pair<std::size_t, Trace>> traces;
    for (std::size_t i = 0; i < claims_.size(); ++i) {
      const std::uint64_t number = claims_[i].number;
      if (number != kNoWalk) traces.emplace_back(i, walk(0).path(plans[number - plans.front().number], claims_[i].step));
    }
    for (auto& [property, trace] : traces) {
      drop(property);
      found(property, std::move(trace));
    }
  }
}

}   // namespace parley
