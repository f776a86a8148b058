#include "search/walk/depth_first.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace parley {

namespace {

constexpr std::uint32_t kMostBranches = 32;   // a state with at most this many enabled rules tries all of them
constexpr std::uint32_t kSomeBranches = 8;    // with more, this many are drawn; the same for combinations of edges
constexpr std::uint64_t kMostSlots = 1 << 22;

// 32-bit signatures of states, in groups of four. A full group forgets one.
class Seen {
 public:
  Seen(std::uint64_t states, const Limits& limits) {
    const std::uint64_t slots = std::bit_ceil(std::clamp<std::uint64_t>(2 * states, 64, kMostSlots));
    limits.expect(slots * sizeof slots_[0]);
    slots_.resize(slots, 0);
  }

  // Adds a state; answers whether it was new.
  bool add(std::uint64_t hash) {
    const auto signature = static_cast<std::uint32_t>(hash >> 32 | 1);
    std::uint32_t* group = &slots_[hash & (slots_.size() - 1) & ~std::uint64_t{3}];
    for (std::size_t i = 0; i < 4; ++i) {
      if (group[i] == signature) return false;
      if (group[i] != 0) continue;
      group[i] = signature;
      return true;
    }
    group[signature / 2 % 4] = signature;
    return true;
  }

 private:
  std::vector<std::uint32_t> slots_;
};

// A transition that is still to be tried: a rule, and a combination of the edges of its participants.
struct Branch {
  RuleId rule;
  std::uint32_t combination = 0;
  Goals::Distance distance = 0;
};

class DepthFirst {
 public:
  DepthFirst(WalkRun& walk_run, const DepthFirstPlan& plan, Rng& rng, const Limits& limits)
      : walk_run_(walk_run), plan_(plan), rng_(rng), seen_(plan.length, limits), pulse_(limits) {}

  std::uint64_t run(const std::function<bool()>& wanted) {
    arrive();
    while (!first_branch_.empty() && work_ < plan_.length && walk_run_.steps() < plan_.last_step && !walk_run_.has_seen_all()) {
      if (pulse_.beat() && !wanted()) return work_;
      if (branches_.size() == first_branch_.back()) {
        first_branch_.pop_back();
        if (!first_branch_.empty()) walk_run_.undo();
        continue;
      }
      const Branch branch = branches_.back();
      branches_.pop_back();
      choose(branch);
      walk_run_.fire(branch.rule, targets_);
      ++work_;
      arrive();
    }
    return work_;
  }

 private:
  // Called in each state. If the state was seen before, it gets no branches.
  void arrive() {
    walk_run_.look();
    first_branch_.push_back(branches_.size());
    if (!seen_.add(walk_run_.position().hash()) || !walk_run_.position().can_step()) return;
    const std::span<const RuleId> enabled = walk_run_.position().lane(0);
    const bool all = enabled.size() <= kMostBranches;
    const auto rules = static_cast<std::uint32_t>(all ? enabled.size() : kSomeBranches);
    for (std::uint32_t i = 0; i < rules; ++i) {
      const RuleId rule = all ? enabled[i] : enabled[rng_.below(static_cast<std::uint32_t>(enabled.size()))];
      const std::uint32_t combinations = combinations_of(rule);
      const bool each = combinations <= kMostBranches;
      for (std::uint32_t c = 0; c < (each ? combinations : kSomeBranches); ++c)
        branches_.push_back({rule, each ? c : rng_.below(combinations)});
    }
    work_ += (branches_.size() - first_branch_.back()) / 8;
    order(first_branch_.back());
  }

  // Orders the branches; the last one is tried first.
  void order(std::size_t first) {
    for (std::size_t i = branches_.size(); i > first + 1; --i)
      std::swap(branches_[i - 1], branches_[first + rng_.below(static_cast<std::uint32_t>(i - first))]);
    if (!plan_.goal) return;
    for (std::size_t i = first; i < branches_.size(); ++i) {
      choose(branches_[i]);
      branches_[i].distance = walk_run_.distance_after(*plan_.goal, branches_[i].rule, targets_);
      ++work_;
    }
    std::stable_sort(branches_.begin() + static_cast<std::ptrdiff_t>(first), branches_.end(),
                     [](const Branch& a, const Branch& b) { return a.distance > b.distance; });
  }

  std::uint32_t combinations_of(RuleId rule) const {
    std::uint64_t product = 1;
    for (const Participant& p : walk_run_.network().participants(rule))
      product = std::min<std::uint64_t>(product * walk_run_.position().edges(p).size(), 1 << 30);
    return static_cast<std::uint32_t>(product);
  }

  void choose(const Branch& branch) {
    targets_.clear();
    std::uint64_t rest = branch.combination;
    for (const Participant& p : walk_run_.network().participants(branch.rule)) {
      const std::span<const Edge> edges = walk_run_.position().edges(p);
      targets_.push_back(edges[rest % edges.size()].target);
      rest /= edges.size();
    }
  }

  WalkRun& walk_run_;
  const DepthFirstPlan& plan_;
  Rng& rng_;
  Seen seen_;
  Pulse pulse_;
  std::uint64_t work_ = 0;
  std::vector<Branch> branches_;
  std::vector<std::size_t> first_branch_;   // per state of the path: its first branch
  std::vector<LocalState> targets_;
};

}   // namespace

std::uint64_t depth_first(WalkRun& walk_run, const DepthFirstPlan& plan, Rng& rng, const Limits& limits,
                          const std::function<bool()>& wanted) {
  return DepthFirst(walk_run, plan, rng, limits).run(wanted);
}

}   // namespace parley
