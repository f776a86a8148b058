#include <algorithm>
#include <stdexcept>

#include "engine/leap/covering/graph.h"

namespace parley::leap {

// Makes a run of single steps from the places on the way to one. Each component stays at its origin until a
// shared rule needs it. Then it goes by local rules to a state where it can take part. So skipped branches
// need no special treatment.
class CoveringGraph::Lift {
 public:
  explicit Lift(const CoveringGraph& graph)
      : graph_(graph), network_(graph.network_), at_(network_.num_components()), to_(network_.num_components()) {
    for (const ComponentId component : network_.components()) at_[component.index()] = network_.lts(component).initial();
  }

  // Fires the shared rules between the parent of the place and the place.
  void fire(std::uint32_t place) {
    graph_.layout_.unpack(graph_.origins_[graph_.places_[place].origin], to_);
    std::uint32_t single = 0;
    for (const std::uint32_t rule : graph_.rules_of(graph_.places_[place].step, single)) fire(RuleId{rule});
  }
  // Moves every component, except those in 'except', to its state in the place.
  void arrive(std::uint32_t place, std::span<const Participant> except = {}) {
    graph_.layout_.unpack(graph_.nodes_[graph_.places_[place].node], to_);
    for (const ComponentId component : network_.components()) {
      if (std::ranges::find(except, component, &Participant::component) != except.end()) continue;
      const LocalState to = to_[component.index()];
      walk(component, [&](LocalState at) { return at == to; });
    }
  }
  Trace take() { return std::move(trace_); }

 private:
  void fire(RuleId rule) {
    for (const Participant& part : network_.participants(rule)) {
      const Edge last{part.label, to_[part.component.index()]};
      walk(part.component,
           [&](LocalState at) { return std::ranges::binary_search(network_.lts(part.component).edges(at), last); });
    }
    moves_.clear();
    for (const Participant& part : network_.participants(rule)) {
      at_[part.component.index()] = to_[part.component.index()];
      moves_.push_back({part.component, to_[part.component.index()]});
    }
    trace_.add(network_.label(rule), moves_);
  }

  // Takes a shortest path by local rules to a wanted state. There is one.
  template <class Wanted>
  void walk(ComponentId component, const Wanted& wanted) {
    const std::size_t column = component.index();
    if (wanted(at_[column])) return;
    struct Way {
      LocalState at;
      RuleId rule;
      std::size_t before;
    };
    std::vector<Way> ways{{at_[column], RuleId{}, 0}};
    std::vector<std::uint8_t> seen(network_.lts(component).num_states());
    seen[at_[column].index()] = 1;
    std::size_t end = 0;
    for (std::size_t i = 0; i < ways.size() && end == 0; ++i)
      for (const Moves::Local& move : graph_.moves_.local(component, ways[i].at)) {
        if (seen[move.to.index()] != 0) continue;
        seen[move.to.index()] = 1;
        ways.push_back({move.to, move.rule, i});
        if (!wanted(move.to)) continue;
        end = ways.size() - 1;
        break;
      }
    if (end == 0) throw std::logic_error("a place of the covering graph is out of reach");
    std::vector<std::size_t> path;
    for (std::size_t i = end; i != 0; i = ways[i].before) path.push_back(i);
    std::ranges::reverse(path);
    for (const std::size_t i : path) {
      const Move move{component, ways[i].at};
      trace_.add(network_.label(ways[i].rule), {&move, 1});
    }
    at_[column] = ways[end].at;
  }

  const CoveringGraph& graph_;
  const Network& network_;
  std::vector<LocalState> at_;
  std::vector<LocalState> to_;
  std::vector<Move> moves_;
  Trace trace_;
};

std::span<const std::uint32_t> CoveringGraph::rules_of(std::uint32_t step, std::uint32_t& single) const {
  if (step == 0) return {};
  single = step - 1;
  if (single < network_.num_rules()) return {&single, 1};
  return sets_[single - network_.num_rules()];
}

Trace CoveringGraph::trace_to(std::uint32_t node) const {
  std::vector<std::uint32_t> way;
  for (std::uint32_t place = first_places_[node]; place != 0; place = places_[place].parent) way.push_back(place);
  std::ranges::reverse(way);

  std::vector<LocalState> last(network_.num_components());
  state(node, last);
  Lift lift(*this);
  for (const std::uint32_t place : way) {
    // Nothing can happen after an error, so the other components move first.
    if (place == way.back() && in_error(last)) {
      std::uint32_t single = 0;
      lift.arrive(places_[place].parent, network_.participants(RuleId{rules_of(places_[place].step, single)[0]}));
    }
    lift.fire(place);
  }
  if (!in_error(last)) lift.arrive(way.empty() ? 0 : way.back());
  return lift.take();
}

}   // namespace parley::leap
