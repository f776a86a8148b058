#include "engine/synchro/prove/proposer.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "engine/synchro/prove/trimming.h"
#include "support/random_lts.h"

namespace parley::synchro {
namespace {

// A sketch that breaks no constraint, or nullopt if there is none.
std::optional<std::vector<std::uint32_t>> propose(Proposer& proposer) {
  while (auto values = proposer.sketch())
    if (!proposer.exclude_if_broken(*values)) return values;
  return std::nullopt;
}

using testing::below;
using testing::Random;
using Values = std::vector<std::uint32_t>;

const Limits kNoLimits;

std::int64_t between(Random& random, std::int64_t least, std::int64_t most) {
  return least + static_cast<std::int64_t>(below(random, static_cast<std::size_t>(most - least + 1)));
}

// Constraints of all shapes that the proposer distinguishes: clauses, units, alternatives as in a local
// deadlock, short and long sums, congruences, and random ones.
void add_random(Constraints& constraints, Random& random) {
  const std::size_t shape = below(random, 6);
  const std::int64_t modulus = shape == 5 ? between(random, 2, 3) : 0;
  std::vector<std::uint32_t> variables;
  for (std::uint32_t variable = 0; variable < constraints.num_variables(); ++variable)
    if (below(random, 2) == 0) variables.push_back(variable);
  const auto many = static_cast<std::int64_t>(variables.size());
  std::vector<Constraints::Row> rows;
  for (std::uint32_t variable : variables) {
    Weights weights;
    for (std::uint32_t value = 0; value < constraints.num_values(variable); ++value) switch (shape) {
        case 0: weights.push_back(between(random, 0, 1)); break;
        case 1: weights.push_back(below(random, 3) == 0 ? -many : between(random, 0, 1)); break;
        case 5: weights.push_back(between(random, 0, modulus - 1)); break;
        default: weights.push_back(between(random, -4, 4)); break;
      }
    rows.push_back({variable, constraints.add_table(std::move(weights))});
  }
  switch (shape) {
    case 0: constraints.add(rows, many - 1); break;
    case 1: constraints.add(rows, 0); break;
    case 5: constraints.add_congruence(rows, modulus, between(random, 0, modulus - 1)); break;
    default: constraints.add(rows, between(random, -3, 3 * many)); break;
  }
}

template <class Visit>
void for_each_assignment(const Constraints& constraints, const Visit& visit) {
  Values values(constraints.num_variables(), 0);
  for (;;) {
    visit(values);
    std::size_t i = 0;
    while (i < values.size() && values[i] + 1 == constraints.num_values(static_cast<std::uint32_t>(i))) values[i++] = 0;
    if (i == values.size()) return;
    ++values[i];
  }
}

// A constraint that only this assignment breaks.
std::uint32_t all_but(Constraints& constraints, const Values& values) {
  std::vector<Constraints::Row> rows;
  for (std::uint32_t variable = 0; variable < values.size(); ++variable) {
    Weights weights(constraints.num_values(variable), 0);
    weights[values[variable]] = 1;
    rows.push_back({variable, constraints.add_table(std::move(weights))});
  }
  return constraints.add(rows, static_cast<std::int64_t>(rows.size()) - 1);
}

// The clauses that 'because' names, one by one: each is unit or false, and the last one is false.
bool propagates(const ClauseLog& log, std::span<const SatLiteral> clause, std::span<const std::uint32_t> because) {
  std::set<SatLiteral> holds;
  for (SatLiteral literal : clause) holds.insert(-literal);
  for (std::size_t i = 0; i < because.size(); ++i) {
    std::set<SatLiteral> open;
    for (SatLiteral literal : log.clause(because[i]))
      if (!holds.contains(-literal)) open.insert(literal);
    if (open.empty()) return i + 1 == because.size();
    if (open.size() > 1) return false;
    holds.insert(*open.begin());
  }
  return false;
}

TEST(Proposer, ProposesExactlyWhatMeetsTheConstraints) {
  std::size_t solutions = 0;
  std::size_t impossible = 0;
  std::size_t derived = 0;
  for (std::uint64_t seed = 0; seed < 1200; ++seed) {
    Random random(seed);
    Constraints constraints;
    const std::size_t variables = 1 + below(random, 6);
    for (std::size_t i = 0; i < variables; ++i)
      constraints.add_variable(static_cast<std::uint32_t>(below(random, 8) == 0 ? 9 + below(random, 3) : 1 + below(random, 4)));
    std::size_t count = 1;
    for (std::uint32_t i = 0; i < variables; ++i) count *= constraints.num_values(i);
    if (count > 2000) continue;
    const std::size_t many = 1 + below(random, 8);
    for (std::size_t i = 0; i < many; ++i) add_random(constraints, random);
    std::set<Values> expected;
    for_each_assignment(constraints, [&](const Values& values) {
      for (std::uint32_t i = 0; i < many; ++i)
        if (constraints.is_broken(i, values)) return;
      expected.insert(values);
    });
    if (expected.size() > 60) continue;

    Proposer proposer(constraints, kNoLimits);
    for (std::uint32_t i = 0; i < many; ++i) proposer.add(i);
    std::set<Values> found;
    while (const auto values = propose(proposer)) {
      ASSERT_TRUE(expected.contains(*values)) << "seed " << seed;
      ASSERT_TRUE(found.insert(*values).second) << "seed " << seed << ": the same again";
      const std::uint32_t other = all_but(constraints, *values);
      proposer.add(other);
    }
    ASSERT_EQ(found, expected) << "seed " << seed;
    solutions += found.size();
    impossible += expected.empty() ? 1 : 0;

    // The final contradiction has a proof that can be checked.
    const ClauseLog& log = proposer.log();
    const Trimmed trimmed = trim(log, proposer.num_booleans(), kNoLimits);
    ASSERT_TRUE(propagates(log, {}, trimmed.conflict)) << "seed " << seed;
    for (std::uint32_t clause : trimmed.conflict) ASSERT_TRUE(trimmed.is_needed[clause]);
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (!trimmed.is_needed[i] || log.origins[i].kind != Origin::Kind::kDerived) continue;
      ++derived;
      ASSERT_TRUE(propagates(log, log.clause(i), trimmed.because[i])) << "seed " << seed << ", clause " << i;
      for (std::uint32_t clause : trimmed.because[i]) {
        ASSERT_LT(clause, i);
        ASSERT_TRUE(trimmed.is_needed[clause]);
      }
    }
  }
  EXPECT_GT(solutions, 2000u);
  EXPECT_GT(impossible, 50u);
  EXPECT_GT(derived, 1000u);
}

// Every clause with a constraint as its origin follows from this constraint, and every structural clause
// follows from the meaning of its literals alone.
TEST(Proposer, ClausesFollowFromWhatTheyAreSaidToComeFrom) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 5000; seed < 5400; ++seed) {
    Random random(seed);
    Constraints constraints;
    const std::size_t variables = 1 + below(random, 4);
    for (std::size_t i = 0; i < variables; ++i)
      constraints.add_variable(static_cast<std::uint32_t>(1 + below(random, i == 0 ? 10 : 4)));
    const std::size_t many = 1 + below(random, 5);
    for (std::size_t i = 0; i < many; ++i) add_random(constraints, random);
    Proposer proposer(constraints, kNoLimits);
    for (std::uint32_t i = 0; i < many; ++i) proposer.add(i);
    propose(proposer);
    const ClauseLog& log = proposer.log();
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (log.origins[i].kind == Origin::Kind::kDerived) continue;
      ++checked;
      for_each_assignment(constraints, [&](const Values& values) {
        const bool is_true = std::ranges::any_of(log.clause(i), [&](SatLiteral literal) {
          const auto meant = proposer.meaning(literal);
          return std::ranges::binary_search(meant.values, values[meant.variable]);
        });
        const bool is_structure = log.origins[i].kind == Origin::Kind::kStructure;
        ASSERT_TRUE(is_true || (!is_structure && constraints.is_broken(log.origins[i].constraint, values)))
            << "seed " << seed << ", clause " << i;
      });
    }
  }
  EXPECT_GT(checked, 5000u);
}

