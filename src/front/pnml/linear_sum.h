#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "front/pnml/formula.h"

namespace parley {

// A sum of tokens and a number, while a comparison is read. What its numbers add up to in absolute value
// stays within 2^60; a sum for which it would not says that it is too large, and is worth nothing from then
// on.
class LinearSum {
 public:
  static constexpr std::int64_t kMostSize = std::int64_t{1} << 60;

  void add_constant(std::int64_t value) {
    if (grow(value)) constant_ += value;
  }
  void add_place(std::uint32_t place) {
    if (grow(1)) terms_.push_back({.weight = is_negated_ ? -1 : 1, .place = place});
  }
  // Linear in the smaller of both.
  void add(LinearSum other) {
    is_too_large_ = is_too_large_ || other.is_too_large_;
    if (!grow(other.size_)) return;
    constant_ += other.constant_;
    if (other.terms_.size() > terms_.size()) {
      std::swap(terms_, other.terms_);
      std::swap(is_negated_, other.is_negated_);
    }
    for (const Formula::Term& term : other.terms_)
      terms_.push_back({.weight = is_negated_ == other.is_negated_ ? term.weight : -term.weight, .place = term.place});
  }
  void negate() {   // at no cost, however often
    constant_ = -constant_;
    is_negated_ = !is_negated_;
  }
  void multiply(std::int64_t factor) {
    if (factor < 0) {
      negate();
      factor = -factor;
    }
    if (factor == 1) return;
    if (factor != 0 && size_ > kMostSize / factor) is_too_large_ = true;
    if (is_too_large_) return;
    size_ *= factor;
    constant_ *= factor;
    for (Formula::Term& term : terms_) term.weight *= factor;
    if (factor == 0) terms_.clear();
  }

  std::int64_t constant() const { return constant_; }
  bool is_constant() const { return terms_.empty(); }
  bool is_too_large() const { return is_too_large_; }
  std::vector<Formula::Term> terms() && {
    if (is_negated_)
      for (Formula::Term& term : terms_) term.weight = -term.weight;
    return std::move(terms_);
  }

 private:
  bool grow(std::int64_t by) {
    by = by < 0 ? -by : by;
    if (by > kMostSize - size_) is_too_large_ = true;
    if (!is_too_large_) size_ += by;
    return !is_too_large_;
  }

  std::vector<Formula::Term> terms_;   // each counts the other way if is_negated_
  bool is_negated_ = false;
  std::int64_t constant_ = 0;
  std::int64_t size_ = 0;   // what all numbers add up to in absolute value
  bool is_too_large_ = false;
};

}   // namespace parley
