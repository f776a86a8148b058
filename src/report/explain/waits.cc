#include "report/explain/waits.h"

#include <algorithm>
#include <cassert>

#include "search/steps/stuck.h"

namespace parley {

namespace {

constexpr std::size_t kRefusersOfARule = 4;
constexpr std::uint64_t kEffort = 50'000'000;       // edges and rules visited to find the reasons that explain something
constexpr std::uint64_t kShorterEffort = 500'000;   // waits followed in search of a shorter circle
constexpr std::size_t kShorterTries = 8;

// Rotates the circle so that its least component comes first: then the same circle is always printed alike.
void start_with_least(std::vector<Wait>& circle) {
  const auto least = std::min_element(circle.begin(), circle.end(), [](const Wait& a, const Wait& b) { return a.who < b.who; });
  std::rotate(circle.begin(), least, circle.end());
}

}   // namespace

Waits::Waits(const Network& network, std::span<const LocalState> state, const Limits& limits)
    : network_(network), state_(state), pulse_(limits), effort_left_(kEffort), arrived_by_(network.num_components()) {
  StuckComponents finder(network);
  const std::span<const std::uint8_t> blocked = finder.blocked(state);
  blocked_.assign(blocked.begin(), blocked.end());
  for (ComponentId component : network.components()) {
    pulse_.beat();
    if (is_stuck(component)) stuck_.push_back(component);
  }
  refuser_begins_.reserve(network.num_rules() + 1);
  refuser_begins_.push_back(0);
  for (RuleId rule : network.rules()) {
    pulse_.beat();
    for (const Participant& p : network.participants(rule)) {
      if (refusers_.size() - refuser_begins_.back() == kRefusersOfARule) break;
      if (blocked_[p.component.index()] && !network.lts(p.component).offers(state[p.component.index()], p.label))
        refusers_.push_back(p.component);
    }
    refuser_begins_.push_back(refusers_.size());
  }
  std::size_t most_states = 0;
  for (TemplateId id : network.templates()) most_states = std::max(most_states, network.lts(id).num_states());
  seen_.assign(most_states, 0);
}

bool Waits::is_stuck(ComponentId component) const {
  return blocked_[component.index()] && !network_.rules(component).empty() &&
         !network_.lts(component).is_terminal(state_[component.index()]);
}

bool Waits::has_stopped(ComponentId component) const {
  for (const Edge& edge : network_.lts(component).edges(state_[component.index()]))
    if (!network_.rules(component, edge.label).empty()) return false;
  return true;
}

std::vector<Wait> Waits::of(ComponentId who) {
  std::vector<Wait> reasons;
  std::vector<Wait> rest;
  const std::span<const Edge> edges = network_.lts(who).edges(state_[who.index()]);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (i > 0 && edges[i].label == edges[i - 1].label) continue;
    for (RuleId rule : network_.rules(who, edges[i].label)) {
      for (std::uint64_t at = refuser_begins_[rule.index()]; at < refuser_begins_[rule.index() + 1]; ++at) {
        pulse_.beat();
        const Wait wait = {who, refusers_[at], rule};
        (can_get_ready_without(wait.whom, rule, who) ? reasons : rest).push_back(wait);
      }
    }
  }
  return reasons.empty() ? rest : reasons;
}

bool Waits::can_get_ready_without(ComponentId whom, RuleId rule, ComponentId who) {
  const Lts& lts = network_.lts(whom);
  const LocalLabel wanted = label_in(rule, whom);
  std::vector<LocalState> open = {state_[whom.index()]};
  seen_[open.front().index()] = ++walk_;
  while (!open.empty()) {
    const LocalState from = open.back();
    open.pop_back();
    if (lts.offers(from, wanted)) return true;
    for (const Edge& edge : lts.edges(from)) {
      pulse_.beat();
      if (effort_left_ == 0) return true;
      --effort_left_;
      if (seen_[edge.target.index()] == walk_ || !can_act_without(whom, edge.label, who)) continue;
      seen_[edge.target.index()] = walk_;
      open.push_back(edge.target);
    }
  }
  return false;
}

bool Waits::can_act_without(ComponentId component, LocalLabel label, ComponentId who) {
  for (RuleId rule : network_.rules(component, label)) {
    if (effort_left_ == 0) return true;
    --effort_left_;
    if (!is_named(rule, who)) return true;
  }
  return false;
}

