#include "check/proof/domains.h"

#include <algorithm>
#include <bit>

namespace parley::proof {

Domains::Domains(const Variables& variables, const Limits& limits) : pulse_(limits) {
  limits.expect(variables.size() * (sizeof(std::size_t) + 2 * sizeof(std::uint32_t) + sizeof(std::uint64_t) + 1));
  begins_.reserve(variables.size() + 1);
  sizes_.reserve(variables.size());
  std::size_t words = 0;
  for (std::size_t variable = 0; variable < variables.size(); ++variable) {
    pulse_.beat();
    const std::size_t values = variables.num_values(variable);
    begins_.push_back(words);
    sizes_.push_back(static_cast<std::uint32_t>(values));
    words += (values + kWordBits - 1) / kWordBits;
  }
  begins_.push_back(words);
  limits.expect(words * sizeof(std::uint64_t));
  words_.resize(words);
  counts_.resize(sizes_.size());
  is_touched_.resize(sizes_.size());
  settled_.resize(sizes_.size());
  for (std::uint32_t variable = 0; variable < sizes_.size(); ++variable) touched_.push_back(variable);
  reset();
}

void Domains::reset() {
  for (std::uint32_t variable : touched_) {
    const std::span<std::uint64_t> all = words(variable);
    std::fill(all.begin(), all.end(), ~std::uint64_t{0});
    if (sizes_[variable] % kWordBits != 0) all.back() >>= kWordBits - sizes_[variable] % kWordBits;
    counts_[variable] = sizes_[variable];
    is_touched_[variable] = 0;
  }
  touched_.clear();
  put_off_.clear();
  ++round_;
}

// A variable that was restricted when a constraint was deferred was handled at once, and is settled up to
// that constraint.
void Domains::settle(std::uint32_t variable) {
  if (put_off_.empty()) return;
  Settled& settled = settled_[variable];
  if (settled.round != round_) settled = {round_, 0};
  for (; settled.count < put_off_.size(); ++settled.count) {
    const auto& [constraint, slack] = put_off_[settled.count];
    const std::span<const Constraint::Row> rows = constraint->rows();
    const auto row = std::lower_bound(rows.begin(), rows.end(), variable,
                                      [](const Constraint::Row& a, std::uint32_t b) { return a.variable < b; });
    if (row != rows.end() && row->variable == variable && row->most - row->least > slack) strike(*row, slack + row->least);
  }
}

void Domains::touch(std::uint32_t variable) {
  if (is_touched_[variable] != 0) return;
  is_touched_[variable] = 1;
  touched_.push_back(variable);
}

void Domains::remove(std::uint32_t variable, std::uint32_t value) {
  if (!is_left(variable, value)) return;
  touch(variable);
  words_[begins_[variable] + value / kWordBits] &= ~(std::uint64_t{1} << (value % kWordBits));
  --counts_[variable];
}

void Domains::keep(std::uint32_t variable, std::span<const std::uint32_t> values) {
  touch(variable);
  std::uint32_t left = 0;
  std::size_t next = 0;   // the first value that is not in an earlier word
  const std::span<std::uint64_t> all = words(variable);
  for (std::size_t word = 0; word < all.size(); ++word) {
    std::uint64_t kept = 0;
    for (; next < values.size() && values[next] / kWordBits == word; ++next)
      kept |= std::uint64_t{1} << (values[next] % kWordBits);
    all[word] &= kept;
    left += static_cast<std::uint32_t>(std::popcount(all[word]));
  }
  counts_[variable] = left;
}

template <class Visit>
void Domains::for_each_value(std::uint32_t variable, const Visit& visit) {
  const std::span<const std::uint64_t> all = words(variable);
  for (std::size_t word = 0; word < all.size(); ++word)
    for (std::uint64_t rest = all[word]; rest != 0; rest &= rest - 1)
      visit(static_cast<std::uint32_t>(word * kWordBits + static_cast<std::size_t>(std::countr_zero(rest))));
}

// The variable has values left.
std::int64_t Domains::least_left(const Constraint::Row& row) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  if (!row.weights.empty()) {
    for_each_value(row.variable, [&](std::uint32_t value) { least = std::min(least, row.weights[value]); });
    return least;
  }
  std::uint32_t inside = 0;
  for (std::uint32_t value : row.values) inside += is_left(row.variable, value) ? 1 : 0;
  if (inside > 0) least = row.inside;
  if (inside < counts_[row.variable]) least = std::min(least, row.outside);
  return least;
}

