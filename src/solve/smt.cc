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

// Interrupts a Z3 that is at work once a limit is passed, again and again: an interrupt before the work has begun is lost.
class Watcher {
 public:
  Watcher(z3::context& context, const Limits& limits) : thread_([this, &context, &limits] { watch(context, limits); }) {}

  ~Watcher() { end(); }

  // Ends the watching, and throws what stopped the work, if anything did.
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
  std::thread thread_;   // last: it uses the others
};

// Calls Z3; what it throws is lack of memory or a mistake of ours.
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

z3::solver make_solver(z3::context& context, SmtSolver::Arithmetic arithmetic) {
  // The plain incremental core: the default would try tactics first, which differ from question to question.
  z3::solver solver(context, z3::solver::simple());
  z3::params params(context);
  params.set("random_seed", 0u);
  // 2 is the simplex of old, which knows nothing but is quick with sparse equations; 1 is for differences.
  params.set("arith.solver", arithmetic == SmtSolver::Arithmetic::kDifferences ? 1u : 2u);
  solver.set(params);
  return solver;
}

}  // namespace

struct SmtSolver::Parts {
  explicit Parts(Arithmetic arithmetic) : propositions(context), integers(context), clause(context), solver(make_solver(context, arithmetic)) {}

  z3::context context;
  z3::expr_vector propositions;   // number n stands at n - 1
  z3::expr_vector integers;
  z3::expr_vector clause;         // the one that is being added
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
  z3::expr of(Integer integer) const { return integers[static_cast<int>(integer)]; }
  z3::expr number(std::int64_t value) { return context.int_val(value); }
};

SmtSolver::SmtSolver(Arithmetic arithmetic) : parts_(guarded([&] { return std::make_unique<Parts>(arithmetic); })) {}

SmtSolver::~SmtSolver() = default;

SmtLiteral SmtSolver::fresh() { return fresh(1); }

SmtLiteral SmtSolver::fresh(int count) {
  return guarded([&] {
    const auto first = static_cast<SmtLiteral>(parts_->propositions.size()) + 1;
    const z3::sort sort = parts_->context.bool_sort();
    for (int each = 0; each < count; ++each) parts_->keep(parts_->context.constant(parts_->context.int_symbol(first + each), sort));
    return first;
  });
}

SmtSolver::Integer SmtSolver::integer() {
  return guarded([&] {
    // Symbols of one number and two sorts are two constants.
    const auto number = static_cast<Integer>(parts_->integers.size());
    parts_->integers.push_back(parts_->context.constant(parts_->context.int_symbol(static_cast<int>(number)), parts_->context.int_sort()));
    return number;
  });
}

SmtLiteral SmtSolver::less(Integer left, Integer right) {
  return guarded([&] { return parts_->keep(parts_->of(left) - parts_->of(right) <= parts_->number(-1)); });
}

SmtLiteral SmtSolver::difference(Integer left, Integer right, std::int64_t value) {
  return guarded([&] {
    const z3::expr difference = parts_->of(left) - parts_->of(right);
    return parts_->keep(difference <= parts_->number(value) && difference >= parts_->number(value));
  });
}

SmtLiteral SmtSolver::equals(std::span<const Term> terms, std::int64_t value) {
  return guarded([&] {
    z3::expr_vector parts(parts_->context);
    for (const Term& term : terms)
      parts.push_back(term.factor == 1 ? parts_->of(term.integer) : parts_->number(term.factor) * parts_->of(term.integer));
    if (terms.empty()) return parts_->keep(parts_->context.bool_val(value == 0));
    const z3::expr total = z3::sum(parts);
    return parts_->keep(total <= parts_->number(value) && total >= parts_->number(value));
  });
}

SmtLiteral SmtSolver::at_least(Integer integer, std::int64_t value) {
  return guarded([&] { return parts_->keep(parts_->of(integer) >= parts_->number(value)); });
}

SmtLiteral SmtSolver::at_most(std::span<const Weight> weights, std::int64_t bound) {
  return guarded([&] {
    if (weights.empty()) return parts_->keep(parts_->context.bool_val(0 <= bound));
    z3::expr_vector parts(parts_->context);
    const z3::expr zero = parts_->number(0);
    for (const Weight& weight : weights) parts.push_back(z3::ite(parts_->of(weight.literal), parts_->number(weight.weight), zero));
    return parts_->keep(z3::sum(parts) <= parts_->number(bound));
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
    if (answer == z3::sat) parts_->model = parts_->solver.get_model();
    return answer == z3::sat;
  } catch (const z3::exception& exception) {
    watcher.finish();
    guarded([&] { throw exception; });
    throw;
  }
}

bool SmtSolver::value(SmtLiteral literal) const {
  return guarded([&] { return parts_->model->eval(parts_->of(literal), true).is_true(); });
}

}  // namespace parley
