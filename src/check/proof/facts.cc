#include "check/proof/facts.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "check/describe.h"
#include "check/proof/apart.h"
#include "check/proof/constraint.h"
#include "check/proof/order.h"
#include "check/proof/ranking.h"
#include "check/proof/reached.h"

namespace parley::proof {

namespace {

// Rows name components that exist, in ascending order.
template <class Row>
Objection ill_formed_components(const Network& network, const std::vector<Row>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].component.index() >= network.num_components()) return "names a component that does not exist";
    if (i > 0 && !(rows[i - 1].component < rows[i].component)) return "names components out of order, or one twice";
  }
  return std::nullopt;
}

Objection ill_formed_states(const Network& network, ComponentId component, const std::vector<LocalState>& states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i].index() >= network.lts(component).num_states())
      return fmt::format("names a local state that '{}' does not have", network.name(component));
    if (i > 0 && !(states[i - 1] < states[i]))
      return fmt::format("names local states of '{}' out of order, or one twice", network.name(component));
  }
  return std::nullopt;
}

template <class Row>
Objection ill_formed_weights(const Network& network, const std::vector<Row>& rows, std::int64_t bound) {
  if (Objection objection = ill_formed_components(network, rows)) return objection;
  std::int64_t room = Constraint::kSumLimit;   // what is left for absolute values
  const auto take = [&](std::int64_t number) {
    if (number >= room || number <= -room) return false;
    room -= number < 0 ? -number : number;
    return true;
  };
  if (!take(bound)) return "has numbers that add up beyond 2^62";
  for (const Row& row : rows) {
    if (row.weights.size() != network.lts(row.component).num_states())
      return fmt::format("gives '{}' {} weights, for {} local states", network.name(row.component), row.weights.size(),
                         network.lts(row.component).num_states());
    const auto [least, most] = std::minmax_element(row.weights.begin(), row.weights.end());
    if (*least <= -Constraint::kSumLimit || !take(std::max(*most, -*least))) return "has numbers that add up beyond 2^62";
  }
  return std::nullopt;
}

template <class Row>
Objection ill_formed_places(const Network& network, const std::vector<Row>& rows) {
  if (Objection objection = ill_formed_components(network, rows)) return objection;
  for (const Row& row : rows) {
    if (row.states.empty()) return fmt::format("names no local state of '{}'", network.name(row.component));
    if (Objection objection = ill_formed_states(network, row.component, row.states)) return objection;
  }
  return std::nullopt;
}

struct IllFormed {
  const Network& network;

  Objection operator()(const RegionSum& sum) const {
    if (Objection objection = ill_formed_weights(network, sum.rows, sum.bound)) return objection;
    for (const RegionSum::Row& row : sum.rows) {
      if (Objection objection = ill_formed_states(network, row.component, row.left)) return objection;
      for (LocalState state : row.left)
        if (row.weights[state.index()] != 0)
          return fmt::format("weighs {}, which it says to be outside", place_text(network, row.component, state));
    }
    return std::nullopt;
  }
  Objection operator()(const Congruence& sum) const {
    if (sum.modulus < 2 || sum.modulus >= Constraint::kSumLimit) return "has a modulus that is not a number from 2 to 2^62";
    if (sum.remainder < 0 || sum.remainder >= sum.modulus) return "has a remainder that is none";
    if (Objection objection = ill_formed_weights(network, sum.rows, sum.remainder)) return objection;
    for (const Congruence::Row& row : sum.rows)
      for (std::int64_t weight : row.weights)
        if (weight < 0 || weight >= sum.modulus)
          return fmt::format("gives '{}' a weight that is no remainder", network.name(row.component));
    return std::nullopt;
  }
  Objection operator()(const Trap& trap) const { return ill_formed_places(network, trap.rows); }
  Objection operator()(const PairFact& pair) const {
    if (std::max(pair.first, pair.second).index() >= network.num_components()) return "names a component that does not exist";
    if (pair.first == pair.second) return fmt::format("is about '{}' twice", network.name(pair.first));
    return std::nullopt;
  }
  Objection operator()(const OrderFact& order) const { return ill_formed_places(network, order.rows); }
  Objection operator()(const ApartFact& apart) const { return ill_formed_places(network, apart.rows); }
  Objection operator()(const Ranking& ranking) const {
    if (ranking.ranks.size() == network.num_rules()) return std::nullopt;
    return fmt::format("gives {} ranks, for {} rules", ranking.ranks.size(), network.num_rules());
  }
};

// Checks one fact after the other; arrays by component or rule are built once.
class FactChecker {
 public:
  FactChecker(const Network& network, PropertyKind kind, const Limits& limits)
      : network_(network),
        kind_(kind),
        limits_(limits),
        pulse_(limits),
        orders_(network, limits),
        rankings_(network, limits),
        reached_(network, limits),
        row_of_(network.num_components(), kNone),
        seen_(network.num_rules(), 0) {}