void Domains::strike(const Constraint::Row& row, std::int64_t most) {
  if (!row.weights.empty()) {
    for_each_value(row.variable, [&](std::uint32_t value) {
      if (row.weights[value] > most) remove(row.variable, value);
    });
    return;
  }
  if (row.inside > most)
    for (std::uint32_t value : row.values) remove(row.variable, value);
  if (row.outside > most) keep(row.variable, row.values);
}

bool Domains::propagate(const Constraint& constraint) {
  if (!put_off_.empty())
    for (const Constraint::Row& row : constraint.rows()) {
      pulse_.beat();
      settle(row.variable);
    }
  return constraint.modulus() == 0 ? propagate_linear(constraint) : propagate_congruence(constraint);
}

bool Domains::propagate_linear(const Constraint& constraint) {
  const std::span<const Constraint::Row> rows = constraint.rows();
  std::int64_t slack = constraint.bound() - constraint.least();
  looked_.clear();
  const auto look = [&](std::size_t row) {
    pulse_.beat();
    const std::int64_t least = least_left(rows[row]);
    slack -= least - rows[row].least;
    looked_.push_back({static_cast<std::uint32_t>(row), least});
  };
  if (constraint.by_spread().empty() || rows.size() <= touched_.size()) {
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (is_touched_[rows[row].variable] != 0) look(row);
  } else {
    for (std::uint32_t variable : touched_) {
      const auto row = std::lower_bound(rows.begin(), rows.end(), variable,
                                        [](const Constraint::Row& a, std::uint32_t b) { return a.variable < b; });
      if (row != rows.end() && row->variable == variable) look(static_cast<std::size_t>(row - rows.begin()));
    }
  }
  if (slack < 0) return false;

  for (const Looked& looked : looked_)
    if (rows[looked.row].most - looked.least > slack) strike(rows[looked.row], slack + looked.least);
  const auto strike_if_free = [&](const Constraint::Row& row) {
    pulse_.beat();
    if (is_touched_[row.variable] == 0) strike(row, slack + row.least);
  };
  if (constraint.by_spread().empty()) {
    for (const Constraint::Row& row : rows)
      if (row.most - row.least > slack) strike_if_free(row);
    return true;
  }
  const std::span<const std::uint32_t> by_spread = constraint.by_spread();
  const auto end = std::partition_point(by_spread.begin(), by_spread.end(),
                                        [&](std::uint32_t row) { return rows[row].most - rows[row].least > slack; });
  if (static_cast<std::size_t>(end - by_spread.begin()) <= kManyRows) {
    for (auto row = by_spread.begin(); row != end; ++row) strike_if_free(rows[*row]);
    return true;
  }
  put_off_.push_back({&constraint, slack});
  for (const Looked& looked : looked_) settled_[rows[looked.row].variable] = {round_, put_off_.size()};
  return true;
}

bool Domains::propagate_congruence(const Constraint& constraint) {
  // Weights are below the modulus, so two weights are congruent only if they are equal. A row with equal
  // weights never matters.
  const std::span<const Constraint::Row> rows = constraint.rows();
  const std::span<const std::uint32_t> by_spread = constraint.by_spread();
  const auto first_alike = std::partition_point(by_spread.begin(), by_spread.end(),
                                                [&](std::uint32_t row) { return rows[row].most > rows[row].least; });
  const auto may_differ = static_cast<std::size_t>(first_alike - by_spread.begin());
  if (may_differ > touched_.size() + 1) return true;   // at least two rows are free

  const std::int64_t modulus = constraint.modulus();
  // The other rows add up to constraint.least() without the rows that may differ.
  std::int64_t sum = constraint.least();
  const Constraint::Row* open = nullptr;
  for (std::size_t i = 0; i < may_differ; ++i) {
    pulse_.beat();
    const Constraint::Row& row = rows[by_spread[i]];
    sum -= row.least;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    for_each_value(row.variable, [&](std::uint32_t value) {
      least = std::min(least, row.weights[value]);
      most = std::max(most, row.weights[value]);
    });
    if (least == most) {
      sum += least;
    } else if (open != nullptr) {
      return true;
    } else {
      open = &row;
    }
  }
  const std::int64_t missing = ((constraint.bound() - sum) % modulus + modulus) % modulus;
  if (open == nullptr) return missing == 0;
  for_each_value(open->variable, [&](std::uint32_t value) {
    if (open->weights[value] != missing) remove(open->variable, value);
  });
  return counts_[open->variable] > 0;
}

}   // namespace parley::proof
