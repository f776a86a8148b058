#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/limits.h"

namespace parley {

// A thin layer over CLP: a linear program in floating point, made larger column by column and row by row.
// What it answers is a proposal: whoever uses it checks in whole numbers. The same calls give the same
// answers.
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

  std::uint32_t add_column(double least, double most);                                // all columns before the first solve()
  std::uint32_t add_row(std::span<const Entry> entries, double least, double most);   // the same
  void bound_row(std::uint32_t row, double least, double most);
  void bound_column(std::uint32_t column, double least, double most);
  void reward(std::uint32_t column, double per_unit);   // in what is maximised; 0 at first

  // The largest reward, if there is a solution and a largest one; goes on from where the last call ended.
  // Throws Stopped.
  enum class Answer : std::uint8_t { kOptimal, kInfeasible, kFailed };
  Answer maximise(const Limits& limits);

  // After kOptimal.
  double reward() const;
  double value(std::uint32_t column) const;
  double price(std::uint32_t row) const;   // what the reward gains for one more of the row's bound

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}   // namespace parley
