#include "engine/synchro/prove/proposer.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace parley::synchro {

void ClauseLog::add(std::span<const SatLiteral> clause, Origin origin) {
  literals.insert(literals.end(), clause.begin(), clause.end());
  begins.push_back(literals.size());
  origins.push_back(origin);
  assert(begins.size() == origins.size() + 1);
}

Proposer::Proposer(const Constraints& constraints, const Limits& limits)
    : constraints_(constraints), limits_(limits), pulse_(limits), meanings_(1) {
  for (std::uint32_t variable = 0; variable < constraints.num_variables(); ++variable) {
    pulse_.beat();
    introduce(variable);
  }
}

SatLiteral Proposer::value_literal(std::uint32_t variable, std::uint32_t value) const {
  if (constraints_.num_values(variable) == 2) return value == 0 ? -first_[variable] : first_[variable];
  return first_[variable] + static_cast<SatLiteral>(value);
}

// Encodes that the variable has exactly one value. For many values, one clause per pair would be too much.
// Then there is a literal per set "up to the i-th value", and clauses order these literals.
void Proposer::introduce(std::uint32_t variable) {
  constexpr std::uint32_t kPairs = 8;
  const std::uint32_t values = constraints_.num_values(variable);
  if (values <= 1) {
    first_.push_back(0);
    return;
  }
  if (values == 2) {
    first_.push_back(solver_.fresh());
    meanings_.push_back({variable, {1}, 0});
    return;
  }
  first_.push_back(solver_.fresh(static_cast<int>(values)));
  for (std::uint32_t value = 0; value < values; ++value) meanings_.push_back({variable, {value}, 0});
  std::vector<SatLiteral> some;
  for (std::uint32_t value = 0; value < values; ++value) some.push_back(value_literal(variable, value));
  add_clause(some, {});
  if (values <= kPairs) {
    for (std::uint32_t a = 0; a < values; ++a)
      for (std::uint32_t b = a + 1; b < values; ++b) add_clause({-some[a], -some[b]}, {});
    return;
  }
  const SatLiteral first = solver_.fresh(static_cast<int>(values) - 1);   // up to the i-th
  for (std::uint32_t i = 0; i + 1 < values; ++i) {
    const SatLiteral up_to = first + static_cast<SatLiteral>(i);
    meanings_.push_back({variable, {}, i + 1});
    add_clause({-some[i], up_to}, {});
    add_clause({-some[i + 1], -up_to}, {});
    if (i == 0) {
      add_clause({-up_to, some[0]}, {});
      continue;
    }
    add_clause({-(up_to - 1), up_to}, {});
    add_clause({-up_to, up_to - 1, some[i]}, {});
  }
}

void Proposer::add_clause(std::vector<SatLiteral> clause, Origin origin) {
  pulse_.beat();
  solver_.add(clause);
  log_.add(clause, origin);
}

SatLiteral Proposer::literal_of(std::uint32_t variable, const std::vector<std::uint32_t>& values) {
  const std::uint32_t all = constraints_.num_values(variable);
  assert(!values.empty() && values.size() < all);
  if (values.size() == 1) return value_literal(variable, values[0]);
  if (2 * values.size() > all) {   // name the complement, which is smaller
    std::vector<std::uint32_t> others;
    for (std::uint32_t value = 0; value < all; ++value)
      if (!std::binary_search(values.begin(), values.end(), value)) others.push_back(value);
    return -literal_of(variable, others);
  }
  const auto [found, is_new] = sets_.try_emplace({variable, values});
  if (!is_new) return found->second;
  const SatLiteral in_set = solver_.fresh();
  found->second = in_set;
  meanings_.push_back({variable, values, 0});
  // That the other values are outside the set follows, since a variable has one value only. Saying so helps
  // propagation, but for variables with many values it would cost states times labels.
  constexpr std::uint32_t kFew = 64;
  if (all <= kFew)
    for (std::uint32_t value = 0; value < all; ++value)
      if (!std::binary_search(values.begin(), values.end(), value)) add_clause({-value_literal(variable, value), -in_set}, {});
  std::vector<SatLiteral> some{-in_set};
  for (std::uint32_t value : values) {
    add_clause({-value_literal(variable, value), in_set}, {});
    some.push_back(value_literal(variable, value));
  }
  add_clause(std::move(some), {});
  return in_set;
}

