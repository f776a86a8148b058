#include "invariant/linear_system.h"

#include <chrono>
#include <random>

#include <gtest/gtest.h>

namespace parley {
namespace {

const Limits kNoLimits;

template <class Number>
using Matrix = std::vector<std::vector<Number>>;

// The rank, by textbook elimination.
template <class Number>
std::size_t rank_of(Matrix<Number> rows, std::size_t columns) {
  std::size_t rank = 0;
  for (std::size_t column = 0; column < columns && rank < rows.size(); ++column) {
    std::size_t pivot = rank;
    while (pivot < rows.size() && rows[pivot][column].is_zero()) ++pivot;
    if (pivot == rows.size()) continue;
    std::swap(rows[rank], rows[pivot]);
    const Number inverse = negative_inverse(rows[rank][column]);
    for (std::size_t i = rank + 1; i < rows.size(); ++i) {
      const Number factor = rows[i][column] * inverse;
      for (std::size_t j = 0; j < columns; ++j) rows[i][j] = rows[i][j] + rows[rank][j] * factor;
    }
    ++rank;
  }
  return rank;
}

// The number of free variables fits the rank, and every equation becomes 0 = 0 when the values are inserted:
// then the values are all solutions.
template <class Number>
void expect_solved(const Matrix<Number>& equations, LinearSystem<Number>& system, std::size_t variables,
                   const std::string& message) {
  std::size_t free = 0;
  for (std::uint32_t variable = 0; variable < variables; ++variable) {
    if (system.is_free(variable)) {
      ++free;
      ASSERT_EQ(system.value(variable).size(), 1u);
      ASSERT_EQ(system.value(variable)[0].variable, variable);
    }
    const auto value = system.value(variable);
    for (std::size_t i = 0; i < value.size(); ++i) {
      ASSERT_TRUE(system.is_free(value[i].variable)) << message;
      ASSERT_FALSE(value[i].factor.is_zero()) << message;
      ASSERT_TRUE(i == 0 || value[i - 1].variable < value[i].variable) << message;
    }
  }
  ASSERT_EQ(free, variables - rank_of(equations, variables)) << message;
  for (const auto& equation : equations) {
    std::vector<Number> sum(variables);
    for (std::uint32_t variable = 0; variable < variables; ++variable)
      for (const auto& term : system.value(variable)) sum[term.variable] = sum[term.variable] + equation[variable] * term.factor;
    for (const Number& rest : sum) ASSERT_TRUE(rest.is_zero()) << message;
  }
}

template <class Number>
void compare_with_elimination(std::uint64_t first_seed, int count) {
  for (std::uint64_t seed = first_seed; seed < first_seed + static_cast<std::uint64_t>(count); ++seed) {
    std::mt19937_64 random(seed);
    const std::size_t variables = 1 + random() % 8;
    const std::size_t rows = random() % 9;
    const std::size_t width = 1 + random() % 4;
    Matrix<Number> equations(rows, std::vector<Number>(variables));
    LinearSystem<Number> system(variables);
    if (random() % 2 == 0) system.set_weight(static_cast<std::uint32_t>(random() % variables), 1000);
    for (auto& row : equations) {
      typename LinearSystem<Number>::Combination terms;
      for (std::size_t i = 0; i < width; ++i) {   // sometimes a variable twice, or a factor of zero
        const auto variable = static_cast<std::uint32_t>(random() % variables);
        const Number factor(static_cast<std::int64_t>(random() % 7) - 3);
        terms.push_back({variable, factor});
        row[variable] = row[variable] + factor;
      }
      system.add(std::move(terms));
    }
    system.solve(kNoLimits);
    expect_solved(equations, system, variables, "seed " + std::to_string(seed));
  }
}

TEST(LinearSystem, AgreesWithEliminationOverFractions) { compare_with_elimination<Rational>(0, 3000); }
TEST(LinearSystem, AgreesWithEliminationModuloTwo) { compare_with_elimination<Residue<2>>(10'000, 3000); }
TEST(LinearSystem, AgreesWithEliminationModuloThree) { compare_with_elimination<Residue<3>>(20'000, 3000); }

TEST(LinearSystem, MayBeSolvedInInstalments) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    std::mt19937_64 random(seed);
    constexpr std::size_t kVariables = 6;
    Matrix<Rational> equations;
    LinearSystem<Rational> system(kVariables);
    for (int round = 0; round < 4; ++round) {
      equations.emplace_back(kVariables);
      LinearSystem<Rational>::Combination terms;
      for (int i = 0; i < 3; ++i) {
        const auto variable = static_cast<std::uint32_t>(random() % kVariables);
        const Rational factor(static_cast<std::int64_t>(random() % 5) - 2);
        terms.push_back({variable, factor});
        equations.back()[variable] = equations.back()[variable] + factor;
      }
      system.add(std::move(terms));
      system.solve(kNoLimits);
      expect_solved(equations, system, kVariables, "seed " + std::to_string(seed));
    }
  }
}

TEST(LinearSystem, KeepsHeavyVariablesFree) {
  LinearSystem<Rational> system(3);
  system.set_weight(2, 1 << 20);
  system.add({{0, Rational(1)}, {2, Rational(-2)}});
  system.add({{1, Rational(3)}, {2, Rational(1)}, {0, Rational(1)}});
  system.solve(kNoLimits);
  EXPECT_TRUE(system.is_free(2));
  ASSERT_EQ(system.value(0).size(), 1u);
  EXPECT_EQ(system.value(0)[0].factor, Rational(2));
  EXPECT_EQ(system.value(1)[0].factor, Rational(-1)) << "3 v1 + v2 + 2 v2 = 0";
}

// Chains, with their links in random or the worst order: near linear, and without recursion.
void solve_chain(std::uint32_t variables, const std::vector<std::uint32_t>& order) {
  const auto start = std::chrono::steady_clock::now();
  LinearSystem<Rational> system(variables);
  for (std::uint32_t i : order) system.add({{i, Rational(1)}, {i + 1, Rational(-1)}});
  system.solve(kNoLimits);
  std::size_t free = 0;
  std::uint32_t last = 0;
  for (std::uint32_t variable = 0; variable < variables; ++variable) {
    free += system.is_free(variable) ? 1 : 0;
    const auto value = system.value(variable);
    ASSERT_EQ(value.size(), 1u);
    ASSERT_EQ(value[0].factor, Rational(1));
    ASSERT_TRUE(variable == 0 || value[0].variable == last) << "all are the same";
    last = value[0].variable;
  }
  EXPECT_EQ(free, 1u);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20)) << "a square would take hours";
}

TEST(LinearSystem, LongChainsAreFastInAnyOrder) {
  constexpr std::uint32_t kVariables = 100'000;
  std::vector<std::uint32_t> order(kVariables - 1);
  std::iota(order.begin(), order.end(), 0);
  solve_chain(kVariables, order);
  std::reverse(order.begin(), order.end());
  solve_chain(kVariables, order);
  std::mt19937_64 random(5);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  solve_chain(kVariables, order);
}

// The variable that the weights keep free comes last, so every value depends on the next one: a chain as deep
// as it is long.
TEST(LinearSystem, DeepChainsDoNotOverflowTheStack) {
  constexpr std::uint32_t kVariables = 1'000'000;
  LinearSystem<Residue<2>> system(kVariables);
  for (std::uint32_t i = 0; i < kVariables; ++i) system.set_weight(i, std::uint64_t{i} * kVariables);
  for (std::uint32_t i = kVariables - 1; i-- > 0;) system.add({{i, Residue<2>(1)}, {i + 1, Residue<2>(1)}});
  system.solve(kNoLimits);
  EXPECT_TRUE(system.is_free(kVariables - 1));
  ASSERT_EQ(system.value(0).size(), 1u);
  EXPECT_EQ(system.value(0)[0].variable, kVariables - 1);
  LinearSystem<Residue<2>> forward(kVariables);
  for (std::uint32_t i = 0; i < kVariables; ++i) forward.set_weight(i, std::uint64_t{i} * kVariables);
  for (std::uint32_t i = 0; i + 1 < kVariables; ++i) forward.add({{i, Residue<2>(1)}, {i + 1, Residue<2>(1)}});
  forward.solve(kNoLimits);
  ASSERT_EQ(forward.value(0).size(), 1u);
  EXPECT_TRUE(forward.is_free(forward.value(0)[0].variable));
}

TEST(LinearSystem, ThrowsWhereNumbersBecomeTooLarge) {
  constexpr std::uint32_t kVariables = 70;
  LinearSystem<Rational> system(kVariables);
  for (std::uint32_t i = 0; i + 1 < kVariables; ++i) {
    system.set_weight(i, i);
    system.add({{i, Rational(1)}, {i + 1, Rational(-2)}});   // each variable is twice the next
  }
  system.set_weight(kVariables - 1, kVariables * kVariables);
  EXPECT_THROW(
      {
        system.solve(kNoLimits);
        system.value(0);
      },
      TooLarge);
}

TEST(LinearSystem, StopsAtLimits) {
  StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.stop = &stop});
  LinearSystem<Rational> system(10'000);
  for (std::uint32_t i = 0; i + 1 < 10'000; ++i) system.add({{i, Rational(1)}, {i + 1, Rational(-1)}});
  EXPECT_THROW(system.solve(limits), Stopped);
}

}   // namespace
}   // namespace parley