TEST(Proposer, ASketchMayBreakLongSums) {
  Constraints constraints;
  std::vector<Constraints::Row> rows;
  for (std::uint32_t i = 0; i < 20; ++i) rows.push_back({constraints.add_variable(2), constraints.add_table({0, 1})});
  const std::uint32_t at_most_ten = constraints.add(rows, 10);
  for (Constraints::Row& row : rows) row.table = constraints.add_table({0, -1});
  const std::uint32_t at_least_eleven = constraints.add(rows, -11);
  Proposer proposer(constraints, kNoLimits);
  proposer.add(at_most_ten);
  proposer.add(at_least_eleven);
  ASSERT_TRUE(proposer.sketch().has_value());
  EXPECT_EQ(proposer.proposals(), 1u);
}

TEST(Proposer, ExcludesNeighboursAsWell) {
  Constraints constraints;
  std::vector<Constraints::Row> rows;
  for (std::uint32_t i = 0; i < 12; ++i) rows.push_back({constraints.add_variable(3), constraints.add_table({0, 1, 2})});
  const std::uint32_t none = constraints.add(rows, 0);
  Proposer proposer(constraints, kNoLimits);
  proposer.exclude(none, Values(12, 2));
  const auto values = propose(proposer);
  ASSERT_TRUE(values.has_value());
  EXPECT_TRUE(std::ranges::any_of(*values, [](std::uint32_t value) { return value == 0; }))
      << "one literal is enough, and it is about all values but 0";
}

TEST(Proposer, StopsAtLimits) {
  StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.stop = &stop});
  Constraints constraints;
  for (int i = 0; i < 5000; ++i) constraints.add_variable(3);
  EXPECT_THROW(Proposer(constraints, limits), Stopped);
}

}   // namespace
}   // namespace parley::synchro
