#include "check/proof/ranking.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "check/describe.h"

namespace parley::proof {

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kLarge = std::size_t{1} << 16;   // from this many numbers on the memory left is checked

}   // namespace

RankingChecker::Wiring RankingChecker::wiring(ComponentId component) {
  const Lts& lts = network_.lts(component);
  Wiring result{network_.template_of(component), std::vector<Use>(lts.num_labels(), Use::kNot)};
  for (LocalLabel label : lts.labels()) {
    pulse_.beat();
    Use& use = result.second[label.index()];
    for (RuleId rule : network_.rules(component, label)) {
      pulse_.beat();
      const bool is_shared = network_.participants(rule).size() > 1;
      if (use == Use::kNot) use = is_shared ? Use::kShared : Use::kAlone;
      else if (use == Use::kShared || is_shared) use = Use::kMixed;
    }
  }
  return result;
}

// Visits the states that the process reaches by itself, breadth first, each with its row of counts. False if
// the counts are not a function of the state, or the rule not a function of the label.
bool RankingChecker::follow(const Wiring& wiring, Counts& into) {
  const Lts& lts = network_.lts(wiring.first);
  std::vector<LocalState>& reached = into.states;
  std::vector<std::int64_t>& ahead = into.ahead;
  std::vector<std::size_t> row_of(lts.num_states(), kNone);
  const std::size_t width = into.columns.size();
  std::vector<std::size_t> column_of(lts.num_labels(), kNone);
  for (std::size_t column = 0; column < width; ++column) column_of[into.columns[column].index()] = column;

  const auto reach = [&](LocalState state) {
    row_of[state.index()] = reached.size();
    reached.push_back(state);
    const std::size_t size = ahead.size() + width;
    if (size > ahead.capacity()) {
      const std::size_t room = std::max(size, 2 * ahead.capacity());
      if (room > kLarge) limits_.expect(room * sizeof(std::int64_t));
      ahead.reserve(room);
    }
    ahead.resize(size);
  };
  reach(lts.initial());
  for (std::size_t row = 0; row < reached.size(); ++row) {
    const LocalState from = reached[row];
    for (const Edge& edge : lts.edges(from)) {
      pulse_.beat();
      const Use use = wiring.second[edge.label.index()];
      if (use == Use::kNot) continue;
      if (use == Use::kMixed) {
        into.mixed = edge.label;
        return false;
      }
      const bool is_new = row_of[edge.target.index()] == kNone;
      if (is_new) reach(edge.target);
      // Counts are relative to the first rule: when it is performed, the counts of all others decrease.
      const std::size_t performed = use == Use::kShared ? column_of[edge.label.index()] : kNone;
      const std::int64_t shift = performed == 0 ? 1 : 0;
      std::int64_t* const to = ahead.data() + row_of[edge.target.index()] * width;
      for (std::size_t column = 0; column < width; ++column) {
        pulse_.beat();
        const std::int64_t now = ahead[row * width + column] + (column == performed ? 1 : 0) - shift;
        if (is_new) {
          to[column] = now;
        } else if (to[column] != now) {
          into.unsteady = from;
          return false;
        }
      }
    }
  }
  return true;
}

RankingChecker::Counts RankingChecker::count(const Wiring& wiring) {
  const Lts& lts = network_.lts(wiring.first);
  Counts result;
  for (LocalLabel label : lts.labels())
    if (const Use use = wiring.second[label.index()]; use == Use::kShared || use == Use::kMixed) result.columns.push_back(label);

  if (!follow(wiring, result)) return result;

  // Keeps only the states that ranks are compared in.
  const std::size_t width = result.columns.size();
  std::size_t kept = 0;
  for (std::size_t row = 0; row < result.states.size(); ++row) {
    const LocalState state = result.states[row];
    bool is_free = lts.is_error(state);
    for (const Edge& edge : lts.edges(state)) {
      pulse_.beat();
      is_free = is_free || wiring.second[edge.label.index()] == Use::kAlone;
    }
    if (is_free) continue;
    result.states[kept] = state;
    for (std::size_t column = 0; column < width; ++column)
      result.ahead[kept * width + column] = result.ahead[row * width + column];
    ++kept;
  }
  result.states.resize(kept);
  result.ahead.resize(kept * width);
  return result;
}

// The shared rule of the label with the smallest rank. There are several rules only if the label is never
// offered. Then none of them is ever performed, and what comes before the first of them comes before all.
RuleId RankingChecker::first_by_rank(ComponentId component, LocalLabel label, const Ranking& ranking) {
  std::optional<RuleId> first;
  for (RuleId rule : network_.rules(component, label)) {
    pulse_.beat();
    if (network_.participants(rule).size() < 2) continue;
    if (!first || ranking.ranks[rule.index()] < ranking.ranks[first->index()]) first = rule;
  }
  return *first;
}

Objection RankingChecker::objection(ComponentId component, const Counts& counts, const Ranking& ranking) {
  const Lts& lts = network_.lts(component);
  if (counts.mixed)
    return fmt::format("'{}' of '{}' belongs to several rules, which cannot be counted apart", lts.label_name(*counts.mixed),
                       network_.name(component));
  if (counts.unsteady)
    return fmt::format("an edge from {} leads where other ways have counted otherwise",
                       place_text(network_, component, *counts.unsteady));

  const std::size_t width = counts.columns.size();
  std::vector<RuleId> rules;   // by column
  rules.reserve(width);
  for (LocalLabel label : counts.columns) rules.push_back(first_by_rank(component, label, ranking));
  for (std::size_t i = 0; i < counts.states.size(); ++i) {
    const LocalState state = counts.states[i];
    const std::int64_t* const ahead = counts.ahead.data() + i * width;
    const auto comes_before = [&](std::size_t a, std::size_t b) {
      return ahead[a] != ahead[b] ? ahead[a] < ahead[b] : ranking.ranks[rules[a].index()] < ranking.ranks[rules[b].index()];
    };
    std::size_t offered = kNone;   // the offered rule that comes first
    std::size_t refused = kNone;
    auto edge = lts.edges(state).begin();
    const auto end = lts.edges(state).end();
    for (std::size_t column = 0; column < width; ++column) {
      pulse_.beat();
      while (edge != end && edge->label < counts.columns[column]) ++edge;   // both are in the order of labels
      std::size_t& first = edge != end && edge->label == counts.columns[column] ? offered : refused;
      if (first == kNone || comes_before(column, first)) first = column;
    }
    if (offered == kNone) return fmt::format("{} offers no rule", place_text(network_, component, state));
    if (refused != kNone && !comes_before(offered, refused))
      return fmt::format("{} refuses {}, and offers nothing that comes before", place_text(network_, component, state),
                         rule_text(network_, rules[refused]));
  }
  return std::nullopt;
}

Objection RankingChecker::objection(const Ranking& ranking) {
  if (network_.num_rules() == 0) return "there is no rule to come first";
  for (ComponentId component : network_.components()) {
    pulse_.beat();
    if (network_.is_observer(component) || network_.rules(component).empty()) continue;
    const auto [found, is_new] = counts_.try_emplace(wiring(component));
    if (is_new) found->second = count(found->first);
    if (Objection objection_here = objection(component, found->second, ranking)) return objection_here;
  }
  return std::nullopt;
}

}   // namespace parley::proof
