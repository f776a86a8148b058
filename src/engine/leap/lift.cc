#include "engine/leap/lift.h"

#include <algorithm>
#include <functional>
#include <ranges>
#include <stdexcept>

namespace parley::leap {

namespace {

class RunBuilder {
 public:
  RunBuilder(const Network& network, const LocalParts& parts, const Limits& limits)
      : network_(network), parts_(parts), pulse_(limits) {
    for (ComponentId component : network.components()) state_.push_back(network.lts(component).initial());
  }

  void leap(RuleId rule, std::span<const Move> moves) {
    std::vector<Move> step;
    step.reserve(moves.size());
    for (const Participant& participant : network_.participants(rule)) {
      const auto move = std::ranges::lower_bound(moves, participant.component, {}, &Move::component);
      const LocalParts::Kind& kind = parts_.kind(participant.component);
      step.push_back({participant.component, go_and_take(participant, kind.state_of(move->to.index()))});
    }
    take(rule, step);
  }

  void finish(const Finding& finding) {
    for (ComponentId component : network_.components()) {
      const LocalState to = finding.state[component.index()];
      go(component, [&](LocalState at) { return at == to; });
    }
    if (!finding.last) return;
    std::vector<Move> step;
    const std::span<const Participant> participants = network_.participants(*finding.last);
    step.reserve(participants.size());
    for (std::size_t i = 0; i < participants.size(); ++i) step.push_back({participants[i].component, finding.targets[i]});
    take(*finding.last, step);
  }

  Trace trace() && { return std::move(trace_); }

 private:
  struct Visited {
    std::uint64_t search = 0;   // the search that found it
    LocalState from;
    LocalLabel by;
  };

  // Goes to a state with an edge of the participant's label to 'target', or to a state that is alike to it.
  // Returns the target of the edge.
  LocalState go_and_take(const Participant& participant, LocalState target) {
    const Lts& lts = network_.lts(participant.component);
    const LocalParts::Kind& kind = parts_.kind(participant.component);
    LocalState entered;
    go(participant.component, [&](LocalState at) {
      for (const Edge& edge : lts.edges(at, participant.label))
        if (kind.like(edge.target) == target) {
          entered = edge.target;
          return true;
        }
      return false;
    });
    return entered;
  }

  // Takes a shortest path by local rules to a state for which 'is_there' holds.
  void go(ComponentId component, const std::function<bool(LocalState)>& is_there) {
    const Lts& lts = network_.lts(component);
    const LocalParts::Kind& kind = parts_.kind(component);
    const LocalState start = state_[component.index()];
    if (is_there(start)) return;
    // Marks of earlier searches stay. To clear them would cost all states of the component per step of a long
    // run.
    if (visited_.size() < lts.num_states()) visited_.resize(lts.num_states());
    ++search_;
    visited_[start.index()] = {search_, start, {}};
    queue_.assign(1, start);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const LocalState at = queue_[i];
      for (const Edge& edge : lts.edges(at)) {
        pulse_.beat();
        if (!kind.is_local(edge.label) || lts.is_error(edge.target) || visited_[edge.target.index()].search == search_) continue;
        visited_[edge.target.index()] = {search_, at, edge.label};
        if (!is_there(edge.target)) {
          queue_.push_back(edge.target);
          continue;
        }
        walk(component, edge.target);
        return;
      }
    }
    throw std::logic_error("a leap has no way of single steps");
  }

  void walk(ComponentId component, LocalState to) {
    std::vector<std::pair<LocalLabel, LocalState>> way;
    for (LocalState at = to; at != state_[component.index()]; at = visited_[at.index()].from)
      way.emplace_back(visited_[at.index()].by, at);
    for (const auto& [label, at] : way | std::views::reverse) {
      const std::span<const RuleId> rules = network_.rules(component, label);
      const Move move{component, at};
      take(*std::ranges::find_if(rules, [&](RuleId rule) { return parts_.is_local(network_, rule); }), {&move, 1});
    }
  }

  void take(RuleId rule, std::span<const Move> moves) {
    pulse_.beat();
    trace_.add(network_.label(rule), moves);
    for (const Move& move : moves) state_[move.component.index()] = move.to;
  }

  const Network& network_;
  const LocalParts& parts_;
  Pulse pulse_;
  std::vector<LocalState> state_;
  std::vector<Visited> visited_;   // by state of the current component
  std::uint64_t search_ = 0;
  std::vector<LocalState> queue_;
  Trace trace_;
};

// The label of a rule of the leap network is its number.
RuleId rule_of(const Trace::Step& step) { return RuleId(step.label.index()); }

}   // namespace

Trace lift(const Network& network, const LocalParts& parts, const Trace& leaps, const Finding* finding, const Limits& limits) {
  RunBuilder builder(network, parts, limits);
  for (std::size_t i = 0; i < leaps.size(); ++i) builder.leap(rule_of(leaps[i]), leaps[i].moves);
  if (finding != nullptr) builder.finish(*finding);
  return std::move(builder).trace();
}

}   // namespace parley::leap
