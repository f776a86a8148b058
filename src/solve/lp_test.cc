#include "solve/lp.h"

#include <array>
#include <cmath>
#include <optional>
#include <random>

#include <gtest/gtest.h>

namespace parley {
namespace {

using Entry = LinearProgram::Entry;
using Answer = LinearProgram::Answer;
constexpr double kFree = LinearProgram::kInfinity;
constexpr double kClose = 1e-6;

const Limits kNoLimits;

std::uint32_t add_row(LinearProgram& program, std::vector<Entry> entries, double least, double most) {
  return program.add_row(entries, least, most);
}

// Maximises 3x + 2y under x + y <= 4, x + 3y <= 6, x <= 3: the optimum is x = 3, y = 1.
TEST(LinearProgram, FindsTheOptimum) {
  LinearProgram program;
  const auto x = program.add_column(0, 3);
  const auto y = program.add_column(0, kFree);
  add_row(program, {{x, 1}, {y, 1}}, -kFree, 4);
  add_row(program, {{x, 1}, {y, 3}}, -kFree, 6);
  program.reward(x, 3);
  program.reward(y, 2);
  ASSERT_EQ(program.maximise(kNoLimits), Answer::kOptimal);
  EXPECT_NEAR(program.value(x), 3, kClose);
  EXPECT_NEAR(program.value(y), 1, kClose);
  EXPECT_NEAR(program.reward(), 11, kClose);
}

TEST(LinearProgram, PricesAreWhatARowIsWorth) {
  LinearProgram program;
  const auto x = program.add_column(0, kFree);
  const auto y = program.add_column(0, kFree);
  const auto tight = add_row(program, {{x, 1}, {y, 2}}, -kFree, 6);
  const auto loose = add_row(program, {{x, 1}}, -kFree, 100);
  program.reward(x, 5);
  program.reward(y, 1);
  ASSERT_EQ(program.maximise(kNoLimits), Answer::kOptimal);
  EXPECT_NEAR(program.price(tight), 5, kClose);
  EXPECT_NEAR(program.price(loose), 0, kClose);
  const double before = program.reward();
  program.bound_row(tight, -kFree, 7);
  ASSERT_EQ(program.maximise(kNoLimits), Answer::kOptimal);
  EXPECT_NEAR(program.reward() - before, 5, kClose);
}

TEST(LinearProgram, ReportsInfeasibility) {
  LinearProgram program;
  const auto x = program.add_column(0, kFree);
  const auto row = add_row(program, {{x, 1}}, -kFree, -1);
  program.reward(x, 1);
  EXPECT_EQ(program.maximise(kNoLimits), Answer::kInfeasible);
  program.bound_row(row, -kFree, 2);
  ASSERT_EQ(program.maximise(kNoLimits), Answer::kOptimal) << "it can be solved again";
  EXPECT_NEAR(program.reward(), 2, kClose);
}

TEST(LinearProgram, WithoutALargestRewardThereIsNoOptimum) {
  LinearProgram program;
  const auto x = program.add_column(0, kFree);
  const auto y = program.add_column(0, kFree);
  add_row(program, {{x, 1}, {y, -1}}, -kFree, 1);
  program.reward(x, 1);
  EXPECT_EQ(program.maximise(kNoLimits), Answer::kFailed);
}

TEST(LinearProgram, EqualitiesAndNegativeValuesAreAllowed) {
  LinearProgram program;
  const auto x = program.add_column(-kFree, kFree);
  const auto y = program.add_column(-5, 5);
  add_row(program, {{x, 1}, {y, 1}}, 2, 2);
  program.reward(x, -1);
  ASSERT_EQ(program.maximise(kNoLimits), Answer::kOptimal);
  EXPECT_NEAR(program.value(x), -3, kClose);
  EXPECT_NEAR(program.value(y), 5, kClose);
  EXPECT_NEAR(program.reward(), 3, kClose);
}

// Small random programs in two variables, compared with all intersections of two of their lines.
struct Line {
  double x, y, most;
};

std::optional<double> best_of_corners(const std::vector<Line>& lines, double reward_x, double reward_y) {
  std::optional<double> best;
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::size_t j = i + 1; j < lines.size(); ++j) {
      const double determinant = lines[i].x * lines[j].y - lines[j].x * lines[i].y;
      if (std::abs(determinant) < 1e-9) continue;
      const double x = (lines[i].most * lines[j].y - lines[j].most * lines[i].y) / determinant;
      const double y = (lines[i].x * lines[j].most - lines[j].x * lines[i].most) / determinant;
      bool fits = true;
      for (const Line& line : lines) fits = fits && line.x * x + line.y * y <= line.most + 1e-9;
      if (fits && (!best || *best < reward_x * x + reward_y * y)) best = reward_x * x + reward_y * y;
    }
  return best;
}

// Bounds and rewards change between calls; each answer is that of a new program.
TEST(LinearProgram, AWarmStartAnswersLikeANewProgram) {
  std::size_t optimal = 0;
  std::size_t infeasible = 0;
  std::size_t given_up = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::mt19937_64 random(seed);
    const auto number = [&](int range) {
      return static_cast<double>(static_cast<int>(random() % static_cast<unsigned>(2 * range + 1)) - range);
    };
    LinearProgram program;
    std::array<double, 2> upper{1 + static_cast<double>(random() % 9), 1 + static_cast<double>(random() % 9)};
    const auto x = program.add_column(0, upper[0]);
    const auto y = program.add_column(0, upper[1]);
    std::vector<Line> lines{{1, 0, upper[0]}, {0, 1, upper[1]}, {-1, 0, 0}, {0, -1, 0}};
    for (int i = 0; i < 3; ++i) {
      lines.push_back({number(3), number(3), number(6)});
      add_row(program, {{x, lines.back().x}, {y, lines.back().y}}, -kFree, lines.back().most);
    }
    for (int round = 0; round < 10; ++round) {
      const double reward_x = number(4);
      const double reward_y = number(4);
      program.reward(x, reward_x);
      program.reward(y, reward_y);
      if (round > 0) {
        const std::uint32_t row = static_cast<std::uint32_t>(random() % 3);
        lines[4 + row].most = number(6);
        program.bound_row(row, -kFree, lines[4 + row].most);
        lines[0].most = 1 + static_cast<double>(random() % 9);
        program.bound_column(x, 0, lines[0].most);
      }
      const auto expected = best_of_corners(lines, reward_x, reward_y);
      const Answer answer = program.maximise(kNoLimits);
      ASSERT_EQ(answer == Answer::kOptimal, expected.has_value()) << "seed " << seed << " round " << round;
      (expected ? optimal : infeasible) += 1;
      given_up += answer == Answer::kFailed ? 1 : 0;
      if (!expected) continue;
      ASSERT_NEAR(program.reward(), *expected, 1e-5) << "seed " << seed << " round " << round;
      ASSERT_NEAR(program.value(x) * reward_x + program.value(y) * reward_y, *expected, 1e-5);
      for (const Line& line : lines) ASSERT_LE(line.x * program.value(x) + line.y * program.value(y), line.most + 1e-5);
    }
  }
  EXPECT_GT(optimal, 300u);
  EXPECT_GT(infeasible, 100u);
  EXPECT_LE(given_up * 100, infeasible)
      << "CLP gives up on one in thousands of infeasible programs, new or not, and on no feasible one";
}

