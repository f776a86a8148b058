#include <gtest/gtest.h>

#include "search/steps/stuck.h"
#include "search/steps/successors.h"
#include "support/network_text.h"

namespace parley {
namespace {

using testing::network;

std::vector<LocalState> initial(const Network& net) {
  std::vector<LocalState> state;
  for (ComponentId component : net.components()) state.push_back(net.lts(component).initial());
  return state;
}

// The steps from the initial state: "label: states", one per line.
std::string steps(const Network& net) {
  std::string text;
  std::vector<LocalState> state = initial(net);
  Successors(net).for_each(state, [&](RuleId rule, std::span<const LocalState> to) {
    text += std::string(net.label_name(rule)) + ":";
    for (ComponentId component : net.components()) text += " " + net.lts(component).state_name(to[component.index()]);
    text += "\n";
    return true;
  });
  EXPECT_EQ(state, initial(net)) << "the state must be restored";
  return text;
}

std::string stuck(const Network& net) {
  std::string text;
  StuckComponents components(net);
  for (ComponentId component : components.of(initial(net))) text += (text.empty() ? "" : " ") + std::string(net.name(component));
  return text;
}

TEST(Successors, OnlyParticipantsMove) {
  EXPECT_EQ(steps(network("A: 0 -a-> 1; B: 0 -a-> 1; C: 0 -c-> 1")), "a: 1 1 0\nc: 0 0 1\n");
}

TEST(Successors, NeedEveryParticipant) { EXPECT_EQ(steps(network("A: 0 -a-> 1; B: 0 -b-> 1, 1 -a-> 0")), "b: 0 1\n"); }

TEST(Successors, AreAllCombinations) {
  EXPECT_EQ(steps(network("A: 0 -a-> 1, 0 -a-> 2; B: 0 -a-> 0, 0 -a-> 1")), "a: 1 0\na: 2 0\na: 1 1\na: 2 1\n");
}

TEST(Successors, AnErrorStopsEverything) { EXPECT_EQ(steps(network("A: ERROR; B: 0 -b-> 1")), ""); }

TEST(Stuck, ComponentsThatWaitForEachOtherAreStuck) {
  EXPECT_EQ(stuck(network("A: 0 -a-> 1, 1 -b-> 0; B: 0 -b-> 1, 1 -a-> 0; C: 0 -c-> 0")), "A B");
}

TEST(Stuck, AComponentThatWaitsForAFreeOneIsNotStuck) { EXPECT_EQ(stuck(network("A: 0 -a-> 0; B: 0 -b-> 1, 1 -a-> 0")), ""); }

TEST(Stuck, AServerWhoseClientsHaveEndedIsStuck) { EXPECT_EQ(stuck(network("A: END, 0 -a-> 0; B: 0 -a-> 0")), "B"); }

TEST(Stuck, ObserversAndEndedAndUnnamedComponentsAreNotStuck) {
  EXPECT_EQ(stuck(network("A: END, 0 -a-> 0; ?P: 0 -a-> 0; C: 0")), "");
}

}   // namespace
}   // namespace parley
