#include "engine/synchro/prove/trimming.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include "support/random_lts.h"

namespace parley::synchro {
namespace {

using testing::below;
using testing::Random;
using Clause = std::vector<SatLiteral>;

const Limits kNoLimits;
constexpr Origin kGiven{Origin::Kind::kConstraint, 0};
constexpr Origin kDerived{Origin::Kind::kDerived, 0};

// Whether all clauses so far, with the negation of 'clause', are contradictory by unit propagation, in rounds
// until nothing changes.
bool follows(const std::vector<Clause>& clauses, const Clause& clause) {
  std::set<SatLiteral> holds;
  for (SatLiteral literal : clause) holds.insert(-literal);
  for (SatLiteral literal : clause)
    if (holds.contains(literal)) return true;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Clause& each : clauses) {
      std::set<SatLiteral> open;
      bool is_true = false;
      for (SatLiteral literal : each) {
        is_true = is_true || holds.contains(literal);
        if (!holds.contains(-literal)) open.insert(literal);
      }
      if (is_true) continue;
      if (open.empty()) return true;
      if (open.size() == 1) changed = holds.insert(*open.begin()).second || changed;
    }
  }
  return false;
}

bool propagates(const ClauseLog& log, std::span<const SatLiteral> clause, std::span<const std::uint32_t> because) {
  std::set<SatLiteral> holds;
  for (SatLiteral literal : clause) holds.insert(-literal);
  for (SatLiteral literal : clause)
    if (holds.contains(literal)) return true;   // a tautology
  for (std::size_t i = 0; i < because.size(); ++i) {
    std::set<SatLiteral> open;
    for (SatLiteral literal : log.clause(because[i]))
      if (!holds.contains(-literal)) open.insert(literal);
    if (open.empty()) return i + 1 == because.size();
    if (open.size() > 1) return false;
    holds.insert(*open.begin());
  }
  return false;
}

Clause random_clause(Random& random, int variables, std::size_t longest) {
  Clause clause;
  const std::size_t length = 1 + below(random, longest);
  for (std::size_t i = 0; i < length; ++i) {
    const int variable = 1 + static_cast<int>(below(random, static_cast<std::size_t>(variables)));
    clause.push_back(below(random, 2) == 0 ? variable : -variable);   // sometimes twice, or with its negation
  }
  return clause;
}

// Given clauses and clauses that follow from earlier ones, mixed, as in the log of a solver that is called
// several times.
TEST(Trimming, EveryReasonPropagatesToAConflict) {
  std::size_t trimmed_away = 0;
  std::size_t derived = 0;
  std::size_t contradictory = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    const int variables = 3 + static_cast<int>(below(random, 6));
    std::vector<Clause> clauses;
    ClauseLog log;
    bool is_done = false;
    for (int i = 0; i < 120 && !is_done; ++i) {
      const bool is_given = below(random, 3) == 0;
      const Clause clause = is_given ? random_clause(random, variables, 4) : random_clause(random, variables, 2);
      if (!is_given && !follows(clauses, clause)) continue;
      clauses.push_back(clause);
      log.add(clause, is_given ? kGiven : kDerived);
      is_done = below(random, 4) == 0 && follows(clauses, {});   // sometimes go on after the contradiction
    }
    if (!follows(clauses, {})) {
      EXPECT_THROW(trim(log, static_cast<std::size_t>(variables), kNoLimits), std::logic_error) << "seed " << seed;
      continue;
    }
    ++contradictory;
    const Trimmed trimmed = trim(log, static_cast<std::size_t>(variables), kNoLimits);
    ASSERT_EQ(trimmed.is_needed.size(), log.size());
    ASSERT_TRUE(propagates(log, {}, trimmed.conflict)) << "seed " << seed;
    for (std::uint32_t clause : trimmed.conflict) ASSERT_TRUE(trimmed.is_needed[clause]) << "seed " << seed;
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (!trimmed.is_needed[i]) {
        ++trimmed_away;
        ASSERT_TRUE(trimmed.because[i].empty());
        continue;
      }
      if (log.origins[i].kind != Origin::Kind::kDerived) continue;
      ++derived;
      ASSERT_TRUE(propagates(log, log.clause(i), trimmed.because[i])) << "seed " << seed << ", clause " << i;
      for (std::uint32_t clause : trimmed.because[i]) {
        ASSERT_LT(clause, i) << "seed " << seed;
        ASSERT_TRUE(trimmed.is_needed[clause]) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(contradictory, 1000u);
  EXPECT_GT(derived, 200u);
  EXPECT_GT(trimmed_away, 5000u);
}

TEST(Trimming, ThrowsOnALogThatCanBeMet) {
  ClauseLog log;
  log.add(Clause{1, 2}, kGiven);
  log.add(Clause{-1, 2}, kGiven);
  EXPECT_THROW(trim(log, 2, kNoLimits), std::logic_error);
  log.add(Clause{-2}, kGiven);
  EXPECT_NO_THROW(trim(log, 2, kNoLimits));
  EXPECT_THROW(trim(ClauseLog(), 0, kNoLimits), std::logic_error);
}

TEST(Trimming, ThrowsOnAClauseThatDoesNotFollow) {
  ClauseLog log;
  log.add(Clause{1, 2}, kGiven);
  log.add(Clause{-1}, kDerived);
  log.add(Clause{-2}, kGiven);
  EXPECT_THROW(trim(log, 2, kNoLimits), std::logic_error);
}

TEST(Trimming, TheEmptyClauseIsAConflictByItself) {
  ClauseLog log;
  log.add(Clause{1}, kGiven);
  log.add(Clause{}, kGiven);
  const Trimmed trimmed = trim(log, 1, kNoLimits);
  EXPECT_EQ(trimmed.conflict, std::vector<std::uint32_t>{1});
  EXPECT_FALSE(trimmed.is_needed[0]);
}

// A chain of units, each of which needs the one before: linear, not quadratic.
TEST(Trimming, LongChainsOfUnitsAreFast) {
  constexpr int kLength = 200'000;
  ClauseLog log;
  log.add(Clause{1}, kGiven);
  for (int i = 1; i < kLength; ++i) {
    log.add(Clause{-i, i + 1}, kGiven);
    log.add(Clause{i + 1}, kDerived);
  }
  log.add(Clause{-kLength}, kGiven);
  const Limits limits({.seconds = 60});
  const Trimmed trimmed = trim(log, kLength, limits);
  EXPECT_TRUE(propagates(log, {}, trimmed.conflict));
}

TEST(Trimming, StopsAtLimits) {
  StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.stop = &stop});
  ClauseLog log;
  for (int i = 1; i < 10'000; ++i) log.add(Clause{-i, i + 1}, kGiven);
  log.add(Clause{1}, kGiven);
  log.add(Clause{-10'000}, kGiven);
  EXPECT_THROW(trim(log, 10'000, limits), Stopped);
}

}   // namespace
}   // namespace parley::synchro
