#include "invariant/flow.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "invariant/number.h"
#include "invariant/whole_numbers.h"

namespace parley {

Flow::Flow(const Network& network, const LocalReach& reach, const Limits& limits)
    : network_(network), reach_(reach), limits_(limits), pulse_(limits), edges_(reach.num_kinds()), regions_(reach.num_kinds()) {
  std::vector<LinearProgram::Entry> total;
  std::vector<std::uint32_t> first_change;
  for (ComponentId component : network.components()) {
    pulse_.beat();
    const Lts& lts = network.lts(component);
    auto& edges = edges_[reach.kind_of(component)];
    if (edges.empty())
      for (LocalState from : lts.states())
        if (reach.is_reached(component, from))
          for (const Edge& edge : lts.edges(from))
            if (reach.is_performed(component, edge.label))
              edges.push_back({from, edge.target, edge.label, static_cast<std::uint32_t>(edges.size())});
    // Weights are relative to that of the initial state, which is 0.
    for (std::vector<std::uint32_t>* first : {&first_up_, &first_down_}) {
      first->push_back(0);
      for (LocalState state : lts.states()) {
        const bool is_fixed = state == lts.initial() || !reach.is_reached(component, state);
        const std::uint32_t column = program_.add_column(0, is_fixed ? 0 : LinearProgram::kInfinity);
        if (state.index() == 0) first->back() = column;
        if (!is_fixed) total.push_back({column, 1});
      }
    }
    first_change.push_back(0);
    for (LocalLabel label : lts.labels()) {
      const std::uint32_t column = program_.add_column(-LinearProgram::kInfinity, LinearProgram::kInfinity);
      if (label.index() == 0) first_change.back() = column;
    }
  }
  for (ComponentId component : network.components()) {
    pulse_.beat();
    first_row_.push_back(kNone);
    for (const LocalEdge& edge : edges_[reach.kind_of(component)]) {
      std::vector<LinearProgram::Entry> entries{{first_change[component.index()] + edge.label.value, -1}};
      if (edge.from != edge.to) {
        entries.push_back({first_up_[component.index()] + edge.to.value, 1});
        entries.push_back({first_down_[component.index()] + edge.to.value, -1});
        entries.push_back({first_up_[component.index()] + edge.from.value, -1});
        entries.push_back({first_down_[component.index()] + edge.from.value, 1});
      }
      const std::uint32_t row = program_.add_row(entries, -LinearProgram::kInfinity, 0);
      if (edge.row == 0) first_row_.back() = row;
    }
  }
  for (RuleId rule : network.rules()) {
    pulse_.beat();
    rule_rows_.push_back(kNone);
    if (!reach.could_fire(network, rule)) continue;
    std::vector<LinearProgram::Entry> entries;
    for (const Participant& participant : network.participants(rule))
      entries.push_back({first_change[participant.component.index()] + participant.label.value, 1});
    rule_rows_.back() = program_.add_row(entries, -LinearProgram::kInfinity, 0);
  }
  program_.add_row(total, -LinearProgram::kInfinity, 1);
  allowed_.resize(network.num_components());
}

const std::vector<bool>& Flow::region(ComponentId component, LocalState at) {
  auto& regions = regions_[reach_.kind_of(component)];
  if (regions.empty()) regions.resize(network_.lts(component).num_states());
  std::vector<bool>& region = regions[at.index()];
  if (!region.empty()) return region;
  region.resize(network_.lts(component).num_states());
  region[at.index()] = true;
  const auto& edges = edges_[reach_.kind_of(component)];
  std::vector<std::vector<LocalState>> before(region.size());
  for (const LocalEdge& edge : edges) before[edge.to.index()].push_back(edge.from);
  std::vector<LocalState> stack{at};
  while (!stack.empty()) {
    const LocalState to = stack.back();
    stack.pop_back();
    for (LocalState from : before[to.index()])
      if (!region[from.index()]) {
        region[from.index()] = true;
        stack.push_back(from);
      }
  }
  return region;
}

bool Flow::is_allowed(ComponentId component, const LocalEdge& edge) const {
  const std::vector<bool>* region = allowed_[component.index()];
  return region == nullptr || ((*region)[edge.from.index()] && (*region)[edge.to.index()]);
}

void Flow::restrict_to(std::span<const LocalState> state, Edges edges) {
  std::vector<bool> has_edge;
  std::vector<bool> changed(network_.num_components());
  for (ComponentId component : network_.components()) {
    pulse_.beat();
    const std::vector<bool>* wanted = nullptr;
    if (edges == Edges::kOnTheWay) {
      wanted = &region(component, state[component.index()]);
      bool is_everything = true;
      for (LocalState local : network_.lts(component).states())
        is_everything = is_everything && ((*wanted)[local.index()] || !reach_.is_reached(component, local));
      if (is_everything) wanted = nullptr;
    }
    if (wanted == allowed_[component.index()]) continue;
    allowed_[component.index()] = wanted;
    changed[component.index()] = true;
    for (const LocalEdge& edge : edges_[reach_.kind_of(component)])
      program_.bound_row(first_row_[component.index()] + edge.row, -LinearProgram::kInfinity,
                         is_allowed(component, edge) ? 0 : LinearProgram::kInfinity);
  }
  for (RuleId rule : network_.rules()) {
    pulse_.beat();
    if (rule_rows_[rule.index()] == kNone) continue;
    const auto participants = network_.participants(rule);
    if (std::none_of(participants.begin(), participants.end(),
                     [&](const Participant& p) { return changed[p.component.index()]; }))
      continue;
    const bool can_fire = std::all_of(participants.begin(), participants.end(), [&](const Participant& participant) {
      const auto& local = edges_[reach_.kind_of(participant.component)];
      return std::any_of(local.begin(), local.end(), [&](const LocalEdge& edge) {
        return edge.label == participant.label && is_allowed(participant.component, edge);
      });
    });
    program_.bound_row(rule_rows_[rule.index()], -LinearProgram::kInfinity, can_fire ? 0 : LinearProgram::kInfinity);
  }
}

std::optional<RegionSum> Flow::excluding(std::span<const LocalState> state, Edges edges) {
  assert(state.size() == network_.num_components());
  restrict_to(state, edges);
  const auto reward = [&](ComponentId component, LocalState at, double per_unit) {
    program_.reward(first_up_[component.index()] + at.value, per_unit);
    program_.reward(first_down_[component.index()] + at.value, -per_unit);
  };
  for (ComponentId component : network_.components()) {
    if (!rewarded_.empty()) {
      if (rewarded_[component.index()] == state[component.index()]) continue;
      reward(component, rewarded_[component.index()], 0);
    }
    reward(component, state[component.index()], 1);
  }
  rewarded_.assign(state.begin(), state.end());

  constexpr double kSomething = 1e-7;
  if (program_.maximise(limits_) != LinearProgram::Answer::kOptimal || program_.reward() < kSomething) return std::nullopt;
  RegionSum sum = read();
  if (sum.rows.empty() || !is_invariant(network_, reach_, sum)) return std::nullopt;
  std::int64_t at_state = 0;
  for (const RegionSum::Row& row : sum.rows) at_state += row.weights[state[row.component.index()].index()];
  if (at_state <= sum.bound) return std::nullopt;
  // Drop the condition on the region wherever the sum is an invariant without it.
  for (RegionSum::Row& row : sum.rows) {
    if (row.left.empty()) continue;
    std::vector<LocalState> left = std::move(row.left);
    row.left.clear();
    if (!is_invariant(network_, reach_, sum)) row.left = std::move(left);
  }
  std::erase_if(sum.rows, [](const RegionSum::Row& row) {
    return row.left.empty() &&
           std::all_of(row.weights.begin(), row.weights.end(), [](std::int64_t weight) { return weight == 0; });
  });
  return sum;
}

RegionSum Flow::read() const {
  std::vector<double> values;
  for (ComponentId component : network_.components())
    for (LocalState local : network_.lts(component).states()) {
      const bool is_out = allowed_[component.index()] != nullptr && !(*allowed_[component.index()])[local.index()];
      values.push_back(is_out ? 0
                              : program_.value(first_up_[component.index()] + local.value) -
                                    program_.value(first_down_[component.index()] + local.value));
    }
  const auto whole = whole_numbers(values);
  RegionSum sum;
  if (!whole) return sum;
  auto next = whole->begin();
  for (ComponentId component : network_.components()) {
    const Lts& lts = network_.lts(component);
    RegionSum::Row row{.component = component, .weights = {}, .left = {}};
    row.weights.assign(next, next + static_cast<std::ptrdiff_t>(lts.num_states()));
    next += static_cast<std::ptrdiff_t>(lts.num_states());
    if (const std::vector<bool>* region = allowed_[component.index()])
      for (LocalState local : lts.states())
        if (!(*region)[local.index()]) row.left.push_back(local);
    if (row.left.empty() && std::all_of(row.weights.begin(), row.weights.end(), [](std::int64_t weight) { return weight == 0; }))
      continue;
    sum.rows.push_back(std::move(row));
  }
  return sum;
}

namespace {

struct LocalChange {
  std::vector<std::optional<std::int64_t>> by_label;   // the largest change; nothing without an edge in the region
};

LocalChange changes_of(const Network& network, const LocalReach& reach, const RegionSum::Row& row) {
  const Lts& lts = network.lts(row.component);
  LocalChange changes;
  changes.by_label.resize(lts.num_labels());
  const auto is_left = [&](LocalState state) { return std::binary_search(row.left.begin(), row.left.end(), state); };
  for (LocalState from : lts.states()) {
    if (!reach.is_reached(row.component, from) || is_left(from)) continue;
    for (const Edge& edge : lts.edges(from)) {
      if (is_left(edge.target)) continue;
      const std::int64_t change = narrow(static_cast<__int128>(row.weights[edge.target.index()]) - row.weights[from.index()]);
      auto& largest = changes.by_label[edge.label.index()];
      if (!largest || *largest < change) largest = change;
    }
  }
  return changes;
}

}   // namespace

bool is_invariant(const Network& network, const LocalReach& reach, const RegionSum& sum) try {
  __int128 initial = 0;
  std::vector<LocalChange> changes;
  std::map<ComponentId, std::size_t> row_of;
  for (const RegionSum::Row& row : sum.rows) {
    initial += row.weights[network.lts(row.component).initial().index()];
    row_of[row.component] = changes.size();
    changes.push_back(changes_of(network, reach, row));
  }
  if (initial > sum.bound) return false;
  std::vector<bool> seen(network.num_rules());
  for (const RegionSum::Row& row : sum.rows)
    for (RuleId rule : network.rules(row.component)) {
      if (seen[rule.index()]) continue;
      seen[rule.index()] = true;
      if (!reach.could_fire(network, rule)) continue;
      __int128 growth = 0;
      bool can_fire = true;
      for (const Participant& participant : network.participants(rule)) {
        const auto found = row_of.find(participant.component);
        if (found == row_of.end()) continue;
        const auto& change = changes[found->second].by_label[participant.label.index()];
        can_fire = can_fire && change.has_value();
        growth += change.value_or(0);
      }
      if (can_fire && growth > 0) return false;
    }
  return true;
} catch (const TooLarge&) {
  return false;
}

}   // namespace parley
