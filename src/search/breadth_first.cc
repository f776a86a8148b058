#include "search/breadth_first.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include <fmt/format.h>

namespace parley {

namespace {

std::vector<ComponentId> all_components(const Network& network) {
  std::vector<ComponentId> all;
  all.reserve(network.num_components());
  for (ComponentId component : network.components()) all.push_back(component);
  return all;
}

// Between two looks at the clock lies about this much work, whatever the size of a state.
constexpr std::size_t kWorkABeat = 200'000;

std::uint32_t times_a_beat(std::size_t work_each) {
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(kWorkABeat / (work_each + 1), 1, 4096));
}

}  // namespace

BreadthFirst::BreadthFirst(const Network& network, const Settings& settings, const Limits& limits, Progress& progress)
    : network_(network),
      settings_(settings),
      limits_(limits),
      progress_(progress),
      pulse_(limits, times_a_beat(network.num_components() + network.num_rules())),
      successor_pulse_(limits, times_a_beat(network.num_components() / 16 + 50)),
      successors_(network),
      states_(network, all_components(network)),
      rows_(settings.initial_bits, limits),
      from_(states_.words_per_row()),
      packed_(states_.words_per_row()) {
  std::vector<LocalState> initial;
  initial.reserve(network.num_components());
  for (ComponentId component : network.components()) initial.push_back(network.lts(component).initial());
  states_.pack(initial, packed_);
  find_or_add(0);
}

void BreadthFirst::pack_successor(RuleId rule, std::span<const LocalState> target) {
  std::ranges::copy(from_, packed_.begin());
  for (const Participant& p : network_.participants(rule)) states_.put(packed_, p.component.index(), target[p.component.index()]);
}

std::uint32_t BreadthFirst::find_or_add(std::uint32_t parent) {
  make_room();
  const auto next = static_cast<std::uint32_t>(states_.size());
  const RowIndex::Found found = rows_.find_or_add(hash_words(packed_), next, [&](std::uint32_t row) {
    return std::ranges::equal(states_.words(row), packed_);
  });
  if (!found.added) return found.row;
  states_.add_packed(packed_);
  parents_.push_back(parent);
  if (settings_.most_states != 0 && states_.size() > settings_.most_states)
    throw Stopped(fmt::format("more than {} states", settings_.most_states));
  return next;
}

void BreadthFirst::make_room() {
  const std::size_t rows = states_.size();
  if (rows >= RowIndex::kMostRows) throw Stopped(fmt::format("more than {} states", RowIndex::kMostRows));
  // A vector that is full doubles, and for a moment both copies are there.
  if (rows == parents_.capacity()) {
    limits_.expect(2 * rows * (sizeof parents_[0] + 8 * states_.words_per_row()));
    parents_.reserve(std::max<std::size_t>(64, 2 * rows));
    states_.reserve(std::max<std::size_t>(64, 2 * rows));
  }
  if (rows_.crowded(rows + 1))
    rows_.grow(static_cast<std::uint32_t>(rows), [&](std::uint32_t row) { return hash_words(states_.words(row)); }, limits_);
}

Trace BreadthFirst::trace_to(std::uint32_t number) {
  std::vector<std::uint32_t> path = {number};
  while (path.back() != 0) path.push_back(parents_[path.back()]);
  std::reverse(path.begin(), path.end());

  // Which rule led from a parent to its child was not stored: it is found again.
  Trace trace;
  std::vector<LocalState> state(network_.num_components());
  std::vector<Move> moves;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    if (pulse_.beat()) report();
    states_.read(path[i], state);
    std::ranges::copy(states_.words(path[i]), from_.begin());
    bool found = false;
    successors_.for_each(state, [&](RuleId rule, std::span<const LocalState> target) {
      if (successor_pulse_.beat()) report();
      pack_successor(rule, target);
      if (!std::ranges::equal(states_.words(path[i + 1]), packed_)) return true;
      moves.clear();
      for (const Participant& p : network_.participants(rule)) moves.push_back({p.component, target[p.component.index()]});
      trace.add(network_.label(rule), moves);
      found = true;
      return false;
    });
    if (!found) throw std::logic_error("a state is not a successor of its parent");
  }
  trace.claim_shortest();
  return trace;
}

void BreadthFirst::report() const {
  progress_.report({.phase = "exploring", .states = states_.size(), .frontier = states_.size() - next_});
}

}  // namespace parley
