#include "solve/smt.h"

#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include <z3++.h>

namespace parley {

namespace {

constexpr std::chrono::milliseconds kLookEvery{3};

// Interrupts a running Z3 when a limit is exceeded. It does so repeatedly, because an interrupt before the
// work has begun is lost.
class Watcher {
 public:
  Watcher(z3::context& context, const Limits& limits) : thread_([this, &context, &limits] { watch(context, limits); }) {}

  ~Watcher() { end(); }

  // Stops watching, and rethrows what stopped the work, if anything did.
  void finish() {
    end();
    if (stopped_) std::rethrow_exception(stopped_);
  }

 private:
  void watch(z3::context& context, const Limits& limits) {
    std::unique_lock lock(mutex_);
    while (!is_over_.wait_for(lock, kLookEvery, [this] { return over_; })) {
      if (!stopped_) {
        try {
          limits.check();
        } catch (...) {
          stopped_ = std::current_exception();
        }
      }
      if (stopped_) context.interrupt();
    }
  }

  void end() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    is_over_.notify_one();
    if (thread_.joinable()) thread_.join();
  }

  std::mutex mutex_;
  std::condition_variable is_over_;
  bool over_ = false;
  std::exception_ptr stopped_;
  std::thread thread_;   // last, because it uses the others
};

// Calls Z3. An exception of Z3 means lack of memory or a bug of ours.
template <class Call>
decltype(auto) guarded(const Call& call) {
  try {
    return call();
  } catch (const z3::exception& exception) {
    const std::string_view message = exception.msg();
    if (message.find("memory") != std::string_view::npos) throw std::bad_alloc();
    throw std::logic_error("Z3: " + std::string(message));
  }
}

z3::solver make_solver(z3::context& context) {
  // The plain incremental core. The default would try tactics first, which differ from query to query.
  z3::solver solver(context, z3::solver::simple());
  z3::params params(context);
  params.set("random_seed", 0u);
  // Measured on the models of (Antonino, Gibson-Robinson and Roscoe), where each of these gains a factor of
  // two or more: the older simplex, less eager propagation of bounds, and no relevancy, since all our
  // formulas are clauses.
  params.set("arith.solver", 2u);
  params.set("arith.propagation_mode", 1u);
  params.set("relevancy", 0u);
  solver.set(params);
  return solver;
}

}   // namespace

struct SmtSolver::Parts {
  Parts() : propositions(context), integers(context), sums(context), clause(context), solver(make_solver(context)) {}

  z3::context context;
  z3::expr_vector propositions;   // number n is at index n - 1
  z3::expr_vector integers;
  z3::expr_vector sums;
  z3::expr_vector clause;   // scratch of add()
  z3::solver solver;
  std::optional<z3::model> model;

  SmtLiteral keep(const z3::expr& proposition) {
    propositions.push_back(proposition);
    return static_cast<SmtLiteral>(propositions.size());
  }
  z3::expr of(SmtLiteral literal) const {
    assert(literal != 0 && static_cast<unsigned>(std::abs(literal)) <= propositions.size());
    const z3::expr proposition = propositions[std::abs(literal) - 1];
    return literal > 0 ? proposition : !proposition;
  }
  Sum keep_sum(const z3::expr_vector& parts) {
    sums.push_back(parts.empty() ? context.int_val(0) : z3::sum(parts));
    return sums.size() - 1;
  }
  z3::expr number(std::int64_t value) { return context.int_val(value); }
};

SmtSolver::SmtSolver() : parts_(guarded([] { return std::make_unique<Parts>(); })) {}

SmtSolver::~SmtSolver() = default;

SmtLiteral SmtSolver::fresh() { return fresh(1); }

SmtLiteral SmtSolver::fresh(int count) {
  return guarded([&] {
    const auto first = static_cast<SmtLiteral>(parts_->propositions.size()) + 1;
    const z3::sort sort = parts_->context.bool_sort();
    for (int each = 0; each < count; ++each)
      parts_->keep(parts_->context.constant(parts_->context.int_symbol(first + each), sort));
    return first;
  });
}

SmtSolver::Integer SmtSolver::integer() {
  return guarded([&] {
    // Symbols with the same number but different sorts are different constants.
    const auto number = static_cast<Integer>(parts_->integers.size());
    parts_->integers.push_back(
        parts_->context.constant(parts_->context.int_symbol(static_cast<int>(number)), parts_->context.int_sort()));
    return number;
  });
}

SmtSolver::Integer SmtSolver::indicator(SmtLiteral literal) {
  const Integer number = integer();
  guarded([&] {
    const z3::expr integer = parts_->integers[static_cast<int>(number)];
    parts_->solver.add(integer >= 0);
    parts_->solver.add(integer <= 1);
    parts_->solver.add(parts_->of(literal) == (integer >= 1));
  });
  return number;
}

SmtSolver::Sum SmtSolver::sum(std::span<const Term> terms) {
  return guarded([&] {
    z3::expr_vector parts(parts_->context);
    for (const Term& term : terms) {
      const z3::expr integer = parts_->integers[static_cast<int>(term.integer)];
      parts.push_back(term.factor == 1 ? integer : parts_->number(term.factor) * integer);
    }
    return parts_->keep_sum(parts);
  });
}

SmtSolver::Sum SmtSolver::count(std::span<const Weight> weights) {
  return guarded([&] {
    z3::expr_vector parts(parts_->context);
    const z3::expr zero = parts_->number(0);
    for (const Weight& weight : weights)
      parts.push_back(z3::ite(parts_->of(weight.literal), parts_->number(weight.weight), zero));
    return parts_->keep_sum(parts);
  });
}

SmtLiteral SmtSolver::at_most(Sum sum, std::int64_t bound) {
  return guarded([&] { return parts_->keep(parts_->sums[static_cast<int>(sum)] <= parts_->number(bound)); });
}

SmtLiteral SmtSolver::equals(Sum sum, std::int64_t value) {
  return guarded([&] {
    const z3::expr left = parts_->sums[static_cast<int>(sum)];
    const z3::expr right = parts_->number(value);
    return parts_->keep(left <= right && left >= right);
  });
}

void SmtSolver::add(std::span<const SmtLiteral> clause) {
  guarded([&] {
    parts_->clause.resize(0);
    for (const SmtLiteral literal : clause) parts_->clause.push_back(parts_->of(literal));
    parts_->solver.add(parts_->clause.size() == 1 ? parts_->clause[0] : z3::mk_or(parts_->clause));
  });
}

bool SmtSolver::solve(const Limits& limits) {
  limits.check();
  parts_->model.reset();
  Watcher watcher(parts_->context, limits);
  try {
    const z3::check_result answer = parts_->solver.check();
    if (answer == z3::unknown) {
      watcher.finish();
      const std::string reason = parts_->solver.reason_unknown();
      if (reason.find("memory") != std::string::npos) throw std::bad_alloc();
      throw std::logic_error("Z3 gave up: " + reason);
    }
    if (answer == z3::sat) parts_->model.emplace(parts_->context, Z3_solver_get_model(parts_->context, parts_->solver));
    return answer == z3::sat;
  } catch (const z3::exception& exception) {
    watcher.finish();
    guarded([&] { throw exception; });
    throw;
  }
}

bool SmtSolver::value(SmtLiteral literal) const {
  assert(parts_->model.has_value());
  return guarded([&] { return parts_->model->eval(parts_->of(literal), true).is_true(); });
}

}   // namespace parley
