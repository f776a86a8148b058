#include "check/set/linear_invariants.h"

#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "check/describe.h"

namespace parley {

namespace {

constexpr std::int64_t kSumLimit = std::int64_t{1} << 62;

// Subtracts the absolute value of 'number' from 'room', if there is enough.
bool fits(std::int64_t number, std::int64_t& room) {
  if (number >= room || number <= -room) return false;
  room -= number < 0 ? -number : number;
  return true;
}

Objection ill_formed_row(const Network& network, const LinearInvariant::Row& row) {
  if (row.component.index() >= network.num_components()) return "weighs a component that does not exist";
  if (row.weights.size() == network.lts(row.component).num_states()) return std::nullopt;
  return fmt::format("gives '{}' {} weights, for {} local states", network.name(row.component), row.weights.size(),
                     network.lts(row.component).num_states());
}

Objection ill_formed_invariant(const Network& network, const LinearInvariant& invariant) {
  std::int64_t room = kSumLimit;
  if (!fits(invariant.bound, room)) return "has a bound beyond 2^62";
  for (std::size_t i = 0; i < invariant.rows.size(); ++i) {
    const LinearInvariant::Row& row = invariant.rows[i];
    if (Objection objection = ill_formed_row(network, row)) return objection;
    if (i > 0 && !(invariant.rows[i - 1].component < row.component)) return "weighs components out of order, or one twice";
    std::int64_t left = room;   // room after the largest weight
    for (std::int64_t weight : row.weights) {
      std::int64_t after = room;
      if (!fits(weight, after)) return "has weights that add up beyond 2^62";
      left = std::min(left, after);
    }
    room = left;
  }
  return std::nullopt;
}

// How much the steps of each rule can increase the sum of an invariant.
class Growth {
 public:
  Growth(const SetCase& asked, const LinearInvariant& invariant)
      : network_(asked.network), invariant_(invariant), pulse_(asked.limits) {
    changes_.reserve(invariant.rows.size());
    for (const LinearInvariant::Row& row : invariant.rows) {
      pulse_.beat();
      changes_.push_back(changes_of(network_.lts(row.component), row.weights));
    }
  }

  Objection objection() {
    std::vector<RuleId> rules;
    for (const LinearInvariant::Row& row : invariant_.rows) {
      const std::span<const RuleId> of_row = network_.rules(row.component);
      rules.insert(rules.end(), of_row.begin(), of_row.end());
    }
    std::sort(rules.begin(), rules.end());
    rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
    for (RuleId rule : rules) {
      pulse_.beat();
      if (Objection found = rule_objection(rule)) return found;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::int64_t kNoEdge = std::numeric_limits<std::int64_t>::min();

  // The largest change along an edge of each label.
  static std::vector<std::int64_t> changes_of(const Lts& lts, const std::vector<std::int64_t>& weights) {
    std::vector<std::int64_t> changes(lts.num_labels(), kNoEdge);
    for (LocalState from : lts.states())
      for (const Edge& edge : lts.edges(from)) {
        std::int64_t& largest = changes[edge.label.index()];
        largest = std::max(largest, weights[edge.target.index()] - weights[from.index()]);
      }
    return changes;
  }

  bool has_edge(const Participant& participant) {
    const auto [found, is_new] = used_labels_.try_emplace(network_.template_of(participant.component));
    if (is_new) {
      const Lts& lts = network_.lts(participant.component);
      found->second.resize(lts.num_labels());
      for (LocalState from : lts.states())
        for (const Edge& edge : lts.edges(from)) found->second[edge.label.index()] = true;
    }
    return found->second[participant.label.index()];
  }

  Objection rule_objection(RuleId rule) {
    std::int64_t growth = 0;
    for (const Participant& participant : network_.participants(rule)) {
      const auto row = std::lower_bound(invariant_.rows.begin(), invariant_.rows.end(), participant.component,
                                        [](const LinearInvariant::Row& a, ComponentId b) { return a.component < b; });
      if (row == invariant_.rows.end() || row->component != participant.component) continue;
      const std::int64_t change = changes_[static_cast<std::size_t>(row - invariant_.rows.begin())][participant.label.index()];
      if (change == kNoEdge) return std::nullopt;   // it never fires
      growth += change;
    }
    if (growth <= 0) return std::nullopt;
    const std::span<const Participant> participants = network_.participants(rule);
    if (!std::all_of(participants.begin(), participants.end(), [&](const Participant& p) { return has_edge(p); }))
      return std::nullopt;
    return fmt::format("{} can make its sum larger, by {}", rule_text(network_, rule), growth);
  }

  const Network& network_;
  const LinearInvariant& invariant_;
  Pulse pulse_;
  std::vector<std::vector<std::int64_t>> changes_;   // by row, by label
  std::map<TemplateId, std::vector<bool>> used_labels_;
};

}   // namespace

Objection ill_formed_invariants(const Network& network, const ClosedSet& set) {
  for (std::size_t i = 0; i < set.invariants.size(); ++i)
    if (Objection objection = ill_formed_invariant(network, set.invariants[i]))
      return fmt::format("invariant {} {}", i + 1, *objection);
  return std::nullopt;
}

Objection invariants_hold(const SetCase& asked) {
  for (std::size_t i = 0; i < asked.set.invariants.size(); ++i) {
    const LinearInvariant& invariant = asked.set.invariants[i];
    std::int64_t sum = 0;
    for (const LinearInvariant::Row& row : invariant.rows) sum += row.weights[asked.network.lts(row.component).initial().index()];
    if (sum > invariant.bound)
      return fmt::format("invariant {}: its sum is {} in the initial state, above {}", i + 1, sum, invariant.bound);
    if (Objection objection = Growth(asked, invariant).objection()) return fmt::format("invariant {}: {}", i + 1, *objection);
  }
  return std::nullopt;
}

RuledOut::RuledOut(const ClosedSet& set, const Support& support) : states_(set.states) {
  sums_.reserve(set.invariants.size());
  for (const LinearInvariant& invariant : set.invariants) {
    std::int64_t most = invariant.bound;
    for (const LinearInvariant::Row& row : invariant.rows) {
      if (const std::uint32_t column = support.column(row.component); column != Support::kOutside)
        terms_.push_back({column, &row.weights});
      else most -= *std::min_element(row.weights.begin(), row.weights.end());
    }
    sums_.push_back({terms_.size(), most});
  }
}

bool RuledOut::operator()(std::span<const std::uint64_t> packed_row) const {
  std::size_t next = 0;
  for (const Sum& sum : sums_) {
    std::int64_t found = 0;
    for (; next < sum.end; ++next) found += (*terms_[next].weights)[states_.in(packed_row, terms_[next].column).index()];
    if (found > sum.most) return true;
  }
  return false;
}

}   // namespace parley
