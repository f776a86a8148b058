#include "engine/synchro/concretise.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "search/level/backward.h"
#include "search/level/watch.h"
#include "search/level/wide_space.h"
#include "search/level/word_space.h"
#include "search/shorten/path.h"
#include "search/shorten/shorten.h"
#include "search/shorten/slice.h"
#include "search/steps/stuck.h"
#include "search/steps/target.h"
#include "search/stubborn/reduced_space.h"
#include "search/walk/witness.h"

namespace parley::synchro {

namespace {

// Shares of the budget: the first search gets 1/kFirstPart, each of the three stages after it 1/kPart, and
// the last walks get the rest.
constexpr std::uint64_t kFirstPart = 32;
constexpr std::uint64_t kPart = 4;
// Choosing a stubborn set costs about this many times as much as expanding a state.
constexpr std::uint64_t kWorkOfChoosing = 4;

// The distance of each local state from its component's initial state, in the component's own automaton. When
// several components could explain why a state is bad, the one with the shorter distance is preferred.
std::vector<std::uint32_t> local_depths(const Network& network, std::span<const LocalState> state) {
  std::vector<std::vector<std::uint32_t>> depths(network.num_templates());
  for (TemplateId id : network.templates()) {
    const Lts& lts = network.lts(id);
    std::vector<std::uint32_t>& depth = depths[id.index()];
    depth.assign(lts.num_states(), UINT32_MAX);
    std::vector<LocalState> queue = {lts.initial()};
    queue.reserve(lts.num_states());
    depth[lts.initial().index()] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {   // the queue grows in the loop
      const LocalState from = queue[next];
      for (const Edge& edge : lts.edges(from)) {
        if (depth[edge.target.index()] != UINT32_MAX) continue;
        depth[edge.target.index()] = depth[from.index()] + 1;
        queue.push_back(edge.target);
      }
    }
  }
  std::vector<std::uint32_t> result;
  result.reserve(state.size());
  for (ComponentId component : network.components())
    result.push_back(depths[network.template_of(component).index()][state[component.index()].index()]);
  return result;
}

// The property that these components are in their states of 'state'.
Property goal_at(std::span<const ComponentId> components, std::span<const LocalState> state) {
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> atoms;
  atoms.reserve(components.size());
  for (ComponentId component : components) atoms.push_back(builder.atom({component, {state[component.index()]}}));
  const PredicateBuilder::Handle root = builder.all_of(atoms);
  return {"", Reach{std::move(builder).build(root)}};
}

// The goals of the walks: the property first, then parts of the candidate that would make it true, the least
// demanding one first.
std::vector<Property> goals_of(const Network& network, const Property& property, std::span<const LocalState> candidate) {
  std::vector<Property> goals = {property};
  if (candidate.empty()) return goals;
  std::vector<std::vector<ComponentId>> local_goals;
  const auto add_goal = [&](std::vector<ComponentId> components) {
    std::ranges::sort(components);
    if (!components.empty() && std::ranges::find(local_goals, components) == local_goals.end())
      local_goals.push_back(std::move(components));
  };
  const std::vector<std::uint32_t> depths = local_depths(network, candidate);
  add_goal(reasons(network, property, candidate, depths, 0));
  if (std::holds_alternative<LocalDeadlock>(property.ask)) {
    add_goal(reasons(network, property, candidate, depths, 1));   // around another stuck component
    StuckComponents stuck(network);
    const std::span<const std::uint8_t> blocked = stuck.blocked(candidate);
    std::vector<ComponentId> members;
    for (ComponentId component : network.components())
      if (blocked[component.index()] != 0) members.push_back(component);
    add_goal(std::move(members));
  }
  add_goal({network.components().begin(), network.components().end()});
  for (const std::vector<ComponentId>& components : local_goals) goals.push_back(goal_at(components, candidate));
  return goals;
}

// One search for a run; the stages share the budget and the goal.
class Concretisation {
 public:
  Concretisation(const Network& network, const Property& property, const Limits& limits, Statistics& statistics)
      : network_(network),
        property_(property),
        limits_(limits),
        statistics_(statistics),
        work_per_state_(1 + network.num_participants() / 16) {}

  // How a search of the states ended.
  enum class End : std::uint8_t { kFound, kNone, kOpen };

  std::optional<Trace> run(std::span<const LocalState> candidate, std::uint64_t budget, std::uint64_t seed) {
    if (search_in_full(budget / kFirstPart) != End::kOpen) return std::move(found_);

    const std::vector<Property> goals = goals_of(network_, property_, candidate);
    WitnessFinder finder(network_, goals, seed, limits_, silent_);
    if (walk(finder, goals.size(), budget / kPart)) return std::move(found_);

    if (search_in_full(budget / kPart) != End::kOpen) return std::move(found_);
    if (search_reduced(budget / kPart) != End::kOpen) return std::move(found_);

    walk(finder, goals.size(), budget - budget / kFirstPart - 3 * (budget / kPart));
    return std::move(found_);
  }

