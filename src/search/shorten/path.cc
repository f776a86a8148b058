#include "search/shorten/path.h"

#include <algorithm>

#include "base/hash.h"

namespace parley {

namespace {

std::uint64_t hash_of(ComponentId component, LocalState state) {
  return mix((std::uint64_t{component.value} << 32 | state.value) + 0x9E3779B97F4A7C15ull);
}

bool leads(std::span<const Edge> edges, LocalState to) {
  return std::ranges::any_of(edges, [to](const Edge& edge) { return edge.target == to; });
}

// The rule of a step. Searched among the rules of the participant that has the fewest.
std::optional<RuleId> rule_of(const Network& network, const Trace::Step& step, std::span<const LocalState> state) {
  if (step.moves.empty()) return std::nullopt;
  const auto fewest =
      std::ranges::min_element(step.moves, {}, [&](const Move& move) { return network.rules(move.component).size(); });
  const auto fits = [&](RuleId rule) {
    const std::span<const Participant> participants = network.participants(rule);
    return network.label(rule) == step.label &&
           std::ranges::equal(participants, step.moves, [&](const Participant& p, const Move& move) {
             return p.component == move.component &&
                    leads(network.lts(p.component).edges(state[p.component.index()], p.label), move.to);
           });
  };
  for (const Edge& edge : network.lts(fewest->component).edges(state[fewest->component.index()])) {
    if (edge.target != fewest->to) continue;
    for (RuleId rule : network.rules(fewest->component, edge.label))
      if (fits(rule)) return rule;
  }
  return std::nullopt;
}

}   // namespace

std::optional<Path> path_of(const Network& network, const Trace& trace, const Limits& limits) {
  Path path;
  path.steps.reserve(trace.size());
  Replay replay(network);
  Pulse pulse(limits);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    pulse.beat();
    if (replay.in_error()) return std::nullopt;
    const std::optional<RuleId> rule = rule_of(network, trace[i], replay.state());
    if (!rule) return std::nullopt;
    path.steps.push_back({*rule, static_cast<std::uint32_t>(path.targets.size())});
    for (const Move& move : trace[i].moves) path.targets.push_back(move.to);
    replay.take(path, path.steps.back());
  }
  return path;
}

Trace trace_of(const Network& network, const Path& path) {
  Trace trace;
  std::vector<Move> moves;
  for (const Path::Step& step : path.steps) {
    moves.clear();
    std::uint32_t target = step.first_target;
    for (const Participant& p : network.participants(step.rule)) moves.push_back({p.component, path.targets[target++]});
    trace.add(network.label(step.rule), moves);
  }
  return trace;
}

Replay::Replay(const Network& network) : network_(network), state_(network.num_components()) { reset(); }

void Replay::reset() {
  hash_ = 0;
  errors_ = 0;
  for (ComponentId component : network_.components()) {
    const Lts& lts = network_.lts(component);
    state_[component.index()] = lts.initial();
    hash_ ^= hash_of(component, lts.initial());
    if (lts.is_error(lts.initial())) ++errors_;
  }
}

bool Replay::allows(const Path& path, const Path::Step& step) const {
  if (errors_ > 0) return false;
  std::uint32_t target = step.first_target;
  return std::ranges::all_of(network_.participants(step.rule), [&](const Participant& p) {
    return leads(network_.lts(p.component).edges(state_[p.component.index()], p.label), path.targets[target++]);
  });
}

void Replay::take(const Path& path, const Path::Step& step) {
  std::uint32_t target = step.first_target;
  for (const Participant& p : network_.participants(step.rule)) move(p.component, path.targets[target++]);
}

void Replay::move(ComponentId component, LocalState to) {
  const LocalState from = state_[component.index()];
  if (from == to) return;
  const Lts& lts = network_.lts(component);
  if (lts.has_error()) errors_ = errors_ + (lts.is_error(to) ? 1 : 0) - (lts.is_error(from) ? 1 : 0);
  hash_ ^= hash_of(component, from) ^ hash_of(component, to);
  state_[component.index()] = to;
}

}   // namespace parley
