#include "search/level/backward.h"

#include <algorithm>
#include <stdexcept>

namespace parley {

Backward::Backward(const Network& network) : network_(network), templates_(network.num_templates()) {
  for (TemplateId id : network.templates()) {
    const Lts& lts = network.lts(id);
    Reversed& reversed = templates_[id.index()];
    reversed.begins.assign(lts.num_states() + 1, 0);
    for (LocalState from : lts.states())
      for (const Edge& edge : lts.edges(from)) ++reversed.begins[edge.target.index() + 1];
    for (std::size_t i = 1; i < reversed.begins.size(); ++i) reversed.begins[i] += reversed.begins[i - 1];
    reversed.edges.resize(lts.num_edges());
    std::vector<std::uint32_t> next(reversed.begins.begin(), reversed.begins.end() - 1);
    for (LocalState from : lts.states())
      for (const Edge& edge : lts.edges(from)) reversed.edges[next[edge.target.index()]++] = {edge.label, from};
    for (std::size_t s = 0; s < lts.num_states(); ++s)
      std::sort(reversed.edges.begin() + reversed.begins[s], reversed.edges.begin() + reversed.begins[s + 1]);
  }
}

std::size_t Backward::num_errors(std::span<const LocalState> state) const {
  std::size_t errors = 0;
  for (ComponentId component : network_.components()) {
    const Lts& lts = network_.lts(component);
    if (lts.has_error() && lts.is_error(state[component.index()])) ++errors;
  }
  return errors;
}

std::size_t Backward::errors_inside(RuleId rule, std::span<const LocalState> state) const {
  std::size_t errors = 0;
  for (const Participant& p : network_.participants(rule))
    if (network_.lts(p.component).is_error(state[p.component.index()])) ++errors;
  return errors;
}

bool Backward::gather(RuleId rule, std::span<const LocalState> state) {
  entering_.clear();
  for (const Participant& p : network_.participants(rule)) {
    const auto found = std::ranges::equal_range(into(p.component, state[p.component.index()]), p.label, {}, &Edge::label);
    if (found.empty()) return false;
    entering_.emplace_back(found.begin(), found.end());
  }
  return true;
}

namespace {

struct Step {
  RuleId rule;
  std::vector<Move> moves;
};

}   // namespace

Trace trace_back(const Network& network, std::vector<LocalState> state, const DepthOf& depth_of, const Limits& limits) {
  Backward backward(network);
  // Looking a state up means reading all of it.
  Pulse pulse(limits, static_cast<std::uint32_t>(std::clamp<std::size_t>(4'000'000 / (1 + network.num_components()), 1, 1024)));
  std::vector<Step> steps;
  std::uint32_t depth = depth_of(state).value();
  std::vector<LocalState> best;
  while (depth > 0) {
    std::uint32_t best_depth = depth;
    RuleId best_rule;
    backward.for_each(state, [&](RuleId rule, std::span<const LocalState> predecessor) {
      pulse.beat();
      const std::optional<std::uint32_t> found = depth_of(predecessor);
      if (!found || *found > best_depth || *found >= depth) return;
      if (*found == best_depth && !std::ranges::lexicographical_compare(predecessor, best)) return;
      best.assign(predecessor.begin(), predecessor.end());
      best_depth = *found;
      best_rule = rule;
    });
    if (best_depth == depth) throw std::logic_error("a state that was found has no predecessor");
    steps.push_back({.rule = best_rule, .moves = {}});
    for (const Participant& p : network.participants(best_rule))
      steps.back().moves.push_back({p.component, state[p.component.index()]});
    std::swap(state, best);
    depth = best_depth;
  }
  Trace trace;
  std::ranges::reverse(steps);
  for (const Step& step : steps) trace.add(network.label(step.rule), step.moves);
  return trace;
}

}   // namespace parley
