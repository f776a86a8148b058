#pragma once

#include <cassert>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace parley {

// Thrown if exact arithmetic needs more than 64 bits. The search for invariants then does without the one it
// computed.
class TooLarge : public std::overflow_error {
 public:
  TooLarge() : std::overflow_error("a number of more than 63 bits") {}
};

// The limit for the absolute bound of a sum plus the largest weight of each of its rows. Evidence cannot hold
// more.
inline constexpr std::int64_t kMagnitudeLimit = std::int64_t{1} << 62;

inline std::int64_t narrow(__int128 wide) {
  if (wide > std::numeric_limits<std::int64_t>::max() || wide < -std::numeric_limits<std::int64_t>::max()) throw TooLarge();
  return static_cast<std::int64_t>(wide);
}

// An exact fraction in lowest terms; the denominator is positive.
class Rational {
 public:
  constexpr Rational() = default;
  explicit Rational(std::int64_t whole) : numerator_(whole) {}

  std::int64_t numerator() const { return numerator_; }
  std::int64_t denominator() const { return denominator_; }
  bool is_zero() const { return numerator_ == 0; }

  friend Rational operator+(Rational a, Rational b) {
    if (a.denominator_ == b.denominator_) return reduced(static_cast<__int128>(a.numerator_) + b.numerator_, a.denominator_);
    return reduced(static_cast<__int128>(a.numerator_) * b.denominator_ + static_cast<__int128>(b.numerator_) * a.denominator_,
                   static_cast<__int128>(a.denominator_) * b.denominator_);
  }
  friend Rational operator*(Rational a, Rational b) {
    return reduced(static_cast<__int128>(a.numerator_) * b.numerator_, static_cast<__int128>(a.denominator_) * b.denominator_);
  }
  // -1 / b: the factor that moves a term to the other side of an equation. 'b' is not zero.
  friend Rational negative_inverse(Rational b) {
    return reduced(b.numerator_ < 0 ? b.denominator_ : -b.denominator_,
                   b.numerator_ < 0 ? -static_cast<__int128>(b.numerator_) : b.numerator_);
  }
  friend bool operator==(Rational, Rational) = default;

 private:
  static Rational reduced(__int128 numerator, __int128 denominator) {
    Rational result;
    assert(denominator > 0);
    if (numerator == 0) return result;
    if (denominator != 1) {
      __int128 a = numerator < 0 ? -numerator : numerator;
      __int128 b = denominator;
      while (b != 0) {
        const __int128 rest = a % b;
        a = b;
        b = rest;
      }
      numerator /= a;
      denominator /= a;
    }
    result.numerator_ = narrow(numerator);
    result.denominator_ = narrow(denominator);
    return result;
  }

  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
};

// A number modulo a small prime.
template <std::int64_t Prime>
class Residue {
 public:
  constexpr Residue() = default;
  explicit Residue(std::int64_t whole) : value_(((whole % Prime) + Prime) % Prime) {}

  std::int64_t value() const { return value_; }
  bool is_zero() const { return value_ == 0; }

  friend Residue operator+(Residue a, Residue b) { return Residue(a.value_ + b.value_); }
  friend Residue operator*(Residue a, Residue b) { return Residue(a.value_ * b.value_); }
  friend Residue negative_inverse(Residue b) {
    Residue inverse(1);
    for (std::int64_t i = 0; i < Prime - 2; ++i) inverse = inverse * b;   // by Fermat's little theorem
    return inverse * Residue(-1);
  }
  friend bool operator==(Residue, Residue) = default;

 private:
  std::int64_t value_ = 0;
};

}   // namespace parley
