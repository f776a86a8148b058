#include <gtest/gtest.h>

#include "search/breadth_first.h"
#include "search/product.h"
#include "search/stuck.h"
#include "support/network_text.h"

namespace parley {
namespace {

using testing::network;

std::vector<LocalState> initial(const Network& net) {
  std::vector<LocalState> state;
  for (ComponentId component : net.components()) state.push_back(net.lts(component).initial());
  return state;
}

// The steps from the initial state: "label: states", one a line.
std::string steps(const Network& net) {
  std::string text;
  std::vector<LocalState> state = initial(net);
  Successors(net).for_each(state, [&](RuleId rule, std::span<const LocalState> to) {
    text += std::string(net.label_name(rule)) + ":";
    for (ComponentId component : net.components()) text += " " + net.lts(component).state_name(to[component.index()]);
    text += "\n";
    return true;
  });
  EXPECT_EQ(state, initial(net)) << "the state must come back as it was";
  return text;
}

std::string stuck(const Network& net) {
  std::string text;
  StuckComponents components(net);
  for (ComponentId component : components.of(initial(net))) text += (text.empty() ? "" : " ") + std::string(net.name(component));
  return text;
}

TEST(Successors, EveryParticipantMovesEverybodyElseStands) {
  EXPECT_EQ(steps(network("A: 0 -a-> 1; B: 0 -a-> 1; C: 0 -c-> 1")), "a: 1 1 0\nc: 0 0 1\n");
}

TEST(Successors, NeedAllParticipants) { EXPECT_EQ(steps(network("A: 0 -a-> 1; B: 0 -b-> 1, 1 -a-> 0")), "b: 0 1\n"); }

TEST(Successors, AreAllCombinations) {
  EXPECT_EQ(steps(network("A: 0 -a-> 1, 0 -a-> 2; B: 0 -a-> 0, 0 -a-> 1")), "a: 1 0\na: 2 0\na: 1 1\na: 2 1\n");
}

TEST(Successors, AnErrorStopsEverything) { EXPECT_EQ(steps(network("A: ERROR; B: 0 -b-> 1")), ""); }

TEST(Stuck, ThoseThatWaitForEachOther) {
  EXPECT_EQ(stuck(network("A: 0 -a-> 1, 1 -b-> 0; B: 0 -b-> 1, 1 -a-> 0; C: 0 -c-> 0")), "A B");
}

TEST(Stuck, NotThoseThatWaitForSomebodyFree) {
  EXPECT_EQ(stuck(network("A: 0 -a-> 0; B: 0 -b-> 1, 1 -a-> 0")), "");
}

TEST(Stuck, TheServerWhoseClientsHaveEnded) { EXPECT_EQ(stuck(network("A: END, 0 -a-> 0; B: 0 -a-> 0")), "B"); }

TEST(Stuck, NeitherObserversNorTheEndedNorTheUnnamed) {
  EXPECT_EQ(stuck(network("A: END, 0 -a-> 0; ?P: 0 -a-> 0; C: 0")), "");
}

TEST(BreadthFirst, CountsAndFindsShortestTraces) {
  // Two ways to 2: a then b, or c at once.
  const Network net = network("A: 0 -a-> 1, 1 -b-> 2, 0 -c-> 2, 2 -d-> 3; B: 0 -x-> 0");
  Progress silent;
  const Limits none;
  BreadthFirst search(net, {.initial_bits = 2}, none, silent);
  std::uint32_t last = 0;
  EXPECT_TRUE(search.run([&](const BreadthFirst::Expanded& at) {
    last = at.number;
    return true;
  }));
  EXPECT_EQ(search.num_states(), 4u);
  EXPECT_EQ(search.num_transitions(), 8u);
  EXPECT_EQ(search.depth(), 2u);
  const Trace trace = search.trace_to(last);
  ASSERT_EQ(trace.size(), 2u);
  EXPECT_EQ(net.label_name(trace[0].label), "c");
  EXPECT_EQ(net.label_name(trace[1].label), "d");
}

TEST(BreadthFirst, StopsAtItsLimits) {
  const Network net = network("A: 0 -a-> 1, 1 -a-> 2, 2 -a-> 0; B: 0 -b-> 1, 1 -b-> 0");
  Progress silent;
  const Limits none;
  BreadthFirst search(net, {.most_states = 3}, none, silent);
  EXPECT_THROW(search.run([](const BreadthFirst::Expanded&) { return true; }), Stopped);
}

TEST(Product, IsTheReachablePart) {
  Progress silent;
  const Network net = network("A: 0 -a-> 1, 1 -b-> END; B: x -b-> END");
  const Lts whole = product(net, StateNames::kLocalStates, Limits(), silent);
  EXPECT_EQ(testing::to_text(whole), "0,x -a-> 1,x, 1,x -b-> END,END");
  EXPECT_TRUE(whole.is_terminal(LocalState(2)));
}

}  // namespace
}  // namespace parley
