#include "solve/sat.h"

#include <algorithm>
#include <optional>
#include <random>

#include <gtest/gtest.h>

namespace parley {
namespace {

using Clauses = std::vector<std::vector<SatLiteral>>;

const Limits kNone;

// 'pigeons' into 'holes': unsatisfiable and hard if there are more pigeons than holes.
Clauses pigeonhole(int pigeons, int holes) {
  const auto in = [&](int pigeon, int hole) { return pigeon * holes + hole + 1; };
  Clauses clauses;
  for (int pigeon = 0; pigeon < pigeons; ++pigeon) {
    std::vector<SatLiteral> somewhere;
    for (int hole = 0; hole < holes; ++hole) somewhere.push_back(in(pigeon, hole));
    clauses.push_back(somewhere);
  }
  for (int hole = 0; hole < holes; ++hole)
    for (int one = 0; one < pigeons; ++one)
      for (int other = 0; other < one; ++other) clauses.push_back({-in(one, hole), -in(other, hole)});
  return clauses;
}

void add_all(SatSolver& solver, int variables, const Clauses& clauses) {
  solver.fresh(variables);
  for (const auto& clause : clauses) solver.add(clause);
}

Clauses split(const std::vector<SatLiteral>& flat) {
  Clauses clauses(1);
  for (const SatLiteral literal : flat) {
    if (literal == 0) clauses.emplace_back();
    else clauses.back().push_back(literal);
  }
  EXPECT_TRUE(clauses.back().empty()) << "the last clause has no end";
  clauses.pop_back();
  return clauses;
}

bool is_true_in(std::uint32_t model, SatLiteral literal) {
  return ((model >> (std::abs(literal) - 1) & 1) != 0) == (literal > 0);
}

bool has_model(int variables, const Clauses& clauses, const std::vector<SatLiteral>& assumptions) {
  for (std::uint32_t model = 0; model < std::uint32_t{1} << variables; ++model) {
    const auto holds = [&](SatLiteral literal) { return is_true_in(model, literal); };
    if (std::ranges::all_of(assumptions, holds) &&
        std::ranges::all_of(clauses, [&](const auto& clause) { return std::ranges::any_of(clause, holds); }))
      return true;
  }
  return false;
}

// Whether the clause follows by unit propagation, computed naively.
bool follows(const Clauses& clauses, const std::vector<SatLiteral>& clause) {
  std::vector<SatLiteral> truths;
  for (const SatLiteral literal : clause) truths.push_back(-literal);
  const auto is = [&](SatLiteral literal) { return std::ranges::count(truths, literal) > 0; };
  if (std::ranges::any_of(clause, is)) return true;   // a tautology
  for (bool moved = true; moved;) {
    moved = false;
    for (const auto& each : clauses) {
      if (std::ranges::any_of(each, is)) continue;
      std::optional<SatLiteral> open;
      int left = 0;
      for (const SatLiteral literal : each) {
        if (is(-literal)) continue;
        open = literal;
        ++left;
      }
      if (left == 0) return true;
      if (left > 1) continue;
      truths.push_back(*open);
      moved = true;
    }
  }
  return false;
}

TEST(SatSolver, AModelSatisfiesTheClauses) {
  SatSolver solver;
  const SatLiteral a = solver.fresh();
  const SatLiteral b = solver.fresh();
  solver.add({a, b});
  solver.add({-a});
  ASSERT_TRUE(solver.solve(kNone));
  EXPECT_FALSE(solver.value(a));
  EXPECT_TRUE(solver.value(-a));
  EXPECT_TRUE(solver.value(b));
  EXPECT_FALSE(solver.value(-b));
  solver.add({-b});
  EXPECT_FALSE(solver.solve(kNone));
}

TEST(SatSolver, AssumptionsLastForOneQuestion) {
  SatSolver solver;
  const SatLiteral first = solver.fresh(3);
  solver.add({-first, first + 1});
  const std::vector<SatLiteral> wrong = {first, -(first + 1), first + 2};
  EXPECT_FALSE(solver.solve(kNone, wrong));
  EXPECT_TRUE(solver.failed(wrong[0]) || solver.failed(wrong[1]));
  EXPECT_FALSE(solver.failed(wrong[2]));
  ASSERT_TRUE(solver.solve(kNone, std::vector<SatLiteral>{first}));
  EXPECT_TRUE(solver.value(first + 1));
}

TEST(SatSolver, ThePigeonholeProofIsLogged) {
  const Clauses question = pigeonhole(7, 6);
  SatSolver solver({.log = true});
  add_all(solver, 42, question);
  EXPECT_FALSE(solver.solve(kNone));
  Clauses known = question;
  const Clauses derived = split(solver.derived());
  ASSERT_FALSE(derived.empty());
  for (const auto& clause : derived) {
    ASSERT_TRUE(follows(known, clause));
    known.push_back(clause);
  }
  EXPECT_TRUE(derived.back().empty());
  EXPECT_TRUE(split(solver.derived()).empty()) << "each clause is returned once";
}

TEST(SatSolver, RandomFormulasAreSolvedAndEachLoggedClauseFollows) {
  std::mt19937 random(7);
  const auto below = [&](unsigned bound) { return static_cast<int>(random() % bound); };
  int unsatisfiable = 0;
  for (int round = 0; round < 200; ++round) {
    const int variables = 8 + below(5);
    const auto literal = [&] { return (1 + below(static_cast<unsigned>(variables))) * (below(2) == 0 ? 1 : -1); };
    SatSolver solver({.log = true});
    solver.fresh(variables);
    Clauses clauses;
    Clauses known;
    for (int step = 0; step < 4; ++step) {
      for (int count = 0; count < variables + 4; ++count) {
        clauses.push_back({literal(), literal(), literal()});
        known.push_back(clauses.back());
        solver.add(clauses.back());
      }
      const std::vector<SatLiteral> assumptions =
          step % 2 == 0 ? std::vector<SatLiteral>{} : std::vector<SatLiteral>{literal(), literal()};
      const bool answer = solver.solve(kNone, assumptions);
      ASSERT_EQ(answer, has_model(variables, clauses, assumptions));
      if (answer) {
        const auto holds = [&](SatLiteral each) { return solver.value(each); };
        EXPECT_TRUE(std::ranges::all_of(assumptions, holds));
        for (const auto& clause : clauses) EXPECT_TRUE(std::ranges::any_of(clause, holds));
      }
      for (const auto& clause : split(solver.derived())) {
        ASSERT_TRUE(follows(known, clause));
        known.push_back(clause);
      }
      if (answer) continue;
      ++unsatisfiable;
      std::vector<SatLiteral> refuted;
      for (const SatLiteral assumption : assumptions)
        if (solver.failed(assumption)) refuted.push_back(-assumption);
      EXPECT_TRUE(follows(known, refuted));
    }
  }
  EXPECT_GT(unsatisfiable, 100);
}

TEST(SatSolver, TheSameFormulaHasTheSameModelAndLog) {
  const auto run = [] {
    SatSolver solver({.log = true});
    add_all(solver, 90, pigeonhole(9, 10));
    EXPECT_TRUE(solver.solve(kNone));
    std::vector<SatLiteral> seen = solver.derived();
    for (SatLiteral variable = 1; variable <= 90; ++variable) seen.push_back(solver.value(variable) ? 1 : 0);
    return seen;
  };
  EXPECT_EQ(run(), run());
}

TEST(SatSolver, ALimitStopsIt) {
  SatSolver solver;
  add_all(solver, 12 * 13, pigeonhole(13, 12));
  const Limits limits({.seconds = 0.05});
  EXPECT_THROW(solver.solve(limits), Stopped);
  StopToken token{StopRequest::kInterrupted};
  EXPECT_THROW(solver.solve(Limits({.stop = &token})), Stopped);
}

TEST(SatSolver, AtMostOneIsRightForFewAndForMany) {
  for (int count : {1, 2, 6, 7, 40}) {
    SatSolver solver;
    const SatLiteral first = solver.fresh(count);
    std::vector<SatLiteral> literals;
    for (int i = 0; i < count; ++i) literals.push_back(first + i);
    add_at_most_one(solver, literals);
    const Limits limits;
    for (int i = 0; i < count; ++i) {
      const std::vector<SatLiteral> alone{first + i};
      EXPECT_TRUE(solver.solve(limits, alone)) << count << " " << i;
      for (int j = 0; j < i; ++j) {
        const std::vector<SatLiteral> two{first + i, first + j};
        EXPECT_FALSE(solver.solve(limits, two)) << count << " " << i << " " << j;
      }
    }
  }
}

}   // namespace
}   // namespace parley
