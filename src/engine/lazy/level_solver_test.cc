#include "engine/lazy/level_solver.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "support/network_text.h"

namespace parley::lazy {
namespace {

// The example of (Jezequel and Lime 2016), section 3.3, without its figure: these automata were chosen so
// that the run in the text is one of theirs. L1 goes from s0 to s3 by alpha and beta, or round by a, b and
// beta; delta is its only other edge. L2 takes part in alpha and beta, but not in alpha at first. L3 shares
// delta with L1, and gamma with L4, which no path needs. Chosen here: where delta stands in L1, and what L2,
// L3 and L4 do besides.
constexpr const char* kExample =
    "L1: s0 -alpha-> s1 -beta-> s3, s0 -a-> s2 -b-> s1, s3 -delta-> s3\n"
    "L2: s4 -beta-> s6 -alpha-> s5\n"
    "L3: s7 -delta-> s9, s7 -gamma-> s8\n"
    "L4: s10 -gamma-> s11";

// The changes of a run, one line per change: the components of the goal (I), and for each level the members
// below (J), the added members (K) and the kept transitions (C), the current level in brackets. The paper's A
// is C of the level before, or the identity.
class RunLog {
 public:
  explicit RunLog(LevelSolver& solver) : solver_(solver) {
    solver.watch([&](std::span<const LocalComponent> goals, std::span<const LevelSolver::Level> levels) {
      lines.push_back(line(goals, levels));
    });
  }

  std::vector<std::string> lines;

 private:
  std::string name(LocalComponent local_component) const {
    return std::string(solver_.fragment().network().name(solver_.fragment().component(local_component)).substr(1));
  }

  std::string set(std::span<const LocalComponent> parties) const {
    std::vector<std::string> names;
    for (LocalComponent local_component : parties) names.push_back(name(local_component));
    std::ranges::sort(names);
    std::string text;
    for (const std::string& each : names) text += (text.empty() ? "" : ",") + each;
    return "{" + text + "}";
  }

  std::string state(const PartialProduct& product, std::uint32_t number) const {
    std::vector<LocalState> locals;
    product.read(number, locals);
    std::vector<std::pair<std::string, std::string>> named;
    for (std::size_t i = 0; i < locals.size(); ++i)
      named.emplace_back(name(product.members()[i]), solver_.fragment().lts(product.members()[i]).state_name(locals[i]));
    std::ranges::sort(named);
    std::string text;
    for (const auto& [component, local] : named) text += local;
    return text;
  }

  std::string kept(const PartialProduct& product) const {
    std::vector<std::string> edges;
    for (std::uint32_t from = 0; from < product.num_states(); ++from)
      product.for_each_kept(from, [&](std::uint32_t rule, std::uint32_t to) {
        const std::string label(solver_.fragment().network().label_name(solver_.fragment().rule_id(rule)));
        edges.push_back(state(product, from) + " -" + label + "-> " + state(product, to));
      });
    std::ranges::sort(edges);
    std::string text;
    for (const std::string& edge : edges) text += (text.empty() ? "" : ", ") + edge;
    return text.empty() ? "only " + state(product, 0) : text;
  }

  std::string line(std::span<const LocalComponent> goals, std::span<const LevelSolver::Level> levels) const {
    std::string text = "I" + set(goals);
    for (const LevelSolver::Level& level : levels) {
      const std::span<const LocalComponent> below =
          level.product.members().first(level.product.members().size() - level.product.added().size());
      text += std::string("; ") + (level.is_current ? "[" : "") + "J" + set(below) + " K" + set(level.product.added()) + ": " +
              kept(level.product) + (level.is_current ? "]" : "");
    }
    return text;
  }

