#include "engine/leap/covering/graph.h"

#include <gtest/gtest.h>

#include <set>

#include <fmt/format.h>

#include "support/naive_states.h"
#include "support/network_text.h"
#include "support/sample_network.h"

namespace parley::leap {
namespace {

using testing::GlobalState;

const Limits kNoLimits;

struct Built {
  std::set<GlobalState> nodes;
  std::size_t edges;
  std::size_t places;
  std::size_t origins;
};
Built build(const Network& network, ErrorSteps error_steps = ErrorSteps::kWhereEntered) {
  Progress progress;
  CoveringGraph graph(network, error_steps, kNoLimits, progress);
  graph.build([](std::uint32_t) { return true; });
  Built built{{}, graph.num_edges(), graph.num_places(), graph.num_origins()};
  GlobalState state(network.num_components());
  for (std::uint32_t node = 0; node < graph.num_nodes(); ++node) {
    graph.state(node, state);
    built.nodes.insert(state);
  }
  return built;
}

TEST(Covering, ComponentsThatMoveAloneMoveAtOnce) {
  const Network network = testing::network("a: 0 -x-> 1 -x-> 2; b: 0 -y-> 1 -y-> 2; c: 0 -z-> 1");
  EXPECT_EQ(testing::reachable_states(network).size(), 18u);
  const Built built = build(network);
  EXPECT_EQ(built.nodes.size(), 3u);
  EXPECT_EQ(built.edges, 2u);
  EXPECT_EQ(built.origins, 1u);
}

TEST(Covering, EveryChoiceOfLocalEdgesIsAStep) {
  const Network network = testing::network("a: 0 -x-> 1, 0 -x-> 2; b: 0 -y-> 1, 0 -y-> 2, 0 -y-> 3");
  const Built built = build(network);
  EXPECT_EQ(built.nodes.size(), 1u + 6u);
  EXPECT_EQ(built.edges, 6u);
}

// Ten pairs that share no rule.
TEST(Covering, SharedRulesWithNothingElseToDoFireTogether) {
  std::string text;
  for (int i = 0; i < 10; ++i) text += fmt::format("a{0}: 0 -go{0}-> 1 -back{0}-> 0\nb{0}: 0 -go{0}-> 1 -back{0}-> 0\n", i);
  const Network network = testing::network(text);
  EXPECT_EQ(testing::reachable_states(network).size(), 1024u);
  const Built built = build(network);
  EXPECT_EQ(built.nodes.size(), 2u);
  EXPECT_EQ(built.edges, 2u);
}

// 'go' is all that a and b can do, but a third component may take part instead, so it must not fire along.
TEST(Covering, ARuleThatIsOneOfTwoIsTakenAlone) {
  const Network network = testing::network(
      "a: 0 -go-> 1\n b: 0 -go-> 1, 0 -other-> 2\n c: 0 -other-> 1\n d: 0 -on-> 1\n e: 0 -on-> 1\n"
      "go = a.go b.go\n other = b.other c.other\n on = d.on e.on");
  const Built built = build(network);
  std::set<GlobalState> ends;
  for (const GlobalState& node : built.nodes)
    if (testing::successors(network, node).empty()) ends.insert(node);
  EXPECT_EQ(ends.size(), 2u);
}

// a can no longer meet b when b arrives: only a hope remembers it.
TEST(Covering, AHopeIsMetLater) {
  const Network network = testing::network("a: 0 -x-> 1, 0 -meet-> 2; b: 0 -y-> 1 -y-> 2 -meet-> 3");
  const Built built = build(network);
  EXPECT_TRUE(built.nodes.contains(GlobalState{LocalState(2), LocalState(3)}));
}

TEST(Covering, AComponentThatCanOnlyTurnAroundStandsStill) {
  const Network network = testing::network("a: 0 -x-> 0; b: 0 -y-> 1");
  EXPECT_EQ(build(network).nodes.size(), 2u);
}

// Only one component can enter its error state: nothing happens afterwards.
TEST(Covering, ErrorsAreNeverEnteredTogether) {
  const Network network = testing::network("a: 0 -x-> ERROR; b: 0 -y-> ERROR; c: 0 -z-> 1 -z-> 2");
  const std::set<GlobalState> reachable = testing::reachable_states(network);
  for (const ErrorSteps steps : {ErrorSteps::kWhereEntered, ErrorSteps::kEverywhere}) {
    const Built built = build(network, steps);
    EXPECT_TRUE(std::ranges::includes(reachable, built.nodes));
    EXPECT_EQ(std::ranges::count_if(built.nodes, [&](const GlobalState& node) { return testing::has_error(network, node); }), 6);
  }
}

// b cannot both meet a and be in its error state. So a's error after b has moved on is seen only if errors
// are drawn everywhere.
TEST(Covering, ErrorStepsEverywhereSeeTheOthersAfterFurtherMoves) {
  const Network network = testing::network("a: 0 -x-> ERROR, 0 -y-> 1; b: 0 -z-> 1 -z-> 2");
  const GlobalState far{network.lts(ComponentId(0)).states_named("ERROR").at(0), LocalState(2)};
  EXPECT_FALSE(build(network).nodes.contains(far));
  EXPECT_TRUE(build(network, ErrorSteps::kEverywhere).nodes.contains(far));
}

TEST(Covering, AnInitialErrorIsTheOnlyNode) {
  const Built built = build(testing::network("a: ERROR; b: 0 -x-> 1"));
  EXPECT_EQ(built.nodes.size(), 1u);
  EXPECT_EQ(built.edges, 0u);
}

TEST(Covering, EndsWhenTheVisitorReturnsFalse) {
  const Network network = testing::sample_philosophers(5);
  Progress progress;
  CoveringGraph graph(network, ErrorSteps::kWhereEntered, kNoLimits, progress);
  std::size_t visited = 0;
  graph.build([&](std::uint32_t) { return ++visited < 7; });
  EXPECT_EQ(visited, 7u);
  EXPECT_EQ(graph.num_nodes(), 7u);
}

TEST(Covering, TracesLeadToTheirNodes) {
  const Network network = testing::sample_philosophers(4);
  Progress progress;
  CoveringGraph graph(network, ErrorSteps::kWhereEntered, kNoLimits, progress);
  graph.build([](std::uint32_t) { return true; });
  EXPECT_EQ(graph.num_nodes(), 321u);   // all reachable states: a component that moves alone is soon at a fork again
  GlobalState wanted(network.num_components());
  std::size_t deadlocks = 0;
  for (std::uint32_t node = 0; node < graph.num_nodes(); ++node) {
    graph.state(node, wanted);
    GlobalState state = testing::initial_state(network);
    const Trace trace = graph.trace_to(node);
    for (std::size_t i = 0; i < trace.size(); ++i) {
      GlobalState next = state;
      for (const Move& move : trace[i].moves) next[move.component.index()] = move.to;
      EXPECT_EQ(std::ranges::count(testing::successors(network, state), next), 1);
      state = next;
    }
    EXPECT_EQ(state, wanted);
    if (testing::successors(network, state).empty()) ++deadlocks;
  }
  EXPECT_EQ(deadlocks, 1u);
}

TEST(Covering, LimitsEndAProductOfLocalChoices) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += fmt::format("c{0}: 0 -x{0}-> 1, 0 -y{0}-> 2\n", i);
  const Network network = testing::network(text);
  const Limits limits({.seconds = 0.05});
  Progress progress;
  CoveringGraph graph(network, ErrorSteps::kWhereEntered, limits, progress);
  EXPECT_THROW(graph.build([](std::uint32_t) { return true; }), Stopped);
}

TEST(Rows, AreNumberedInTheOrderOfInsertion) {
  RowTable rows(2, kNoLimits);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t row[] = {i % 500, i % 500 * 7};
    const RowTable::Found found = rows.add(row);
    EXPECT_EQ(found.number, i % 500);
    EXPECT_EQ(found.is_new, i < 500);
  }
  EXPECT_EQ(rows.size(), 500u);
  EXPECT_EQ(rows[499][1], 3493u);
}

TEST(Moves, TheOnlyRuleOfAComponentIsFoundThroughItsLocalMoves) {
  const Network network =
      testing::network("a: 0 -x-> 1 -go-> 2 -x-> 3 -stop-> 2, 2 -go-> 0, 4 -x-> ERROR, 4 -go-> 0; b: 0 -go-> 0, 0 -stop-> 0");
  const Moves moves(network, kNoLimits);
  const ComponentId a(0);
  const auto only = [&](std::string_view state) -> std::string {
    const std::uint32_t rule = moves.only_rule(a, network.lts(a).states_named(state).at(0));
    return rule == Moves::kNoRule ? "" : std::string(network.label_name(RuleId{rule}));
  };
  EXPECT_EQ(only("0"), "go");
  EXPECT_EQ(only("1"), "go");
  EXPECT_EQ(only("2"), "");   // go, and later stop
  EXPECT_EQ(only("3"), "stop");
  EXPECT_EQ(only("4"), "");   // it may enter an error state
}

}   // namespace
}   // namespace parley::leap
