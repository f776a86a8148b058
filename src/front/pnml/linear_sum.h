#pragma once

#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "front/pnml/formula.h"

namespace parley {

// A linear sum over places, plus a constant, while a comparison is read. The absolute values of its numbers
// add up to at most 2^60. A sum that would exceed this is marked as too large; its value is then meaningless.
class LinearSum {
 public:
  static constexpr std::int64_t kMostSize = std::int64_t{1} << 60;

  void add_constant(std::int64_t value) {
    if (grow(value)) constant_ += value;
  }
  void add_place(std::uint32_t place) {
    if (grow(1)) terms_.push_back({.weight = is_negated_ ? -1 : 1, .place = place});
  }
  // Linear in the size of the smaller sum.
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
  void negate() {   // constant time
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
    assert(size_ <= kMostSize);
    return !is_too_large_;
  }

  std::vector<Formula::Term> terms_;   // if is_negated_, each weight counts with the opposite sign
  bool is_negated_ = false;
  std::int64_t constant_ = 0;
  std::int64_t size_ = 0;   // the sum of the absolute values of all numbers
  bool is_too_large_ = false;
};

}   // namespace parley
