#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "base/limits.h"

namespace parley {

// A literal is the number of a proposition, from 1 on, or its negative. A proposition is a boolean variable
// or a comparison of integers.
using SmtLiteral = int;

// A thin layer over Z3. The input is clauses over boolean variables and linear comparisons of integers, the
// output a model or the fact that there is none. Clauses may be added between two calls of solve(). The same
// calls give the same results. Exceptions of Z3 do not leave this layer.
class SmtSolver {
 public:
  using Integer = std::uint32_t;
  using Sum = std::uint32_t;
  struct Term {
    std::int64_t factor = 1;
    Integer integer = 0;
  };
  struct Weight {
    std::int64_t weight = 1;
    SmtLiteral literal = 0;
  };

  SmtSolver();
  ~SmtSolver();
  SmtSolver(const SmtSolver&) = delete;
  SmtSolver& operator=(const SmtSolver&) = delete;

  SmtLiteral fresh();                      // a boolean variable
  SmtLiteral fresh(int count);             // 'count' variables with consecutive numbers; returns the first
  Integer integer();                       // an integer variable
  Integer indicator(SmtLiteral literal);   // an integer that is 1 if the literal is true, else 0
  Sum sum(std::span<const Term> terms);
  Sum count(std::span<const Weight> weights);   // the sum of the weights of the true literals
  SmtLiteral at_most(Sum sum, std::int64_t bound);
  SmtLiteral equals(Sum sum, std::int64_t value);

  void add(std::span<const SmtLiteral> clause);
  void add(std::initializer_list<SmtLiteral> clause) { add(std::span(clause.begin(), clause.size())); }

  // Whether there is a model. Throws Stopped if a limit is exceeded; a thread checks them every few
  // milliseconds.
  bool solve(const Limits& limits);

  // The value of a boolean variable in the model. REQUIRES: solve() returned true, and no clause was added
  // since.
  bool value(SmtLiteral literal) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}   // namespace parley