Proposer::Literal Proposer::meaning(SatLiteral literal) const {
  const Meaning& meant = meanings_[static_cast<std::size_t>(std::abs(literal))];
  Literal result{.variable = meant.variable, .values = {}};
  for (std::uint32_t value = 0; value < constraints_.num_values(meant.variable); ++value) {
    const bool is_in =
        meant.up_to != 0 ? value < meant.up_to : std::binary_search(meant.values.begin(), meant.values.end(), value);
    if (is_in == (literal > 0)) result.values.push_back(value);
  }
  return result;
}

void Proposer::forbid(std::span<const Literal> literals, Origin origin) {
  std::vector<SatLiteral> clause;
  clause.reserve(literals.size());
  for (const Literal& literal : literals) {
    if (literal.values.size() == constraints_.num_values(literal.variable)) continue;
    clause.push_back(-literal_of(literal.variable, literal.values));
  }
  add_clause(std::move(clause), origin);
}

void Proposer::add(std::uint32_t constraint) {
  if (!add_as_clauses(constraint)) lazy_.push_back(constraint);
}

void Proposer::exclude(std::uint32_t constraint, std::span<const std::uint32_t> values) {
  forbid(explain(constraints_, constraint, values), {Origin::Kind::kNogood, constraint});
}

bool Proposer::add_as_clauses(std::uint32_t constraint) {
  if (constraints_[constraint].modulus != 0) return false;
  return add_as_one_clause(constraint) || add_as_alternatives(constraint) || add_as_few_clauses(constraint);
}

// A short sum: one clause per minimal way to exceed the bound.
bool Proposer::add_as_few_clauses(std::uint32_t constraint) {
  constexpr std::size_t kRows = 6;
  constexpr std::size_t kCombinations = 64;
  const auto rows = constraints_.rows(constraint);
  if (rows.size() > kRows) return false;
  std::vector<Weights> levels;   // by row: its distinct weights, ascending
  std::size_t combinations = 1;
  for (const Constraints::Row& row : rows) {
    Weights of_row = constraints_.table(row.table);
    std::sort(of_row.begin(), of_row.end());
    of_row.erase(std::unique(of_row.begin(), of_row.end()), of_row.end());
    combinations *= of_row.size();
    levels.push_back(std::move(of_row));
    if (combinations > kCombinations) return false;
  }
  std::vector<std::size_t> at(rows.size(), 0);
  for (std::size_t combination = 0; combination < combinations; ++combination) {
    std::size_t rest = combination;
    std::int64_t sum = 0;
    std::int64_t smallest_step = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      at[i] = rest % levels[i].size();
      rest /= levels[i].size();
      sum += levels[i][at[i]];
      if (at[i] > 0) smallest_step = std::min(smallest_step, levels[i][at[i]] - levels[i][at[i] - 1]);
    }
    const std::int64_t above = sum - constraints_[constraint].bound;
    if (above <= 0 || above > smallest_step) continue;   // the sum is met, or a smaller combination exceeds the bound as well
    std::vector<SatLiteral> clause;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (at[i] == 0) continue;
      std::vector<std::uint32_t> lower;
      for (std::uint32_t value = 0; value < constraints_.num_values(rows[i].variable); ++value)
        if (constraints_.table(rows[i].table)[value] < levels[i][at[i]]) lower.push_back(value);
      clause.push_back(literal_of(rows[i].variable, lower));
    }
    add_clause(std::move(clause), {Origin::Kind::kConstraint, constraint});
  }
  return true;
}

