#include "engine/synchro/prove/constraints.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "invariant/number.h"
#include "support/random_lts.h"

namespace parley::synchro {
namespace {

using testing::below;
using testing::Random;
using Literal = InvariantProof::Nogood::Literal;
using Values = std::vector<std::uint32_t>;

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

bool matches(const std::vector<Literal>& literals, const Values& values) {
  return std::ranges::all_of(
      literals, [&](const Literal& literal) { return std::ranges::binary_search(literal.values, values[literal.variable]); });
}

// Whether every assignment with these values breaks the constraint.
bool excludes_only_broken(const Constraints& constraints, std::uint32_t number, const std::vector<Literal>& literals) {
  bool all_broken = true;
  for_each_assignment(constraints, [&](const Values& values) {
    all_broken = all_broken && (!matches(literals, values) || constraints.is_broken(number, values));
  });
  return all_broken;
}

Constraints random_constraint(Random& random, std::int64_t modulus) {
  Constraints constraints;
  std::vector<Constraints::Row> rows;
  const std::size_t variables = 1 + below(random, 4);
  for (std::uint32_t variable = 0; variable < variables; ++variable) {
    const std::size_t values = 1 + below(random, 4);
    constraints.add_variable(static_cast<std::uint32_t>(values));
    if (below(random, 5) == 0) continue;   // not every variable has a row
    Weights weights;
    for (std::size_t value = 0; value < values; ++value)
      weights.push_back(modulus > 0 ? static_cast<std::int64_t>(below(random, static_cast<std::size_t>(modulus)))
                                    : static_cast<std::int64_t>(below(random, 9)) - 4);
    rows.push_back({variable, constraints.add_table(std::move(weights))});
  }
  if (modulus > 0)
    constraints.add_congruence(rows, modulus, static_cast<std::int64_t>(below(random, static_cast<std::size_t>(modulus))));
  else constraints.add(rows, static_cast<std::int64_t>(below(random, 11)) - 5);
  return constraints;
}

TEST(Constraints, EqualTablesAreOne) {
  Constraints constraints;
  EXPECT_EQ(constraints.add_table({1, 0}), constraints.add_table({1, 0}));
  EXPECT_NE(constraints.add_table({1, 0}), constraints.add_table({0, 1}));
  EXPECT_EQ(constraints.least(constraints.add_table({3, -2, 5})), -2);
  EXPECT_EQ(constraints.most(constraints.add_table({3, -2, 5})), 5);
}

TEST(Constraints, AreBrokenAboveTheBoundOrOffTheRemainder) {
  Constraints constraints;
  constraints.add_variable(3);
  constraints.add_variable(2);
  const std::vector<Constraints::Row> rows{{0, constraints.add_table({0, 1, 2})}, {1, constraints.add_table({0, -1})}};
  const std::uint32_t sum = constraints.add(rows, 1);
  const std::uint32_t parity = constraints.add_congruence(rows, 2, 1);
  EXPECT_TRUE(constraints.is_broken(sum, Values{2, 0}));
  EXPECT_FALSE(constraints.is_broken(sum, Values{2, 1}));
  EXPECT_TRUE(constraints.is_broken(parity, Values{2, 0}));
  EXPECT_FALSE(constraints.is_broken(parity, Values{2, 1}));
  EXPECT_FALSE(constraints.is_broken(parity, Values{0, 1})) << "-1 is odd";
  const std::uint32_t never = constraints.add({}, -1);
  EXPECT_TRUE(constraints.is_broken(never, Values{0, 0}));
  EXPECT_TRUE(explain(constraints, never, Values{0, 0}).empty()) << "no variable is to blame";
}

void expect_good_explanations(std::int64_t modulus, std::uint64_t first_seed) {
  std::size_t explained = 0;
  for (std::uint64_t seed = first_seed; seed < first_seed + 1500; ++seed) {
    Random random(seed);
    const Constraints constraints = random_constraint(random, modulus);
    for_each_assignment(constraints, [&](const Values& values) {
      if (!constraints.is_broken(0, values)) return;
      ++explained;
      const std::vector<Literal> literals = explain(constraints, 0, values);
      ASSERT_TRUE(matches(literals, values)) << "seed " << seed;
      ASSERT_TRUE(excludes_only_broken(constraints, 0, literals)) << "seed " << seed;
      for (std::size_t i = 0; i < literals.size(); ++i) {
        ASSERT_TRUE(i == 0 || literals[i - 1].variable < literals[i].variable);
        ASSERT_TRUE(std::ranges::is_sorted(literals[i].values));
        ASSERT_LT(literals[i].values.size(), constraints.num_values(literals[i].variable)) << "says nothing";
        // A row that cannot repair the sum alone stays even so: the judge looks at one open row at a time.
        if (modulus > 2) continue;
        std::vector<Literal> fewer = literals;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        ASSERT_FALSE(excludes_only_broken(constraints, 0, fewer)) << "seed " << seed << ": literal " << i << " is not needed";
        if (modulus > 0) continue;
        for (std::uint32_t value = 0; value < constraints.num_values(literals[i].variable); ++value) {
          if (std::ranges::binary_search(literals[i].values, value)) continue;
          std::vector<Literal> wider = literals;
          wider[i].values.push_back(value);
          std::ranges::sort(wider[i].values);
          ASSERT_FALSE(excludes_only_broken(constraints, 0, wider))
              << "seed " << seed << ": value " << value << " could be there as well";
        }
      }
    });
  }
  EXPECT_GT(explained, 1500u);
}

TEST(Explain, OfASumExcludesAsMuchAsItCanAndNothingElse) { expect_good_explanations(0, 0); }
TEST(Explain, OfACongruenceExcludesNothingElse) {
  expect_good_explanations(2, 10'000);
  expect_good_explanations(3, 20'000);
}

TEST(Constraints, RefuseNumbersThatNoJudgeCouldCheck) {
  Constraints constraints;
  constraints.add_variable(2);
  constraints.add_variable(2);
  const std::int64_t half = std::int64_t{1} << 61;
  const std::vector<Constraints::Row> rows{{0, constraints.add_table({0, half - 1})}, {1, constraints.add_table({-half, 0})}};
  EXPECT_EQ(constraints.magnitude(constraints.add(rows, 0)), 2 * half - 1);
  EXPECT_THROW(constraints.add(rows, 1), TooLarge);
  EXPECT_THROW(constraints.add(rows, -1), TooLarge);
  EXPECT_EQ(constraints.size(), 1u) << "nothing was added";
}

}   // namespace
}   // namespace parley::synchro
