#include "engine/lazy/cases.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace parley::lazy {

namespace {

// How many of the known sets per component are tried, the latest first. Beyond a few hundred they cost more
// than they save.
constexpr std::size_t kMostTried = 64;

// The invariants with a row for one of the components. No other can have excluded a state of theirs.
std::vector<LinearInvariant> invariants_on(const Pruning& pruning, std::span<const ComponentId> components) {
  std::vector<LinearInvariant> found;
  for (const LinearInvariant& invariant : pruning.invariants()) {
    const bool weighs_one = std::ranges::any_of(components, [&](ComponentId component) {
      return std::ranges::binary_search(invariant.rows, component, {}, &LinearInvariant::Row::component);
    });
    if (weighs_one) found.push_back(invariant);
  }
  return found;
}

}   // namespace

Cases::Cases(const SolverContext& context, const Predicate& formula, StateSets& sets, Solver& solver)
    : context_(context), formula_(formula), sets_(sets), solver_(solver), situation_(context.network, formula, sets) {}

Cases::Result Cases::decide() {
  if (std::optional<Trace> trace = close_or_split()) return std::move(*trace);
  Pulse pulse(context_.limits, 256);
  std::size_t cases = 0;
  while (!open_.empty()) {
    pulse.beat();
    if (context_.settings.most_cases != 0 && ++cases > context_.settings.most_cases)
      throw Stopped(fmt::format("more than {} cases", context_.settings.most_cases));
    Open& node = open_.back();   // situation_ is at this node
    [[maybe_unused]] const std::uint32_t branches = situation_.num_branches();
    assert(branches == node.num_branches && node.next_branch < branches);
    situation_.enter(node.next_branch++);
    if (std::optional<Trace> trace = close_or_split()) return std::move(*trace);
  }
  return result();
}

std::optional<Trace> Cases::close_or_split() {
  if (situation_.is_absurd()) {
    add_leaf(CaseSplit::kAbsurd);
    return std::nullopt;
  }
  if (const auto known = known_refutation(open_.empty() ? 0 : open_.back().mark)) {
    add_leaf(*known);
    return std::nullopt;
  }
  const std::uint32_t branches = situation_.num_branches();
  // What all cases have in common is decided first. If it is unreachable, so is every case. If it is
  // reachable, the state found may satisfy the formula already.
  if (branches == 0 || open_.empty()) {
    std::vector<LocalGoal> local_goals = situation_.local_goals();
    Answer answer = solver_.solve(local_goals);
    if (auto* refutation = std::get_if<Refutation>(&answer)) {
      add_leaf(learn(std::move(*refutation), local_goals));
      return std::nullopt;
    }
    const Path& path = std::get<Path>(answer);
    if (branches == 0 || holds_after(path)) return trace_of(context_.network, path);
  }
  open_.push_back({.mark = situation_.mark(), .place = tree_.size(), .num_branches = branches});
  tree_.push_back(CaseSplit::kSplit);
  return std::nullopt;
}

void Cases::add_leaf(std::uint32_t leaf) {
  tree_.push_back(leaf);
  while (!open_.empty()) {
    const Open& node = open_.back();
    situation_.take_back(node.mark);
    // A set that does not use the assumptions of this branch refutes the whole node.
    const std::uint32_t last = tree_.back();
    if (last < CaseSplit::kAbsurd && refutes(cores_[last])) {
      tree_.resize(node.place);
      tree_.push_back(last);
    } else if (node.next_branch < node.num_branches) {
      return;
    }
    open_.pop_back();
  }
}

std::optional<std::uint32_t> Cases::known_refutation(std::size_t mark) const {
  std::optional<std::uint32_t> found;
  situation_.for_each_restricted(mark, [&](ComponentId component) {
    const auto sets = sets_on_.find(component);
    if (found || sets == sets_on_.end()) return;
    const std::size_t tried = std::min(kMostTried, sets->second.size());
    for (std::size_t i = 1; i <= tried && !found; ++i) {
      const std::uint32_t set = sets->second[sets->second.size() - i];
      if (refutes(cores_[set])) found = set;
    }
  });
  return found;
}

bool Cases::refutes(const Core& core) const {
  return std::ranges::all_of(core.local_goals, [&](const LocalGoal& local_goal) {
    const std::uint32_t allowed = situation_.allowed(local_goal.component);
    if (allowed == local_goal.set) return true;
    return allowed != StateSets::kAll && std::ranges::includes(sets_.states(local_goal.set), sets_.states(allowed));
  });
}

std::uint32_t Cases::learn(Refutation refutation, std::span<const LocalGoal> local_goals) {
  const auto number = static_cast<std::uint32_t>(found_.size());
  Core core;
  for (ComponentId component : refutation.components) {
    const auto local_goal = std::ranges::lower_bound(local_goals, component, {}, &LocalGoal::component);
    if (local_goal != local_goals.end() && local_goal->component == component) core.local_goals.push_back(*local_goal);
  }
  std::ranges::sort(core.local_goals, {}, &LocalGoal::component);
  for (const LocalGoal& local_goal : core.local_goals) sets_on_[local_goal.component].push_back(number);
  cores_.push_back(std::move(core));

  auto set = std::make_shared<ClosedSet>(ClosedSet{StateTable(context_.network, std::move(refutation.components))});
  if (context_.settings.certificate) {
    const std::size_t words = set->states.words_per_row();
    context_.limits.expect(refutation.rows.size() * sizeof(std::uint64_t));
    set->states.reserve(refutation.rows.size() / words);
    for (std::size_t at = 0; at < refutation.rows.size(); at += words)
      set->states.add_packed(std::span(refutation.rows).subspan(at, words));
    if (context_.pruning != nullptr) set->invariants = invariants_on(*context_.pruning, set->states.components());
  }
  found_.push_back(std::move(set));
  return number;
}

bool Cases::holds_after(const Path& path) {
  std::vector<LocalState> state;
  state.reserve(context_.network.num_components());
  for (ComponentId component : context_.network.components()) state.push_back(context_.network.lts(component).initial());
  for (const Path::Step& step : path.steps) {
    const std::span<const Participant> participants = context_.network.participants(step.rule);
    for (std::size_t i = 0; i < participants.size(); ++i)
      state[participants[i].component.index()] = path.targets[step.first_target + i];
  }
  return PredicateEvaluator(formula_)([&](ComponentId component) { return state[component.index()]; });
}

Cases::Result Cases::result() {
  if (tree_.size() == 1 && tree_[0] < CaseSplit::kAbsurd) return found_[tree_[0]];
  // Keep only the sets that the tree uses.
  Split split;
  split.tree = tree_;
  std::vector<std::uint32_t> numbers(found_.size(), CaseSplit::kSplit);
  for (std::uint32_t& node : split.tree) {
    if (node >= CaseSplit::kAbsurd) continue;
    if (numbers[node] == CaseSplit::kSplit) {
      numbers[node] = static_cast<std::uint32_t>(split.sets.size());
      split.sets.push_back(found_[node]);
    }
    node = numbers[node];
  }
  return split;
}

}   // namespace parley::lazy