bool Waits::is_named(RuleId rule, ComponentId component) const {
  const std::span<const Participant> all = network_.participants(rule);
  const auto at =
      std::lower_bound(all.begin(), all.end(), component, [](const Participant& p, ComponentId c) { return p.component < c; });
  return at != all.end() && at->component == component;
}

LocalLabel Waits::label_in(RuleId rule, ComponentId component) const {
  const std::span<const Participant> all = network_.participants(rule);
  const auto at =
      std::lower_bound(all.begin(), all.end(), component, [](const Participant& p, ComponentId c) { return p.component < c; });
  assert(at != all.end() && at->component == component);
  return at->label;
}

std::vector<Wait> Waits::circle(std::span<const ComponentId> hints) {
  std::vector<Wait> best = some_circle(hints);
  if (best.empty()) return best;

  std::vector<ComponentId> starts;
  for (std::size_t i = 0; i < std::min(best.size(), kShorterTries); ++i)
    starts.push_back(best[i * best.size() / std::min(best.size(), kShorterTries)].who);
  for (ComponentId hint : hints.first(std::min(hints.size(), kShorterTries)))
    if (is_stuck(hint)) starts.push_back(hint);
  std::uint64_t effort_left = kShorterEffort;
  for (ComponentId start : starts) {
    std::vector<Wait> other = shorter_circle_through(start, best.size(), effort_left);
    if (!other.empty()) best = std::move(other);
  }
  start_with_least(best);
  effort_left_ = kEffort;   // later calls of of() get good reasons again
  return best;
}

std::vector<Wait> Waits::some_circle(std::span<const ComponentId> hints) {
  enum class Colour : std::uint8_t { kNew, kOnPath, kDone };
  struct Frame {
    ComponentId who;
    std::vector<Wait> waits;
    std::size_t next = 0;
  };
  std::vector<Colour> colour(network_.num_components(), Colour::kNew);
  std::vector<ComponentId> starts(hints.begin(), hints.end());
  starts.insert(starts.end(), stuck_.begin(), stuck_.end());

  std::vector<Frame> path;   // an explicit stack, because a ring of a million components is a path of a million
  for (ComponentId start : starts) {
    if (!is_stuck(start) || colour[start.index()] != Colour::kNew) continue;
    colour[start.index()] = Colour::kOnPath;
    path.push_back({start, of(start)});
    while (!path.empty()) {
      Frame& top = path.back();
      if (top.next == top.waits.size()) {
        colour[top.who.index()] = Colour::kDone;
        path.pop_back();
        continue;
      }
      const Wait wait = top.waits[top.next++];
      if (colour[wait.whom.index()] == Colour::kOnPath) {
        std::vector<Wait> found;
        for (const Frame& frame : path) {
          if (frame.who == wait.whom || !found.empty()) found.push_back(frame.waits[frame.next - 1]);
        }
        return found;
      }
      if (colour[wait.whom.index()] == Colour::kDone) continue;
      colour[wait.whom.index()] = Colour::kOnPath;
      path.push_back({wait.whom, of(wait.whom)});
    }
  }
  return {};
}

std::vector<Wait> Waits::shorter_circle_through(ComponentId start, std::size_t shorter_than, std::uint64_t& effort_left) {
  std::vector<ComponentId> level = {start};
  std::vector<ComponentId> touched;
  std::vector<Wait> found;
  const auto arrived = [&](ComponentId component) {
    return arrived_by_[component.index()].whom == component && arrived_by_[component.index()].who != component;
  };
  // An entry that does not lead from another component to its own means "not reached yet"; no component waits
  // for itself.
  const auto forget = [&](ComponentId component) { arrived_by_[component.index()] = {component, component, RuleId()}; };
  forget(start);
  for (std::size_t length = 1; length < shorter_than && !level.empty() && found.empty(); ++length) {
    std::vector<ComponentId> next;
    for (ComponentId who : level) {
      if (effort_left == 0) break;
      for (const Wait& wait : of(who)) {
        if (effort_left > 0) --effort_left;
        if (wait.whom == start) {
          for (Wait step = wait;; step = arrived_by_[step.who.index()]) {
            found.push_back(step);
            if (step.who == start) break;
          }
          std::reverse(found.begin(), found.end());
          break;
        }
        if (arrived(wait.whom)) continue;
        arrived_by_[wait.whom.index()] = wait;
        touched.push_back(wait.whom);
        next.push_back(wait.whom);
      }
      if (!found.empty()) break;
    }
    level = std::move(next);
  }
  for (ComponentId component : touched) forget(component);
  return found;
}

}   // namespace parley
