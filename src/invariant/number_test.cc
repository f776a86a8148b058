#include "invariant/number.h"

#include <random>

#include <gtest/gtest.h>

namespace parley {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

Rational fraction(std::int64_t numerator, std::int64_t denominator) {
  return Rational(-numerator) * negative_inverse(Rational(denominator));
}

TEST(Rational, IsInLowestTermsWithAPositiveDenominator) {
  for (std::int64_t numerator = -12; numerator <= 12; ++numerator)
    for (std::int64_t denominator = -12; denominator <= 12; ++denominator) {
      if (denominator == 0) continue;
      const Rational number = fraction(numerator, denominator);
      EXPECT_GT(number.denominator(), 0);
      EXPECT_EQ(number.numerator() * denominator, numerator * number.denominator());
      EXPECT_EQ(std::gcd(number.numerator(), number.denominator()), 1);
      EXPECT_EQ(number.is_zero(), numerator == 0);
    }
}

TEST(Rational, AddsAndMultipliesLikeFractions) {
  std::mt19937_64 random(1);
  const auto small = [&] { return static_cast<std::int64_t>(random() % 41) - 20; };
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t a = small();
    const std::int64_t b = small() | 1;
    const std::int64_t c = small();
    const std::int64_t d = small() | 1;
    EXPECT_EQ(fraction(a, b) + fraction(c, d), fraction(a * d + c * b, b * d));
    EXPECT_EQ(fraction(a, b) * fraction(c, d), fraction(a * c, b * d));
    EXPECT_EQ(fraction(b, d) * negative_inverse(fraction(b, d)), Rational(-1));
  }
}

TEST(Rational, ReducesBeforeItComplains) {
  const Rational large = fraction(kMost, 2);
  EXPECT_EQ(large + large, Rational(kMost));
  EXPECT_EQ(fraction(kMost, 3) * fraction(3, kMost), Rational(1));
  EXPECT_EQ(negative_inverse(Rational(-kMost)), fraction(1, kMost));
}

TEST(Rational, BeyondSixtyThreeBitsIsTooLarge) {
  EXPECT_THROW(Rational(kMost) + Rational(1), TooLarge);
  EXPECT_THROW(Rational(-kMost) + Rational(-1), TooLarge);
  EXPECT_THROW(Rational(std::int64_t{1} << 40) * Rational(std::int64_t{1} << 40), TooLarge);
  EXPECT_THROW(fraction(1, kMost) + fraction(1, kMost - 1), TooLarge) << "the denominator";
  EXPECT_EQ(Rational(kMost) + Rational(-kMost), Rational(0));
}

TEST(Narrow, IsSymmetric) {
  EXPECT_EQ(narrow(kMost), kMost);
  EXPECT_EQ(narrow(-static_cast<__int128>(kMost)), -kMost);
  EXPECT_THROW(narrow(static_cast<__int128>(kMost) + 1), TooLarge);
  EXPECT_THROW(narrow(-static_cast<__int128>(kMost) - 1), TooLarge);
}

template <std::int64_t Prime>
void expect_field() {
  using Number = Residue<Prime>;
  for (std::int64_t a = -2 * Prime; a <= 2 * Prime; ++a) {
    EXPECT_GE(Number(a).value(), 0);
    EXPECT_LT(Number(a).value(), Prime);
    EXPECT_EQ((a - Number(a).value()) % Prime, 0);
    EXPECT_EQ(Number(a).is_zero(), a % Prime == 0);
    EXPECT_TRUE(a % Prime == 0 || Number(a) * negative_inverse(Number(a)) == Number(-1)) << a << " modulo " << Prime;
    for (std::int64_t b = -Prime; b <= Prime; ++b) {
      EXPECT_EQ(Number(a) + Number(b), Number(a + b));
      EXPECT_EQ(Number(a) * Number(b), Number(a * b));
    }
  }
}

TEST(Residue, IsAField) {
  expect_field<2>();
  expect_field<3>();
  expect_field<7>();
}

TEST(Residue, OfTheSmallestNumberIsRight) {
  EXPECT_EQ(Residue<3>(std::numeric_limits<std::int64_t>::min()).value(), 1) << "-2^63 is 1 modulo 3";
  EXPECT_EQ(Residue<3>(kMost).value(), 1);
}

}   // namespace
}   // namespace parley
