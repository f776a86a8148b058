#pragma once

#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solve/sat.h"
#include "solve/smt.h"

namespace parley::synchro {

// Numbers that a solver chooses, and comparisons of them. A literal of a comparison implies it; nothing follows where the literal is false. The same comparison
// is the same literal.
template <class Solver>
class Numbers;

// As bits: of 'count' numbers, of which only the order matters, never more than 'count' different values are needed (paper 004, section 4.2).
template <>
class Numbers<SatSolver> {
 public:
  Numbers(SatSolver& solver, std::size_t count) : solver_(solver), bits_(count < 2 ? 1 : static_cast<int>(std::bit_width(count - 1))) {}

  std::uint32_t fresh() {
    first_bits_.push_back(solver_.fresh(bits_));
    return static_cast<std::uint32_t>(first_bits_.size() - 1);
  }

  SatLiteral less(std::uint32_t left, std::uint32_t right) {
    SatLiteral& known = less_[key(left, right)];
    if (known != 0) return known;
    // From the highest bit down: the rest is less, or this bit is; and this bit is not more.
    SatLiteral from_here = known = solver_.fresh();
    for (int bit = 0; bit < bits_; ++bit) {
      const SatLiteral a = first_bits_[left] + bit;
      const SatLiteral b = first_bits_[right] + bit;
      if (bit + 1 == bits_) {
        solver_.add({-from_here, -a});
        solver_.add({-from_here, b});
        break;
      }
      const SatLiteral below = solver_.fresh();
      solver_.add({-from_here, -a, b});
      solver_.add({-from_here, below, -a});
      solver_.add({-from_here, below, b});
      from_here = below;
    }
    return known;
  }

  SatLiteral equal(std::uint32_t left, std::uint32_t right) {
    if (left > right) std::swap(left, right);
    SatLiteral& known = equal_[key(left, right)];
    if (known != 0) return known;
    known = solver_.fresh();
    for (int bit = 0; bit < bits_; ++bit) {
      solver_.add({-known, -(first_bits_[left] + bit), first_bits_[right] + bit});
      solver_.add({-known, first_bits_[left] + bit, -(first_bits_[right] + bit)});
    }
    return known;
  }

 private:
  static std::uint64_t key(std::uint32_t left, std::uint32_t right) { return std::uint64_t{left} << 32 | right; }

  SatSolver& solver_;
  int bits_;
  std::vector<SatLiteral> first_bits_;   // of each number the highest bit; the others follow
  std::unordered_map<std::uint64_t, SatLiteral> less_;
  std::unordered_map<std::uint64_t, SatLiteral> equal_;
};

template <>
class Numbers<SmtSolver> {
 public:
  Numbers(SmtSolver& solver, std::size_t) : solver_(solver) {}

  std::uint32_t fresh() {
    integers_.push_back(solver_.integer());
    return static_cast<std::uint32_t>(integers_.size() - 1);
  }
  SmtLiteral less(std::uint32_t left, std::uint32_t right) {
    SmtLiteral& known = less_[std::uint64_t{left} << 32 | right];
    if (known == 0) known = solver_.less(integers_[left], integers_[right]);
    return known;
  }
  SmtLiteral equal(std::uint32_t left, std::uint32_t right) {
    SmtLiteral& known = equal_[std::uint64_t{left} << 32 | right];
    if (known == 0) known = solver_.difference(integers_[left], integers_[right], 0);
    return known;
  }

 private:
  SmtSolver& solver_;
  std::vector<SmtSolver::Integer> integers_;
  std::unordered_map<std::uint64_t, SmtLiteral> less_;
  std::unordered_map<std::uint64_t, SmtLiteral> equal_;
};

}  // namespace parley::synchro
