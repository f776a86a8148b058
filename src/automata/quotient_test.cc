#include <gtest/gtest.h>

#include <algorithm>

#include "automata/automata.h"
#include "automata/components.h"
#include "support/naive_automata.h"
#include "support/network_text.h"
#include "support/random_lts.h"

namespace parley::automata {
namespace {

using testing::lts;
using testing::to_text;

Silent tau_is_silent(const Lts& of) {
  Silent silent;
  for (LocalLabel label : of.labels()) silent.push_back(of.label_name(label) == "tau");
  return silent;
}

Lts reduced(const Lts& of) {
  return quotient(of, branching_bisimulation(of, tau_is_silent(of), Limits()), tau_is_silent(of), Limits());
}

TEST(Quotient, ClassesAreCalledByTheirFirstState) {
  const Lts of = reduced(lts("A -tau-> B -a-> C, D -a-> C"));
  EXPECT_EQ(to_text(of), "A -a-> C");
  EXPECT_EQ(of.states_named("D"), std::vector{LocalState(0)});
  EXPECT_EQ(of.states_named("B"), std::vector{LocalState(0)});
}

TEST(Quotient, KeepsOneSilentLoopWhereItDiverges) {
  EXPECT_EQ(to_text(reduced(lts("A -tau-> B -tau-> A, B -a-> C, A -tau-> A"))), "A -tau-> A, A -a-> C");
}

TEST(Quotient, IsEquivalentToTheOriginal) {
  testing::Random random(6);
  for (int round = 0; round < 8000; ++round) {
    const Lts of = testing::random_lts(random, {.most_states = 9, .labels = 2, .most_edges = 16, .named = round % 2 == 0});
    const Lts small = reduced(of);
    // There is nothing left to merge, and beside the original each state is in the class that it became.
    ASSERT_EQ(branching_bisimulation(small, tau_is_silent(small), Limits()).classes, small.num_states()) << to_text(of);
    LtsBuilder both;
    for (LocalLabel label : of.labels()) both.add_label(of.label_name(label));
    for (const Lts* each : {&of, &small}) {
      const std::size_t offset = both.num_states();
      both.add_states(each->num_states());
      for (LocalState state : each->states()) {
        const LocalState here(offset + state.index());
        if (each->is_terminal(state)) both.set_terminal(here);
        if (each->is_error(state)) both.set_error(here);
        for (const Edge& edge : each->edges(state)) both.add_edge(here, edge.label, LocalState(offset + edge.target.index()));
      }
    }
    const Lts beside = std::move(both).build();
    const std::vector<std::uint32_t> classes = testing::naive_classes(beside, tau_is_silent(beside));
    for (LocalState state : of.states()) {
      const std::vector<LocalState> named = small.states_named(of.state_name(state));
      ASSERT_EQ(named.size(), 1u) << to_text(of);
      ASSERT_EQ(classes[of.num_states() + named[0].index()], classes[state.index()]) << to_text(of);
    }
    ASSERT_EQ(classes[of.num_states() + small.initial().index()], classes[of.initial().index()]) << to_text(of);
    for (const auto& [alias, state] : of.aliases()) {
      const LocalState became = small.states_named(of.state_name(state))[0];
      const std::vector<LocalState> all = small.states_named(alias);
      ASSERT_NE(std::ranges::find(all, became), all.end());
    }
  }
}

TEST(ReachablePart, KeepsOrderNamesAndLabels) {
  const Lts of = reachable_part(lts("B -a-> D, A -b-> B, D -c-> END, E -a-> B"));
  EXPECT_EQ(to_text(of), "B -a-> D, D -c-> END");
  EXPECT_EQ(of.num_labels(), 3u);
  EXPECT_TRUE(of.is_terminal(LocalState(2)));
}

TEST(ReachablePart, IsWhatTheInitialStateReaches) {
  testing::Random random(7);
  for (int round = 0; round < 5000; ++round) {
    const Lts of = testing::random_lts(random, {.named = true});
    const Lts part = reachable_part(of);
    const testing::StateSet expected = testing::closed(of, Silent(of.num_labels(), true), {of.initial().value});
    ASSERT_EQ(part.num_states(), expected.size());
    std::size_t at = 0;
    for (std::uint32_t state : expected) {
      const LocalState here(at++);
      ASSERT_EQ(part.state_name(here), of.state_name(LocalState(state)));
      ASSERT_EQ(testing::mark(part, here), testing::mark(of, LocalState(state)));
      ASSERT_EQ(part.edges(here).size(), of.edges(LocalState(state)).size());
      for (std::size_t i = 0; i < part.edges(here).size(); ++i) {
        ASSERT_EQ(part.edges(here)[i].label, of.edges(LocalState(state))[i].label);
        ASSERT_EQ(part.state_name(part.edges(here)[i].target), of.state_name(of.edges(LocalState(state))[i].target));
      }
    }
    ASSERT_EQ(part.state_name(part.initial()), of.state_name(of.initial()));
  }
}

TEST(TauClosure, IsWhatSilentMovesReach) {
  testing::Random random(8);
  for (int round = 0; round < 5000; ++round) {
    const Lts of = testing::random_lts(random);
    const Closure closure = tau_closure(of, tau_is_silent(of), Limits());
    ASSERT_EQ(closure.begins.size(), of.num_states() + 1);
    for (LocalState state : of.states()) {
      std::vector<LocalState> expected;
      for (std::uint32_t reached : testing::closed(of, tau_is_silent(of), {state.value})) expected.emplace_back(reached);
      ASSERT_EQ(std::vector(closure.states.begin() + static_cast<std::ptrdiff_t>(closure.begins[state.index()]),
                            closure.states.begin() + static_cast<std::ptrdiff_t>(closure.begins[state.index() + 1])),
                expected);
    }
  }
}

TEST(StrongComponents, AreMutualReachability) {
  testing::Random random(9);
  for (int round = 0; round < 5000; ++round) {
    const Lts of = testing::random_lts(random, {.most_states = 9});
    const Silent all(of.num_labels(), true);
    Graph graph{{0}, {}};
    for (LocalState state : of.states()) {
      for (const Edge& edge : of.edges(state)) graph.targets.push_back(edge.target.value);
      graph.begins.push_back(static_cast<std::uint32_t>(graph.targets.size()));
    }
    const Components components = strong_components(graph, Limits());
    std::vector<testing::StateSet> reached;
    for (LocalState state : of.states()) reached.push_back(testing::closed(of, all, {state.value}));
    for (LocalState a : of.states()) {
      bool cycle = false;
      for (const Edge& edge : of.edges(a)) {
        cycle = cycle || reached[edge.target.index()].contains(a.value);
        ASSERT_LE(components.of[edge.target.index()], components.of[a.index()]);
      }
      for (LocalState b : of.states()) {
        const bool together = reached[a.index()].contains(b.value) && reached[b.index()].contains(a.value);
        ASSERT_EQ(components.of[a.index()] == components.of[b.index()], together) << to_text(of);
      }
      ASSERT_EQ(components.has_cycle[components.of[a.index()]], cycle) << to_text(of);
    }
  }
}

TEST(StrongComponents, AChainOfAMillionNodesIsNotTooDeep) {
  constexpr std::uint32_t kNodes = 1'000'000;
  Graph chain{{0}, {}};
  for (std::uint32_t node = 0; node < kNodes; ++node) {
    if (node + 1 < kNodes) chain.targets.push_back(node + 1);
    chain.begins.push_back(static_cast<std::uint32_t>(chain.targets.size()));
  }
  EXPECT_EQ(strong_components(chain, Limits()).count(), kNodes);
}

}   // namespace
}   // namespace parley::automata
