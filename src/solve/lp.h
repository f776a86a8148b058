#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/limits.h"

namespace parley {

// A thin layer over CLP: a linear program in floating point. A result is only a proposal: the caller verifies
// it in exact integer arithmetic. The same calls give the same results.
class LinearProgram {
 public:
  static constexpr double kInfinity = std::numeric_limits<double>::max();
  struct Entry {
    std::uint32_t column = 0;
    double factor = 0;
  };

  LinearProgram();
  ~LinearProgram();
  LinearProgram(const LinearProgram&) = delete;
  LinearProgram& operator=(const LinearProgram&) = delete;

  // REQUIRES for both: no call of bound_row(), bound_column() or maximise() before.
  std::uint32_t add_column(double least, double most);
  std::uint32_t add_row(std::span<const Entry> entries, double least, double most);
  void bound_row(std::uint32_t row, double least, double most);
  void bound_column(std::uint32_t column, double least, double most);
  void reward(std::uint32_t column, double per_unit);   // its factor in the objective; 0 at first

  // Maximises the objective; starts from the previous solution. kFailed if the objective is unbounded or CLP
  // gives up. Throws Stopped.
  enum class Answer : std::uint8_t { kOptimal, kInfeasible, kFailed };
  Answer maximise(const Limits& limits);

  // REQUIRES: the last maximise() returned kOptimal.
  double reward() const;   // the value of the objective
  double value(std::uint32_t column) const;
  double price(std::uint32_t row) const;   // dual value: the gain of the objective per unit of the row's bound

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}   // namespace parley