  Objection operator()(const RegionSum& sum);
  Objection operator()(const Congruence& sum);
  Objection operator()(const Trap& trap);
  Objection operator()(const PairFact&) { return std::nullopt; }   // its content is computed where it is used
  Objection operator()(const Ranking& ranking) {
    if (kind_ == PropertyKind::kDeadlock || kind_ == PropertyKind::kLocalDeadlock) return rankings_.objection(ranking);
    return fmt::format("a ranking says nothing about '{}'", kind_name(kind_));
  }
  Objection operator()(const ApartFact& apart) { return apart_objection(network_, apart, limits_); }
  Objection operator()(const OrderFact& order) {
    if (orders_.excludes(order)) return std::nullopt;
    return "the components can agree on an order";
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  // Calls 'objection' for every rule that gives some row a label for which 'matters' is true, until it
  // returns one. Meanwhile row() knows the rows.
  template <class Row, class Matters, class RuleObjection>
  Objection first_objection(const std::vector<Row>& rows, const Matters& matters, const RuleObjection& objection) {
    ++now_;
    for (std::size_t i = 0; i < rows.size(); ++i) row_of_[rows[i].component.index()] = static_cast<std::uint32_t>(i);
    Objection found;
    for (std::size_t i = 0; !found && i < rows.size(); ++i)
      for (LocalLabel label : network_.lts(rows[i].component).labels()) {
        pulse_.beat();
        if (found || !matters(i, label)) continue;
        for (RuleId rule : network_.rules(rows[i].component, label)) {
          pulse_.beat();
          if (seen_[rule.index()] == now_) continue;
          seen_[rule.index()] = now_;
          found = objection(rule);
          if (found) break;
        }
      }
    for (const Row& row : rows) row_of_[row.component.index()] = kNone;
    return found;
  }

  // The edges that a component may ever take: 'visit' gets the source state and the edge.
  template <class Visit>
  void for_each_edge(ComponentId component, const Visit& visit) {
    const Lts& lts = network_.lts(component);
    const std::vector<bool>& is_reached = reached_.of(component).states;
    for (LocalState from : lts.states()) {
      pulse_.beat();
      if (!is_reached[from.index()]) continue;
      for (const Edge& edge : lts.edges(from)) {
        pulse_.beat();
        if (!network_.rules(component, edge.label).empty()) visit(from, edge);
      }
    }
  }

  bool can_fire(RuleId rule);

  const Network& network_;
  PropertyKind kind_;
  const Limits& limits_;
  Pulse pulse_;
  OrderFinder orders_;
  RankingChecker rankings_;
  ReachedStates reached_;
  std::vector<std::uint32_t> row_of_;   // component -> its row in the current fact
  std::vector<std::uint64_t> seen_;     // rule -> the last fact for which it was examined
  std::uint64_t now_ = 0;
};

// Whether each participant has an edge with its label from a state that it reaches.
bool FactChecker::can_fire(RuleId rule) {
  for (const auto& [component, label] : network_.participants(rule)) {
    pulse_.beat();
    if (!reached_.of(component).labels[label.index()]) return false;
  }
  return true;
}

Objection FactChecker::operator()(const RegionSum& sum) {
  constexpr std::int64_t kNoEdge = std::numeric_limits<std::int64_t>::min();
  std::int64_t initial_sum = 0;
  std::vector<std::vector<std::int64_t>> changes(sum.rows.size());   // by row, by label: the largest inside the region
  std::vector<bool> is_left;
  for (std::size_t i = 0; i < sum.rows.size(); ++i) {
    const RegionSum::Row& row = sum.rows[i];
    const Lts& lts = network_.lts(row.component);
    is_left.assign(lts.num_states(), false);
    for (LocalState state : row.left) is_left[state.index()] = true;
    if (is_left[lts.initial().index()])
      return fmt::format("{} is outside its region from the beginning", place_text(network_, row.component, lts.initial()));
    initial_sum += row.weights[lts.initial().index()];
    changes[i].assign(lts.num_labels(), kNoEdge);
    Objection found;
    for_each_edge(row.component, [&](LocalState from, const Edge& edge) {
      if (is_left[from.index()] && !is_left[edge.target.index()] && !found)
        found = fmt::format("from {} an edge leads back into the region", place_text(network_, row.component, from));
      if (is_left[from.index()] || is_left[edge.target.index()]) return;
      std::int64_t& largest = changes[i][edge.label.index()];
      largest = std::max(largest, row.weights[edge.target.index()] - row.weights[from.index()]);
    });
    if (found) return found;
  }
  if (initial_sum > sum.bound) return fmt::format("its sum is {} in the initial state, above {}", initial_sum, sum.bound);

  return first_objection(
      sum.rows, [&](std::size_t row, LocalLabel label) { return changes[row][label.index()] > 0; },
      [&](RuleId rule) -> Objection {
        __int128 growth = 0;
        for (const Participant& participant : network_.participants(rule)) {
          pulse_.beat();
          const std::uint32_t row = row_of_[participant.component.index()];
          if (row == kNone) continue;
          const std::int64_t change = changes[row][participant.label.index()];
          if (change == kNoEdge) return std::nullopt;   // it can fire only by leaving the region
          growth += change;
        }
        if (growth <= 0 || !can_fire(rule)) return std::nullopt;
        return fmt::format("{} can make its sum larger", rule_text(network_, rule));
      });
}

Objection FactChecker::operator()(const Congruence& sum) {
  constexpr std::int64_t kNoEdge = -1;
  constexpr std::int64_t kDifferent = -2;
  std::int64_t initial_sum = 0;
  std::vector<std::vector<std::int64_t>> changes(sum.rows.size());   // by row, by label: from 0 to modulus - 1
  for (std::size_t i = 0; i < sum.rows.size(); ++i) {
    const Congruence::Row& row = sum.rows[i];
    const Lts& lts = network_.lts(row.component);
    initial_sum = (initial_sum + row.weights[lts.initial().index()]) % sum.modulus;
    changes[i].assign(lts.num_labels(), kNoEdge);
    for_each_edge(row.component, [&](LocalState from, const Edge& edge) {
      const std::int64_t change = (row.weights[edge.target.index()] - row.weights[from.index()] + sum.modulus) % sum.modulus;
      std::int64_t& known = changes[i][edge.label.index()];
      known = known == kNoEdge || known == change ? change : kDifferent;
    });
  }
  if (initial_sum != sum.remainder)
    return fmt::format("its remainder is {} in the initial state, not {}", initial_sum, sum.remainder);

  return first_objection(
      sum.rows,
      [&](std::size_t row, LocalLabel label) {
        return changes[row][label.index()] > 0 || changes[row][label.index()] == kDifferent;
      },
      [&](RuleId rule) -> Objection {
        std::int64_t change_of_all = 0;
        bool is_certain = true;
        for (const Participant& participant : network_.participants(rule)) {
          pulse_.beat();
          const std::uint32_t row = row_of_[participant.component.index()];
          if (row == kNone) continue;
          const std::int64_t change = changes[row][participant.label.index()];
          if (change == kNoEdge) return std::nullopt;   // it never fires
          if (change == kDifferent) is_certain = false;
          else change_of_all = (change_of_all + change) % sum.modulus;
        }
        if ((is_certain && change_of_all == 0) || !can_fire(rule)) return std::nullopt;
        return fmt::format("{} can change its remainder", rule_text(network_, rule));
      });
}

Objection FactChecker::operator()(const Trap& trap) {
  struct Moves {
    bool leaves = false;     // some edge leads out of the trap
    bool misses = false;     // some edge ends outside the trap
    bool is_there = false;   // some edge
  };
  std::vector<std::vector<Moves>> moves(trap.rows.size());   // by row, by label
  std::vector<bool> is_inside;
  bool is_occupied = false;
  for (std::size_t i = 0; i < trap.rows.size(); ++i) {
    const Lts& lts = network_.lts(trap.rows[i].component);
    is_inside.assign(lts.num_states(), false);
    for (LocalState state : trap.rows[i].states) is_inside[state.index()] = true;
    is_occupied = is_occupied || is_inside[lts.initial().index()];
    moves[i].resize(lts.num_labels());
    for_each_edge(trap.rows[i].component, [&](LocalState from, const Edge& edge) {
      Moves& here = moves[i][edge.label.index()];
      const bool ends_outside = !is_inside[edge.target.index()];
      here.is_there = true;
      here.misses = here.misses || ends_outside;
      here.leaves = here.leaves || (ends_outside && is_inside[from.index()]);
    });
  }
  if (!is_occupied) return "no component is in one of its states initially";

  return first_objection(
      trap.rows, [&](std::size_t row, LocalLabel label) { return moves[row][label.index()].leaves; },
      [&](RuleId rule) -> Objection {
        for (const Participant& participant : network_.participants(rule)) {
          pulse_.beat();
          const std::uint32_t row = row_of_[participant.component.index()];
          if (row == kNone) continue;
          const Moves& here = moves[row][participant.label.index()];
          if (here.is_there && !here.misses) return std::nullopt;
        }
        if (!can_fire(rule)) return std::nullopt;
        return fmt::format("{} can empty it", rule_text(network_, rule));
      });
}

}   // namespace

Objection ill_formed_fact(const Network& network, const Fact& fact) { return std::visit(IllFormed{network}, fact); }

Objection facts_hold(const Claim& asked) {
  const InvariantProof& proof = *std::get<InvariantProofRef>(asked.evidence);
  FactChecker check(asked.network, kind_of(asked.property), asked.limits);
  for (std::size_t i = 0; i < proof.facts.size(); ++i)
    if (Objection objection = std::visit(check, proof.facts[i])) return fmt::format("fact {}: {}", i + 1, *objection);
  return std::nullopt;
}

}   // namespace parley::proof
