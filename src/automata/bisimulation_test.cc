#include <gtest/gtest.h>

#include "automata/automata.h"
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

Silent none(const Lts& of) { return Silent(of.num_labels(), false); }

// The classes, each as the names of its members: "0 2 | 1".
std::string classes(const Lts& of, const Partition& partition) {
  std::vector<std::string> members(partition.classes);
  for (LocalState state : of.states()) members[partition.class_of[state.index()]] += " " + of.state_name(state);
  std::string text;
  for (const std::string& part : members) text += (text.empty() ? "" : " |") + part;
  return text.substr(1);
}

std::string strong(const std::string& text) { return classes(lts(text), strong_bisimulation(lts(text), Limits())); }

std::string branching(const std::string& text) {
  const Lts of = lts(text);
  return classes(of, branching_bisimulation(of, tau_is_silent(of), Limits()));
}

TEST(StrongBisimulation, DependsOnWhatComesAfter) {
  EXPECT_EQ(strong("0 -a-> 1 -b-> 2, 3 -a-> 4 -b-> 5, 3 -a-> 6"), "0 | 1 4 | 2 5 6 | 3");
}

TEST(StrongBisimulation, DistinguishesTerminalAndErrorStates) {
  EXPECT_EQ(strong("0 -a-> END, 1 -a-> ERROR, 2 -a-> 3"), "0 | END | 1 | ERROR | 2 | 3");
}

TEST(StrongBisimulation, SilentMovesCountAsVisible) { EXPECT_EQ(strong("0 -tau-> 1 -a-> 2, 3 -a-> 2"), "0 | 1 3 | 2"); }

TEST(BranchingBisimulation, SilentMovesThatDecideNothingAreIgnored) {
  EXPECT_EQ(branching("0 -tau-> 1 -a-> 2, 3 -a-> 2"), "0 1 3 | 2");
}

TEST(BranchingBisimulation, SilentMovesThatDecideAreNotIgnored) {
  EXPECT_EQ(branching("0 -tau-> 1 -a-> 2, 0 -b-> 2, 3 -a-> 2"), "0 | 1 3 | 2");
}

TEST(BranchingBisimulation, DistinguishesSomeWeaklyBisimilarStates) {
  // Weakly bisimilar, but 3 also has a move a that skips the state in which b is still possible.
  EXPECT_EQ(branching("0 -a-> 1 -tau-> 2 -c-> 9, 1 -b-> 9, 3 -a-> 1, 3 -a-> 2"), "0 | 1 | 2 | 9 | 3");
}

TEST(BranchingBisimulation, DistinguishesDivergence) {
  EXPECT_EQ(branching("0 -a-> 1, 2 -a-> 1, 2 -tau-> 2"), "0 | 1 | 2");
  EXPECT_EQ(branching("0 -tau-> 1 -tau-> 0, 0 -a-> 2, 3 -a-> 2, 3 -tau-> 3"), "0 1 3 | 2");
  EXPECT_EQ(branching("0 -tau-> 1, 1 -tau-> 1, 2"), "0 1 | 2");
}

TEST(BranchingBisimulation, DistinguishesTerminalAndErrorStates) {
  EXPECT_EQ(branching("0 -tau-> END, 1 -tau-> ERROR, 2 -tau-> 3"), "0 | END | 1 | ERROR | 2 3");
}

TEST(Bisimulation, AgreesWithSignatureRefinement) {
  testing::Random random(2);
  std::size_t smaller = 0;
  for (int round = 0; round < 20000; ++round) {
    // Small automata with many equal states, and larger sparse ones with long silent paths.
    const bool sparse = round % 3 == 0;
    const Lts of = testing::random_lts(
        random, {.most_states = sparse ? 16u : 7u, .labels = 1u + round % 3, .most_edges = sparse ? 28u : 14u});
    const Partition by_strong = strong_bisimulation(of, Limits());
    ASSERT_EQ(by_strong.class_of, testing::naive_classes(of, none(of))) << to_text(of);
    const Partition by_branching = branching_bisimulation(of, tau_is_silent(of), Limits());
    ASSERT_EQ(by_branching.class_of, testing::naive_classes(of, tau_is_silent(of))) << to_text(of);
    smaller += by_branching.classes < by_strong.classes ? 1 : 0;
  }
  EXPECT_GT(smaller, 2000u);
}

// Copies of one automaton with silent detours, side by side: large classes and many new bottom states.
TEST(Bisimulation, AgreesWithSignatureRefinementOnCopiesWithDetours) {
  testing::Random random(3);
  for (int round = 0; round < 1000; ++round) {
    const Lts one = testing::random_lts(random, {.most_states = 6, .labels = 2, .most_edges = 12});
    LtsBuilder builder;
    for (LocalLabel label : one.labels()) builder.add_label(one.label_name(label));
    constexpr std::size_t kCopies = 4;
    builder.add_states(kCopies * one.num_states());
    const auto copy = [&](LocalState state) {
      return LocalState(testing::below(random, kCopies) * one.num_states() + state.index());
    };
    for (std::size_t i = 0; i < kCopies; ++i)
      for (LocalState state : one.states()) {
        const LocalState from(i * one.num_states() + state.index());
        if (one.is_terminal(state)) builder.set_terminal(from);
        if (one.is_error(state)) builder.set_error(from);
        if (testing::mark(one, state) == 0 && testing::below(random, 2) == 0) builder.add_edge(from, LocalLabel(0), copy(state));
        for (const Edge& edge : one.edges(state)) {
          if (testing::below(random, 12) != 0) builder.add_edge(from, edge.label, copy(edge.target));
          if (testing::below(random, 3) == 0) builder.add_edge(from, edge.label, copy(edge.target));
        }
      }
    const Lts of = std::move(builder).build();
    ASSERT_EQ(strong_bisimulation(of, Limits()).class_of, testing::naive_classes(of, none(of))) << to_text(of);
    ASSERT_EQ(branching_bisimulation(of, tau_is_silent(of), Limits()).class_of, testing::naive_classes(of, tau_is_silent(of)))
        << to_text(of);
  }
}

}   // namespace
}   // namespace parley::automata
