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

// A thin layer over Z3: clauses over booleans and linear comparisons of integers go in, a model or the lack
// of one comes out. Clauses may be added between two questions. The same calls give the same answers. What Z3
// throws does not leave this layer.
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
  SmtLiteral fresh(int count);             // the first of so many with consecutive numbers
  Integer integer();                       // an integer variable
  Integer indicator(SmtLiteral literal);   // 1 where the literal is true, else 0
  Sum sum(std::span<const Term> terms);
  Sum count(std::span<const Weight> weights);   // the weights of the literals that are true
  SmtLiteral at_most(Sum sum, std::int64_t bound);
  SmtLiteral equals(Sum sum, std::int64_t value);

  void add(std::span<const SmtLiteral> clause);
  void add(std::initializer_list<SmtLiteral> clause) { add(std::span(clause.begin(), clause.size())); }

  // Whether there is a model. Throws Stopped when a limit is passed: a thread of its own looks every few
  // milliseconds.
  bool solve(const Limits& limits);

  // After solve() was true, until the next clause: a boolean variable in the model.
  bool value(SmtLiteral literal) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}   // namespace parley