// Two kinds of sums. "Not all of them": every row has two weights, one apart, and at most all but one row may
// have the larger one. "None of them": no row may exceed its least weight.
bool Proposer::add_as_one_clause(std::uint32_t constraint) {
  std::int64_t room = constraints_[constraint].bound;
  std::int64_t gains = 0;
  std::int64_t open = 0;
  for (const Constraints::Row& row : constraints_.rows(constraint)) {
    const std::int64_t gain = constraints_.most(row.table) - constraints_.least(row.table);
    room -= constraints_.least(row.table);
    gains = std::max(gains, gain);
    if (gain > 0) ++open;
  }
  const bool is_clause = gains <= 1 && room == open - 1;
  if (!is_clause && room != 0) return room < 0 ? (add_clause({}, {Origin::Kind::kConstraint, constraint}), true) : false;
  std::vector<SatLiteral> clause;
  for (const Constraints::Row& row : constraints_.rows(constraint)) {
    const Weights& table = constraints_.table(row.table);
    std::vector<std::uint32_t> low;
    for (std::uint32_t value = 0; value < table.size(); ++value)
      if (table[value] == constraints_.least(row.table)) low.push_back(value);
    if (low.size() == table.size()) continue;
    const SatLiteral is_low = literal_of(row.variable, low);
    if (is_clause) clause.push_back(is_low);
    else add_clause({is_low}, {Origin::Kind::kConstraint, constraint});
  }
  if (is_clause) add_clause(std::move(clause), {Origin::Kind::kConstraint, constraint});
  return true;
}

// The constraint of a rule in a local deadlock: a row weighs 1, 0, or so little that it outweighs all others.
// If one row weighs 1, another one must weigh little.
bool Proposer::add_as_alternatives(std::uint32_t constraint) {
  constexpr std::uint32_t kFew = 12;
  const auto rows = constraints_.rows(constraint);
  if (rows.size() > kFew || constraints_[constraint].bound != 0) return false;
  const auto many = static_cast<std::int64_t>(rows.size());
  for (const Constraints::Row& row : rows)
    for (std::int64_t weight : constraints_.table(row.table))
      if (weight != 0 && weight != 1 && weight != -many) return false;
  for (const Constraints::Row& heavy : rows) {
    std::vector<SatLiteral> clause;
    std::vector<std::uint32_t> others;
    for (std::uint32_t value = 0; value < constraints_.num_values(heavy.variable); ++value)
      if (constraints_.table(heavy.table)[value] != 1) others.push_back(value);
    if (others.size() == constraints_.num_values(heavy.variable)) continue;
    bool is_met = false;
    if (!others.empty()) clause.push_back(literal_of(heavy.variable, others));
    for (const Constraints::Row& row : rows) {
      if (row.variable == heavy.variable) continue;
      std::vector<std::uint32_t> low;
      for (std::uint32_t value = 0; value < constraints_.num_values(row.variable); ++value)
        if (constraints_.table(row.table)[value] < 0) low.push_back(value);
      is_met = is_met || low.size() == constraints_.num_values(row.variable);
      if (!low.empty() && low.size() < constraints_.num_values(row.variable)) clause.push_back(literal_of(row.variable, low));
    }
    if (!is_met) add_clause(std::move(clause), {Origin::Kind::kConstraint, constraint});
  }
  return true;
}

std::vector<std::uint32_t> Proposer::model() const {
  std::vector<std::uint32_t> values(first_.size(), 0);
  for (std::uint32_t variable = 0; variable < first_.size(); ++variable)
    for (std::uint32_t value = 0; value < constraints_.num_values(variable); ++value)
      if (constraints_.num_values(variable) == 1 || solver_.value(value_literal(variable, value))) {
        values[variable] = value;
        break;
      }
  return values;
}

std::optional<std::vector<std::uint32_t>> Proposer::sketch() {
  const bool is_possible = solver_.solve(limits_);
  std::vector<SatLiteral> clause;
  for (SatLiteral literal : solver_.derived()) {
    if (literal != 0) {
      clause.push_back(literal);
      continue;
    }
    log_.add(clause, {Origin::Kind::kDerived, 0});
    clause.clear();
  }
  if (!is_possible) return std::nullopt;
  ++proposals_;
  return model();
}

bool Proposer::exclude_if_broken(std::span<const std::uint32_t> values) {
  bool is_broken = false;
  for (std::uint32_t constraint : lazy_) {
    pulse_.beat();
    if (!constraints_.is_broken(constraint, values)) continue;
    is_broken = true;
    exclude(constraint, values);
  }
  return is_broken;
}

}   // namespace parley::synchro