 private:
  bool walk(WitnessFinder& finder, std::size_t num_goals, std::uint64_t steps) {
    finder.run(steps, 1, [&](std::size_t, const Trace& trace) {
      // Reaching a local goal need not make the property true: other components may be in an error state.
      if (found_ || !shows_property(trace)) return;
      found_ = shorten(network_, property_, trace, limits_);
      for (std::size_t i = 0; i < num_goals; ++i) finder.drop(i);
    });
    return found_.has_value();
  }

  bool shows_property(const Trace& trace) const {
    const std::optional<Path> path = path_of(network_, trace, limits_);
    if (!path) return false;
    Replay replay(network_);
    for (const Path::Step& step : path->steps) replay.take(*path, step);
    std::vector<LocalState> end(replay.state().begin(), replay.state().end());
    const bool can_step = Successors(network_).for_each(end, [](RuleId, std::span<const LocalState>) { return false; }) != 0;
    StuckComponents stuck(network_);
    return Target(network_, property_).reached({.state = end, .can_step = can_step, .in_error = replay.in_error()}, stuck);
  }

  End search_in_full(std::uint64_t work) {
    StateKeys keys(network_, limits_);
    const RuleTables tables(network_, keys.layout(), limits_);
    if (keys.num_words() == 1) {
      WordSpace space(tables);
      return search(space, keys, tables, work);
    }
    WideSpace space(tables, keys);
    return search(space, keys, tables, work);
  }

  End search_reduced(std::uint64_t work) {
    if (stubborn_declines(network_, property_)) return End::kOpen;
    StateKeys keys(network_, limits_);
    const RuleTables tables(network_, keys.layout(), limits_);
    ReducedSpace space(network_, std::span(&property_, 1), keys, limits_);
    const End end = search(space, keys, tables, work / kWorkOfChoosing);
    // Without ranks the reduced search may ignore steps of some components for ever (the ignoring problem).
    // So it may miss formulas and stuck components; only deadlocks are certain to be found.
    const bool is_complete = std::holds_alternative<Deadlock>(property_.ask);
    return end == End::kNone && !is_complete ? End::kOpen : end;
  }

  template <class Space>
  End search(Space& space, StateKeys& keys, const RuleTables& tables, std::uint64_t work) {
    const std::uint64_t most_states = work / work_per_state_;
    if (most_states == 0) return End::kOpen;
    std::optional<StuckWord> stuck_word;
    if (tables.num_words() == 1 && tables.all_written_out()) stuck_word.emplace(network_, tables);
    const WatchTables watch_tables = {network_, tables, stuck_word ? &*stuck_word : nullptr};
    const std::vector<std::uint8_t> open = {1};
    using Search = LevelSearch<Space, TargetWatch>;
    // Beyond so many states it stops in the middle of a level: the next level of a wide system may be a
    // thousand times as large.
    const LevelSearchSettings settings = {.keep_depths = true, .most_states = most_states};
    assert(settings.threads == 1);   // one thread, one watch: 'look' keeps what the last watch has found
    Search search(network_, space, keys, settings, limits_, silent_,
                  [&] { return TargetWatch(watch_tables, std::span(&property_, 1), open); });
    End end = End::kNone;
    std::vector<std::uint64_t> words;
    const auto look = [&] {
      search.for_each_watch([&](TargetWatch& watch) { words = watch.take(0); });
      return words.empty();
    };
    try {
      if (search.run(most_states, look) == Search::End::kPaused) end = End::kOpen;
    } catch (const Stopped&) {
      limits_.check();   // rethrows if a limit of the run was passed
      look();            // the unfinished level may have found a state
      end = End::kOpen;
    }
    count(search.size(), search.num_transitions());
    if (words.empty()) return end;

    std::vector<LocalState> state(network_.num_components());
    keys.layout().unpack(words, state);
    const DepthOf depth_of = [&](std::span<const LocalState> of) -> std::optional<std::uint32_t> {
      keys.layout().pack(of, words);
      const std::optional<std::uint64_t> key = keys.find(words);
      return key ? search.set().find(*key) : std::nullopt;
    };
    found_ = trace_back(network_, std::move(state), depth_of, limits_);
    if constexpr (std::is_same_v<Space, ReducedSpace>) found_ = shorten(network_, property_, *found_, limits_);
    else found_->claim_shortest();
    return End::kFound;
  }

  void count(std::uint64_t states, std::uint64_t transitions) {
    statistics_.set(Statistic::kStates, statistics_.value(Statistic::kStates).value_or(0) + static_cast<double>(states));
    statistics_.set(Statistic::kTransitions,
                    statistics_.value(Statistic::kTransitions).value_or(0) + static_cast<double>(transitions));
  }

  const Network& network_;
  const Property& property_;
  const Limits& limits_;
  Statistics& statistics_;
  std::uint64_t work_per_state_;
  Progress silent_;
  std::optional<Trace> found_;
};

}   // namespace

std::optional<Trace> concretise(const Network& network, const Property& property, std::span<const LocalState> candidate,
                                std::uint64_t budget, std::uint64_t seed, const Limits& limits, Statistics& statistics) {
  assert(candidate.empty() || candidate.size() == network.num_components());
  if (std::holds_alternative<Undecided>(property.ask)) return std::nullopt;
  return Concretisation(network, property, limits, statistics).run(candidate, budget, seed);
}

}   // namespace parley::synchro
