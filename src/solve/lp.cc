#include "solve/lp.h"

#include <cassert>
#include <exception>

#include <ClpEventHandler.hpp>
#include <ClpSimplex.hpp>
#include <CoinPackedMatrix.hpp>

namespace parley {

namespace {

// Checks the limits now and then and stops the solver if one is exceeded. The exception is kept and rethrown
// after the solver has returned.
class LimitWatch final : public ClpEventHandler {
 public:
  LimitWatch(const Limits& limits, std::exception_ptr& stopped) : limits_(limits), stopped_(stopped) {}
  int event(Event what) override {
    if (what != endOfIteration && what != endOfFactorization) return -1;
    if (--left_ != 0) return -1;
    left_ = kEvery;
    try {
      limits_.check();
    } catch (...) {
      stopped_ = std::current_exception();
      return 5;   // CLP's status for a stop by the event handler
    }
    return -1;
  }
  ClpEventHandler* clone() const override { return new LimitWatch(limits_, stopped_); }

 private:
  static constexpr int kEvery = 64;
  const Limits& limits_;
  std::exception_ptr& stopped_;
  int left_ = kEvery;
};

}   // namespace

struct LinearProgram::Parts {
  ClpSimplex model;
  bool is_loaded = false;
  bool was_solved = false;
  std::vector<int> rows;   // of the entries, until they are loaded
  std::vector<int> columns;
  std::vector<double> factors;
  std::vector<double> row_least;
  std::vector<double> row_most;
  std::vector<double> column_least;
  std::vector<double> column_most;
  std::vector<double> costs;

  void load() {
    if (is_loaded) return;
    is_loaded = true;
    CoinPackedMatrix matrix(true, rows.data(), columns.data(), factors.data(), static_cast<CoinBigIndex>(factors.size()));
    matrix.setDimensions(static_cast<int>(row_least.size()), static_cast<int>(column_least.size()));
    model.setLogLevel(0);
    model.setOptimizationDirection(-1);
    model.loadProblem(matrix, column_least.data(), column_most.data(), costs.data(), row_least.data(), row_most.data());
  }
};

LinearProgram::LinearProgram() : parts_(std::make_unique<Parts>()) {}
LinearProgram::~LinearProgram() = default;

std::uint32_t LinearProgram::add_column(double least, double most) {
  assert(!parts_->is_loaded);
  parts_->column_least.push_back(least);
  parts_->column_most.push_back(most);
  parts_->costs.push_back(0);
  return static_cast<std::uint32_t>(parts_->column_least.size() - 1);
}

std::uint32_t LinearProgram::add_row(std::span<const Entry> entries, double least, double most) {
  assert(!parts_->is_loaded);
  const int row = static_cast<int>(parts_->row_least.size());
  for (const Entry& entry : entries) {
    parts_->rows.push_back(row);
    parts_->columns.push_back(static_cast<int>(entry.column));
    parts_->factors.push_back(entry.factor);
  }
  parts_->row_least.push_back(least);
  parts_->row_most.push_back(most);
  return static_cast<std::uint32_t>(row);
}

void LinearProgram::bound_row(std::uint32_t row, double least, double most) {
  parts_->load();
  parts_->model.setRowBounds(static_cast<int>(row), least, most);
}

void LinearProgram::bound_column(std::uint32_t column, double least, double most) {
  parts_->load();
  parts_->model.setColumnBounds(static_cast<int>(column), least, most);
}

void LinearProgram::reward(std::uint32_t column, double per_unit) {
  if (!parts_->is_loaded) parts_->costs[column] = per_unit;
  else parts_->model.setObjectiveCoefficient(static_cast<int>(column), per_unit);
}

LinearProgram::Answer LinearProgram::maximise(const Limits& limits) {
  parts_->load();
  std::exception_ptr stopped;
  const LimitWatch watch(limits, stopped);
  parts_->model.passInEventHandler(&watch);
  parts_->model.primal(parts_->was_solved ? 1 : 0);
  if (stopped) std::rethrow_exception(stopped);
  if (parts_->was_solved && parts_->model.status() > 1) {   // the warm start failed: start from scratch
    parts_->model.allSlackBasis(true);
    parts_->model.primal(0);
    if (stopped) std::rethrow_exception(stopped);
  }
  parts_->was_solved = true;
  switch (parts_->model.status()) {
    case 0: return Answer::kOptimal;
    case 1: return Answer::kInfeasible;
    default: return Answer::kFailed;
  }
}

double LinearProgram::reward() const { return parts_->model.objectiveValue(); }
double LinearProgram::value(std::uint32_t column) const { return parts_->model.primalColumnSolution()[column]; }
double LinearProgram::price(std::uint32_t row) const { return parts_->model.dualRowSolution()[row]; }

}   // namespace parley
