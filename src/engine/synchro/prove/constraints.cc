#include "engine/synchro/prove/constraints.h"

#include <algorithm>
#include <cassert>
#include <functional>

#include "base/hash.h"
#include "invariant/number.h"

namespace parley::synchro {

std::uint32_t Constraints::add_variable(std::uint32_t values) {
  num_values_.push_back(values);
  return static_cast<std::uint32_t>(num_values_.size() - 1);
}

std::uint32_t Constraints::add_table(Weights weights) {
  std::uint64_t hash = weights.size();
  for (const std::int64_t weight : weights) hash = mix(hash ^ static_cast<std::uint64_t>(weight)) + 1;
  const auto [begin, end] = tables_by_hash_.equal_range(hash);
  for (auto known = begin; known != end; ++known)
    if (tables_[known->second] == weights) return known->second;
  const auto number = static_cast<std::uint32_t>(tables_.size());
  tables_by_hash_.emplace(hash, number);
  const auto [least, most] = std::minmax_element(weights.begin(), weights.end());
  least_.push_back(*least);
  most_.push_back(*most);
  tables_.push_back(std::move(weights));
  return number;
}

__int128 Constraints::magnitude(std::span<const Row> rows, std::int64_t bound) const {
  const auto size = [](std::int64_t number) {
    return number < 0 ? -static_cast<__int128>(number) : static_cast<__int128>(number);
  };
  __int128 sum = size(bound);
  for (const Row& row : rows) sum += std::max(size(least_[row.table]), size(most_[row.table]));
  return sum;
}

std::int64_t Constraints::magnitude(std::uint32_t number) const {
  return static_cast<std::int64_t>(magnitude(rows(number), constraints_[number].bound));
}

std::uint32_t Constraints::add(std::span<const Row> rows, std::int64_t bound) {
  assert(std::ranges::adjacent_find(rows, std::greater_equal{}, &Row::variable) == rows.end());
  if (magnitude(rows, bound) >= kMagnitudeLimit) throw TooLarge();
  constraints_.push_back({static_cast<std::uint32_t>(rows_.size()), static_cast<std::uint32_t>(rows.size()), bound, 0});
  rows_.insert(rows_.end(), rows.begin(), rows.end());
  return static_cast<std::uint32_t>(constraints_.size() - 1);
}

std::uint32_t Constraints::add_congruence(std::span<const Row> rows, std::int64_t modulus, std::int64_t remainder) {
  const std::uint32_t number = add(rows, remainder);
  constraints_.back().modulus = modulus;
  return number;
}

bool Constraints::is_broken(std::uint32_t number, std::span<const std::uint32_t> values) const {
  std::int64_t sum = 0;
  for (const Row& row : rows(number)) sum += tables_[row.table][values[row.variable]];
  const Constraint& constraint = constraints_[number];
  if (constraint.modulus == 0) return sum > constraint.bound;
  return (sum - constraint.bound) % constraint.modulus != 0;
}

namespace {

using Literal = InvariantProof::Nogood::Literal;

std::vector<Literal> explain_congruence(const Constraints& constraints, std::uint32_t number,
                                        std::span<const std::uint32_t> values) {
  std::vector<Literal> literals;
  const std::int64_t modulus = constraints[number].modulus;
  for (const Constraints::Row& row : constraints.rows(number)) {
    const Weights& table = constraints.table(row.table);
    Literal literal{.variable = row.variable, .values = {}};
    for (std::uint32_t value = 0; value < table.size(); ++value)
      if ((table[value] - table[values[row.variable]]) % modulus == 0) literal.values.push_back(value);
    if (literal.values.size() < table.size()) literals.push_back(std::move(literal));
  }
  return literals;
}

}   // namespace

std::vector<Literal> explain(const Constraints& constraints, std::uint32_t number, std::span<const std::uint32_t> values) {
  assert(constraints.is_broken(number, values));
  if (constraints[number].modulus != 0) return explain_congruence(constraints, number, values);
  struct Gain {
    std::int64_t gain = 0;
    Constraints::Row row;
  };
  std::vector<Gain> gains;
  std::int64_t missing = constraints[number].bound + 1;   // what the sum still needs to exceed the bound
  for (const Constraints::Row& row : constraints.rows(number)) {
    const std::int64_t gain = constraints.table(row.table)[values[row.variable]] - constraints.least(row.table);
    missing -= constraints.least(row.table);
    if (gain > 0) gains.push_back({gain, row});
  }
  std::stable_sort(gains.begin(), gains.end(), [](const Gain& a, const Gain& b) { return a.gain > b.gain; });
  std::size_t used = 0;
  while (missing > 0) {
    assert(used < gains.size());
    missing -= gains[used++].gain;
  }
  std::int64_t spare = -missing;
  std::vector<Literal> literals;
  for (std::size_t i = 0; i < used; ++i) {
    const Weights& table = constraints.table(gains[i].row.table);
    const std::int64_t own = table[values[gains[i].row.variable]];
    std::int64_t floor = own;   // the lowest weight with which the constraint is still broken
    for (std::int64_t weight : table)
      if (weight >= own - spare) floor = std::min(floor, weight);
    spare -= own - floor;
    Literal literal{.variable = gains[i].row.variable, .values = {}};
    for (std::uint32_t value = 0; value < table.size(); ++value)
      if (table[value] >= floor) literal.values.push_back(value);
    if (literal.values.size() < table.size()) literals.push_back(std::move(literal));
  }
  std::sort(literals.begin(), literals.end(), [](const Literal& a, const Literal& b) { return a.variable < b.variable; });
  return literals;
}

}   // namespace parley::synchro
