#include "invariant/flow.h"

#include <array>

#include <gtest/gtest.h>

#include "support/naive_states.h"
#include "support/network_text.h"
#include "support/sample_network.h"

namespace parley {
namespace {

using testing::GlobalState;
using testing::network;

const Limits kNoLimits;

bool is_left(const RegionSum::Row& row, LocalState state) { return std::ranges::binary_search(row.left, state); }

bool has_left(const RegionSum& sum, const GlobalState& state) {
  return std::ranges::any_of(sum.rows, [&](const RegionSum::Row& row) { return is_left(row, state[row.component.index()]); });
}

std::int64_t sum_at(const RegionSum& sum, const GlobalState& state) {
  std::int64_t total = 0;
  for (const RegionSum::Row& row : sum.rows) total += row.weights[state[row.component.index()].index()];
  return total;
}

std::string text_of(const Network& net, const std::optional<RegionSum>& sum) {
  if (!sum) return "none";
  std::string text;
  for (const RegionSum::Row& row : sum->rows) {
    text += std::string(net.name(row.component)) + "(";
    for (std::size_t s = 0; s < row.weights.size(); ++s)
      text += (s > 0 ? " " : "") + (is_left(row, LocalState(s)) ? "left" : std::to_string(row.weights[s]));
    text += ") ";
  }
  return text + "<= " + std::to_string(sum->bound);
}

std::string excluding(const Network& net, const std::string& digits, Flow::Edges edges) {
  GlobalState state;
  for (char digit : digits) state.emplace_back(static_cast<std::size_t>(digit - '0'));
  const LocalReach reach(net, kNoLimits);
  return text_of(net, Flow(net, reach, kNoLimits).excluding(state, edges));
}

TEST(Flow, ComponentsThatStepTogetherAreEquallyFar) {
  const Network net = network("A: 0 -a-> 1; B: 0 -a-> 1");
  EXPECT_EQ(excluding(net, "10", Flow::Edges::kAll), "A(0 1) B(0 -1) <= 0");
  EXPECT_EQ(excluding(net, "01", Flow::Edges::kAll), "A(0 -1) B(0 1) <= 0");
  EXPECT_EQ(excluding(net, "11", Flow::Edges::kAll), "none");
  EXPECT_EQ(excluding(net, "00", Flow::Edges::kAll), "none");
}

// B moves along cycles of A's last state although A has not moved at all. Only a flow restricted to where A
// can have been refutes this.
TEST(Flow, StrayCyclesNeedTheRestriction) {
  const Network net = network("A: 0 -c-> 1 -k-> 1 -l-> 1; B: 0 -k-> 1 -l-> 0; c = A.c; k = A.k B.k; l = A.l B.l");
  EXPECT_EQ(excluding(net, "01", Flow::Edges::kAll), "none");
  EXPECT_EQ(excluding(net, "01", Flow::Edges::kOnTheWay), "A(0 left) B(0 1) <= 0");
  EXPECT_EQ(excluding(net, "11", Flow::Edges::kOnTheWay), "none");
}

TEST(Flow, InequalitiesAreFoundAsWell) {
  // A may go ahead of B, but B never of A.
  const Network net = network("A: 0 -a-> 1, 0 -x-> 1; B: 0 -a-> 1; a = A.a B.a; x = A.x");
  EXPECT_EQ(excluding(net, "01", Flow::Edges::kAll), "A(0 -1) B(0 1) <= 0");
  EXPECT_EQ(excluding(net, "10", Flow::Edges::kAll), "none");
}

TEST(IsInvariant, RefusesWhatIsNone) {
  const Network net = network("A: 0 -a-> 1; B: 0 -a-> 1");
  const LocalReach reach(net, kNoLimits);
  const auto sum = [](std::int64_t a0, std::int64_t a1, std::int64_t b0, std::int64_t b1, std::int64_t bound) {
    return RegionSum{.rows = {{ComponentId(0), {a0, a1}, {}}, {ComponentId(1), {b0, b1}, {}}}, .bound = bound};
  };
  EXPECT_TRUE(is_invariant(net, reach, sum(0, 1, 0, -1, 0)));
  EXPECT_TRUE(is_invariant(net, reach, sum(0, 1, 0, -1, 3)));
  EXPECT_FALSE(is_invariant(net, reach, sum(0, 1, 0, -1, -1))) << "not at the start";
  EXPECT_FALSE(is_invariant(net, reach, sum(0, 2, 0, -1, 0))) << "grows";
  EXPECT_FALSE(is_invariant(
      net, reach, sum(0, std::numeric_limits<std::int64_t>::max(), -2, std::numeric_limits<std::int64_t>::min() + 1, 0)))
      << "too large to tell";
}

// Each sum holds in every reachable state, checked state by state, and does not hold in the state it was
// found for.
TEST(Flow, SumsHoldInEveryReachableStateAndBreakInTheOneExcluded) {
  std::array<std::size_t, 2> found{};
  std::size_t restricted = 0;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    testing::Random random(seed);
    const Network net =
        seed % 3 == 0 ? testing::random_network(random) : testing::tiny_network(random, {.has_ends = seed % 3 == 1});
    const LocalReach reach(net, kNoLimits);
    const auto reachable = testing::reachable_states(net);
    Flow flow(net, reach, kNoLimits);
    for (const GlobalState& state : testing::all_states(net)) {
      if (!std::ranges::all_of(net.components(),
                               [&](ComponentId component) { return reach.is_reached(component, state[component.index()]); }))
        continue;
      for (const Flow::Edges edges : {Flow::Edges::kAll, Flow::Edges::kOnTheWay}) {
        const auto sum = flow.excluding(state, edges);
        if (!sum) continue;
        const std::string message =
            text_of(net, sum) + " at " + testing::to_text(state) + "seed " + std::to_string(seed) + "\n" + testing::to_text(net);
        ++found[static_cast<std::size_t>(edges)];
        ASSERT_FALSE(reachable.contains(state)) << message;
        ASSERT_GT(sum_at(*sum, state), sum->bound) << message;
        ASSERT_FALSE(has_left(*sum, state)) << message;
        ASSERT_FALSE(has_left(*sum, testing::initial_state(net))) << message;
        ASSERT_TRUE(is_invariant(net, reach, *sum)) << message;
        for (const GlobalState& each : reachable)
          ASSERT_TRUE(has_left(*sum, each) || sum_at(*sum, each) <= sum->bound) << message;
        for (const RegionSum::Row& row : sum->rows) {
          if (!row.left.empty()) ++restricted;
          ASSERT_TRUE(edges == Flow::Edges::kOnTheWay || row.left.empty()) << message;
          for (LocalState left : row.left) {
            ASSERT_EQ(row.weights[left.index()], 0) << message;
            if (!reach.is_reached(row.component, left)) continue;
            for (const Edge& edge : net.lts(row.component).edges(left))
              ASSERT_TRUE(net.rules(row.component, edge.label).empty() || is_left(row, edge.target)) << message;
          }
        }
      }
    }
  }
  EXPECT_GT(found[0], 2000u);
  EXPECT_GT(found[1], found[0]) << "the restriction refutes more";
  EXPECT_GT(restricted, 50u);
}

// The answers do not depend on earlier questions: bounds and rewards of the last question are reset.
TEST(Flow, AQuestionLeavesNothingBehind) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    testing::Random random(seed);
    const Network net = testing::tiny_network(random);
    const LocalReach reach(net, kNoLimits);
    Flow used(net, reach, kNoLimits);
    for (const GlobalState& state : testing::all_states(net)) {
      if (!std::ranges::all_of(net.components(),
                               [&](ComponentId component) { return reach.is_reached(component, state[component.index()]); }))
        continue;
      for (const Flow::Edges edges : {Flow::Edges::kOnTheWay, Flow::Edges::kAll}) {
        Flow fresh(net, reach, kNoLimits);
        ASSERT_EQ(used.excluding(state, edges).has_value(), fresh.excluding(state, edges).has_value())
            << testing::to_text(state) << "seed " << seed << "\n"
            << testing::to_text(net);
      }
    }
  }
}

TEST(Flow, StopsAtLimits) {
  StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.stop = &stop});
  const Network net = testing::sample_philosophers(2000);
  const LocalReach reach(net, kNoLimits);
  EXPECT_THROW(Flow(net, reach, limits).excluding(testing::initial_state(net), Flow::Edges::kAll), Stopped);
}

}   // namespace
}   // namespace parley
