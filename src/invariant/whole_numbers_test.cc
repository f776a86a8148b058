#include "invariant/whole_numbers.h"

#include <numeric>
#include <random>

#include <gtest/gtest.h>

namespace parley {
namespace {

using Whole = std::optional<std::vector<std::int64_t>>;

Whole whole(std::vector<double> values) { return whole_numbers(values); }

TEST(WholeNumbers, KeepProportions) {
  EXPECT_EQ(whole({1, 2, -3}), (Whole{{1, 2, -3}}));
  EXPECT_EQ(whole({0.5, 1.0 / 3}), (Whole{{3, 2}}));
  EXPECT_EQ(whole({-0.2, 0.3}), (Whole{{-2, 3}}));
  EXPECT_EQ(whole({0, 0.125}), (Whole{{0, 1}}));
}

TEST(WholeNumbers, NothingComesOfNothing) {
  EXPECT_EQ(whole({}), Whole());
  EXPECT_EQ(whole({0, 0}), Whole());
}

TEST(WholeNumbers, RoundingIsForgiven) { EXPECT_EQ(whole({1e-13, 0.5 + 1e-11, 0.25 - 1e-11}), (Whole{{0, 2, 1}})); }

TEST(WholeNumbers, NoProportionsAreInvented) {
  EXPECT_EQ(whole({1, std::sqrt(2.0)}), Whole());
  EXPECT_EQ(whole({1, 3.14159265358979}), Whole());
}

TEST(WholeNumbers, WhatIsTinyBesideTheLargestIsNothing) { EXPECT_EQ(whole({1e-4, 1e9}), (Whole{{0, 1}})); }

// Fractions whose denominators divide a small number, at any scale: the proportions are recovered.
TEST(WholeNumbers, FindSmallFractionsAtAnyScale) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 5000; ++i) {
    std::vector<std::int64_t> numbers(1 + random() % 6);
    for (std::int64_t& number : numbers) number = static_cast<std::int64_t>(random() % 41) - 20;
    numbers[0] = 1 + static_cast<std::int64_t>(random() % 9);
    const double scale = std::ldexp(1.0 + static_cast<double>(random() % 1000) / 1000, static_cast<int>(random() % 20) - 10);
    std::vector<double> values;
    for (std::int64_t number : numbers) values.push_back(static_cast<double>(number) * scale);
    const Whole found = whole_numbers(values);
    ASSERT_TRUE(found.has_value());
    for (std::size_t j = 0; j < numbers.size(); ++j) ASSERT_EQ((*found)[j] * numbers[0], (*found)[0] * numbers[j]);
    ASSERT_GT((*found)[0], 0);
  }
}

}   // namespace
}   // namespace parley
