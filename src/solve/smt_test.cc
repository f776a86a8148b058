#include "solve/smt.h"

#include <random>

#include <gtest/gtest.h>

namespace parley {
namespace {

using Term = SmtSolver::Term;
using Weight = SmtSolver::Weight;

const Limits kNone;

SmtSolver::Sum difference(SmtSolver& solver, SmtSolver::Integer left, SmtSolver::Integer right) {
  const Term terms[] = {{1, left}, {-1, right}};
  return solver.sum(terms);
}

TEST(SmtSolver, AModelSatisfiesTheClauses) {
  SmtSolver solver;
  const SmtLiteral first = solver.fresh(2);
  solver.add({first, first + 1});
  solver.add({-first});
  ASSERT_TRUE(solver.solve(kNone));
  EXPECT_FALSE(solver.value(first));
  EXPECT_TRUE(solver.value(-first));
  EXPECT_TRUE(solver.value(first + 1));
  solver.add({-(first + 1)});
  EXPECT_FALSE(solver.solve(kNone));
}

TEST(SmtSolver, ACycleOfStrictInequalitiesHasNoModel) {
  SmtSolver solver;
  const SmtSolver::Integer a = solver.integer();
  const SmtSolver::Integer b = solver.integer();
  const SmtSolver::Integer c = solver.integer();
  solver.add({solver.at_most(difference(solver, a, b), -1)});
  solver.add({solver.at_most(difference(solver, b, c), -1)});
  EXPECT_TRUE(solver.solve(kNone));
  solver.add({solver.at_most(difference(solver, c, a), -1)});
  EXPECT_FALSE(solver.solve(kNone));
}

TEST(SmtSolver, IntegersAreWhole) {
  SmtSolver solver;
  const SmtSolver::Integer x = solver.integer();
  const Term twice[] = {{2, x}};
  solver.add({solver.equals(solver.sum(twice), 3)});
  EXPECT_FALSE(solver.solve(kNone));
}

TEST(SmtSolver, EqualsImpliesBothBounds) {
  SmtSolver solver;
  const SmtSolver::Integer x = solver.integer();
  const Term term[] = {{1, x}};
  const SmtSolver::Sum sum = solver.sum(term);
  solver.add({solver.equals(sum, 4)});
  const SmtLiteral low = solver.at_most(sum, 3);
  const SmtLiteral high = solver.at_most(sum, 4);
  solver.add({low, -high});
  EXPECT_FALSE(solver.solve(kNone));
}

TEST(SmtSolver, AnIndicatorIsItsLiteral) {
  for (const bool positive : {true, false}) {
    SmtSolver solver;
    const SmtLiteral literal = solver.fresh();
    const Term term[] = {{5, solver.indicator(literal)}};
    solver.add({positive ? literal : -literal});
    solver.add({-solver.equals(solver.sum(term), positive ? 5 : 0)});
    EXPECT_FALSE(solver.solve(kNone)) << positive;
  }
}

TEST(SmtSolver, CountsAddUpTheWeightsOfTrueLiterals) {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    SmtSolver solver;
    std::vector<Weight> weights;
    std::int64_t total = 0;
    const SmtLiteral first = solver.fresh(4);
    for (SmtLiteral literal = first; literal < first + 4; ++literal) {
      const bool is_true = random() % 2 == 0;
      const auto weight = static_cast<std::int64_t>(random() % 11) - 5;
      weights.push_back({weight, literal});
      if (is_true) total += weight;
      solver.add({is_true ? literal : -literal});
    }
    const SmtSolver::Sum sum = solver.count(weights);
    solver.add({-solver.at_most(sum, total), solver.at_most(sum, total - 1)});
    ASSERT_FALSE(solver.solve(kNone)) << round;
  }
}

TEST(SmtSolver, AnEmptySumIsZero) {
  SmtSolver solver;
  solver.add({-solver.at_most(solver.sum({}), 0), solver.at_most(solver.count({}), -1)});
  EXPECT_FALSE(solver.solve(kNone));
}

TEST(SmtSolver, ALimitStopsIt) {
  // The pigeonhole problem: reasoning about integers does not help.
  constexpr int kHoles = 12;
  SmtSolver solver;
  const SmtLiteral first = solver.fresh((kHoles + 1) * kHoles);
  const auto in = [&](int pigeon, int hole) { return first + pigeon * kHoles + hole; };
  for (int pigeon = 0; pigeon <= kHoles; ++pigeon) {
    std::vector<SmtLiteral> somewhere;
    for (int hole = 0; hole < kHoles; ++hole) somewhere.push_back(in(pigeon, hole));
    solver.add(somewhere);
    for (int other = 0; other < pigeon; ++other)
      for (int hole = 0; hole < kHoles; ++hole) solver.add({-in(pigeon, hole), -in(other, hole)});
  }
  const Limits limits({.seconds = 0.05});
  EXPECT_THROW(solver.solve(limits), Stopped);
  StopToken token{StopRequest::kInterrupted};
  EXPECT_THROW(solver.solve(Limits({.stop = &token})), Stopped);
}

}   // namespace
}   // namespace parley
