#pragma once

#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solve/sat.h"
#include "solve/smt.h"

namespace parley::synchro {

// Numbers that a solver chooses, and comparisons of them. The literal of a comparison implies the comparison;
// if the literal is false, nothing follows. Equal comparisons share a literal.
template <class Solver>
class Numbers;

// As bits: 'count' numbers of which only the order matters need at most 'count' different values (Antonino,
// Gibson-Robinson and Roscoe, section 4.2).
template <>
class Numbers<SatSolver> {
 public:
  Numbers(SatSolver& solver, std::size_t count)
      : solver_(solver), bits_(count < 2 ? 1 : static_cast<int>(std::bit_width(count - 1))) {}

  std::uint32_t fresh() {
    first_bits_.push_back(solver_.fresh(bits_));
    return static_cast<std::uint32_t>(first_bits_.size() - 1);
  }

  SatLiteral less(std::uint32_t left, std::uint32_t right) { return compared(less_, left, right, true); }
  SatLiteral at_most(std::uint32_t left, std::uint32_t right) { return compared(at_most_, left, right, false); }

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
  using Known = std::unordered_map<std::uint64_t, SatLiteral>;
  static std::uint64_t key(std::uint32_t left, std::uint32_t right) { return std::uint64_t{left} << 32 | right; }

  // From the highest bit down: no bit of 'left' is larger before one is smaller; in a strict comparison some
  // bit is smaller.
  SatLiteral compared(Known& literals, std::uint32_t left, std::uint32_t right, bool strict) {
    SatLiteral& known = literals[key(left, right)];
    if (known != 0) return known;
    SatLiteral from_here = known = solver_.fresh();
    for (int bit = 0; bit < bits_; ++bit) {
      const SatLiteral a = first_bits_[left] + bit;
      const SatLiteral b = first_bits_[right] + bit;
      solver_.add({-from_here, -a, b});
      if (bit + 1 == bits_ && !strict) break;
      if (bit + 1 == bits_) {
        solver_.add({-from_here, -a});
        solver_.add({-from_here, b});
        break;
      }
      const SatLiteral below = solver_.fresh();
      solver_.add({-from_here, below, -a});
      solver_.add({-from_here, below, b});
      from_here = below;
    }
    return known;
  }

  SatSolver& solver_;
  int bits_;
  std::vector<SatLiteral> first_bits_;   // by number: its highest bit; the others follow
  Known less_;
  Known at_most_;
  Known equal_;
};

template <>
class Numbers<SmtSolver> {
 public:
  Numbers(SmtSolver& solver, std::size_t) : solver_(solver) {}

  std::uint32_t fresh() { return solver_.integer(); }
  SmtLiteral less(std::uint32_t left, std::uint32_t right) { return compared(less_, left, right, -1); }
  SmtLiteral at_most(std::uint32_t left, std::uint32_t right) { return compared(at_most_, left, right, 0); }

 private:
  using Known = std::unordered_map<std::uint64_t, SmtLiteral>;

  SmtLiteral compared(Known& literals, SmtSolver::Integer left, SmtSolver::Integer right, std::int64_t difference) {
    SmtLiteral& known = literals[std::uint64_t{left} << 32 | right];
    if (known == 0) {
      const SmtSolver::Term terms[] = {{1, left}, {-1, right}};
      known = solver_.at_most(solver_.sum(terms), difference);
    }
    return known;
  }

  SmtSolver& solver_;
  Known less_;
  Known at_most_;
};

}   // namespace parley::synchro