  const LevelSolver& solver_;
};

struct Example {
  explicit Example(const Settings& chosen) : settings(chosen), solver({network, sets, settings, nullptr, limits, progress}) {}
  LocalGoal local_goal(const char* component, const char* state) {
    const ComponentId id = *network.find_component(component);
    return {id, sets.intern(network.lts(id).states_named(state))};
  }
  Network network = testing::network(kExample);
  StateSets sets;
  Settings settings;
  Limits limits;
  Progress progress;
  LevelSolver solver;
};

TEST(LevelSolver, RunsAsSection33OfThePaperTells) {
  Example example({.scheme = Scheme::kLevels,
                   .path = PathCost::kLength,
                   .product = Product::kPath,
                   .forget = Forget::kNothing,
                   .merge = Merge::kCurrent});
  RunLog log(example.solver);
  const Answer answer = example.solver.solve(std::vector{example.local_goal("L1", "s3"), example.local_goal("L3", "s9")});

  const std::vector<std::string> expected = {
      // Ls[1] = (id(L1), ini(L1), {1}, {}, {1}) and Ls[2] = (id(L3), ini(L3), {3}, {}, {3}).
      "I{1}; [J{} K{1}: only s0]",
      "I{3}; [J{} K{3}: only s7]",
      // C1* is the path s0, s1, s3; N = {2}; the tuple (C1*, ini(L1) || ini(L2), {1}, {1}, {2}) is added.
      "I{1}; J{} K{1}: s0 -alpha-> s1, s1 -beta-> s3; [J{1} K{2}: only s0s4]",
      // L2 and C1* allow nothing: back.
      "I{1}; [J{} K{1}: s0 -alpha-> s1, s1 -beta-> s3]; J{1} K{2}: only s0s4",
      // C1** is all of L1 but for delta; nothing was forgotten, so on to the level above.
      "I{1}; J{} K{1}: s0 -a-> s2, s0 -alpha-> s1, s1 -beta-> s3, s2 -b-> s1; [J{1} K{2}: only s0s4]",
      // C12* is the path (s0,s4), (s2,s4), (s1,s4), (s3,s6); N is empty, so this is complete.
      "I{1}; J{} K{1}: s0 -a-> s2, s0 -alpha-> s1, s1 -beta-> s3, s2 -b-> s1; [J{1} K{2}: s0s4 -a-> s2s4, s1s4 -beta-> s3s6, "
      "s2s4 -b-> s1s4]",
      // C3* is the path s7, s9; N = {1}; the tuple (C3*, ini(L3) || ini(L1), {3}, {3}, {1}) is added. (The
      // paper prints ini(L1) || ini(L2), a slip: K is {1}.)
      "I{3}; J{} K{3}: s7 -delta-> s9; [J{3} K{1}: only s0s7]",
      // Merged: (id(L1) || id(L3), C1** || C3*, {1,3}, {}, {1,3}), and (C1** || C3*, C12* || ini(L3) ||
      // ini(L1), {1,3}, {1,3}, {2}), which is only (s0,s4,s7).
      "I{1,3}; J{} K{1,3}: s0s7 -a-> s2s7, s0s7 -alpha-> s1s7, s1s7 -beta-> s3s7, s2s7 -b-> s1s7; [J{1,3} K{2}: only s0s4s7]",
      // Here the text goes on to C123* at once. But delta is not in C1**, so A = C1** || C3* does not lead to
      // s9: the level below has to keep delta first.
      "I{1,3}; [J{} K{1,3}: s0s7 -a-> s2s7, s0s7 -alpha-> s1s7, s1s7 -beta-> s3s7, s2s7 -b-> s1s7]; J{1,3} K{2}: only s0s4s7",
      "I{1,3}; J{} K{1,3}: s0s7 -a-> s2s7, s0s7 -alpha-> s1s7, s1s7 -beta-> s3s7, s2s7 -b-> s1s7, s3s7 -delta-> s3s9; [J{1,3} "
      "K{2}: only s0s4s7]",
      // C123* contains (s3,s6,s9), and no gamma; N is empty.
      "I{1,3}; J{} K{1,3}: s0s7 -a-> s2s7, s0s7 -alpha-> s1s7, s1s7 -beta-> s3s7, s2s7 -b-> s1s7, s3s7 -delta-> s3s9; "
      "[J{1,3} K{2}: s0s4s7 -a-> s2s4s7, s1s4s7 -beta-> s3s6s7, s2s4s7 -b-> s1s4s7, s3s6s7 -delta-> s3s6s9]",
  };
  EXPECT_EQ(log.lines, expected);
  ASSERT_TRUE(std::holds_alternative<Path>(answer));
  std::string labels;
  for (const Path::Step& step : std::get<Path>(answer).steps) labels += std::string(example.network.label_name(step.rule)) + " ";
  EXPECT_EQ(labels, "a b beta delta ");
  EXPECT_FALSE(example.solver.fragment().is_revealed(*example.network.find_component("L4"))) << "no path needs L4";
}

// The paper's prototype computes whole products, so it never has to go back.
TEST(LevelSolver, WholeProductsNeverGoBack) {
  Example example({.scheme = Scheme::kLevels, .add = Add::kOne, .product = Product::kWhole});
  example.solver.watch([&](std::span<const LocalComponent>, std::span<const LevelSolver::Level> levels) {
    EXPECT_TRUE(levels.back().is_current);
  });
  const Answer answer = example.solver.solve(std::vector{example.local_goal("L1", "s3"), example.local_goal("L3", "s9")});
  EXPECT_TRUE(std::holds_alternative<Path>(answer));
}

TEST(LevelSolver, ForgettingDropsTheLevelsAbove) {
  Example example(
      {.scheme = Scheme::kLevels, .path = PathCost::kLength, .product = Product::kPath, .forget = Forget::kEverything});
  bool went_back = false;
  std::size_t most_levels = 0;
  std::size_t last_levels = 0;
  example.solver.watch([&](std::span<const LocalComponent> goals, std::span<const LevelSolver::Level> levels) {
    if (goals.size() != 1) return;
    if (levels.size() < last_levels) went_back = true;
    last_levels = levels.size();
    most_levels = std::max(most_levels, levels.size());
    EXPECT_TRUE(levels.back().is_current) << "there is nothing above the current level";
  });
  const Answer answer = example.solver.solve(std::vector{example.local_goal("L1", "s3")});
  EXPECT_TRUE(std::holds_alternative<Path>(answer));
  EXPECT_TRUE(went_back);
  EXPECT_EQ(most_levels, 2u);
}

}   // namespace
}   // namespace parley::lazy