// A transport problem with many places: thousands of pivots.
void make_large(LinearProgram& program, std::size_t side) {
  std::mt19937_64 random(1);
  std::vector<std::vector<Entry>> rows(2 * side);
  for (std::size_t i = 0; i < side; ++i)
    for (std::size_t j = 0; j < side; ++j) {
      const auto column = program.add_column(0, kFree);
      rows[i].push_back({column, 1});
      rows[side + j].push_back({column, 1});
      program.reward(column, static_cast<double>(random() % 1000));
    }
  for (auto& row : rows) add_row(program, row, -kFree, 1 + static_cast<double>(random() % 50));
}

TEST(LinearProgram, StopsAtLimitsAndCanGoOn) {
  LinearProgram program;
  make_large(program, 60);
  StopToken stop = StopRequest::kInterrupted;
  const Limits stopped({.stop = &stop});
  EXPECT_THROW(program.maximise(stopped), Stopped);
  const Limits late({.seconds = 0});
  EXPECT_THROW(program.maximise(late), Stopped);
  ASSERT_EQ(program.maximise(kNoLimits), Answer::kOptimal);
  LinearProgram fresh;
  make_large(fresh, 60);
  ASSERT_EQ(fresh.maximise(kNoLimits), Answer::kOptimal);
  EXPECT_NEAR(program.reward(), fresh.reward(), 1e-3);
}

TEST(LinearProgram, WithoutRowsTheBoundsAreTheAnswer) {
  LinearProgram program;
  const auto x = program.add_column(-1, 7);
  program.reward(x, 2);
  ASSERT_EQ(program.maximise(kNoLimits), Answer::kOptimal);
  EXPECT_NEAR(program.reward(), 14, kClose);
}

}   // namespace
}   // namespace parley
