#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

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

Lts determinised(const Lts& of) { return determinise(of, tau_is_silent(of), Limits()); }

std::string missing(const std::string& left, const std::string& right) {
  const Lts a = lts(left);
  const Lts b = lts(right);
  const auto trace = trace_not_included(a, tau_is_silent(a), b, tau_is_silent(b), Limits());
  if (!trace) return "included";
  std::string text;
  for (const std::string& label : *trace) text += (text.empty() ? "" : " ") + label;
  return text;
}

TEST(Determinise, StatesAreSets) {
  EXPECT_EQ(to_text(determinised(lts("0 -a-> 1 -b-> 3, 0 -a-> 2 -c-> 3, 2 -tau-> 4, 4 -b-> 0"))),
            "{0} -a-> {1,2,4}, {1,2,4} -b-> {0,3}, {1,2,4} -c-> {3}, {0,3} -a-> {1,2,4}");
}

TEST(Determinise, AllErrorsBecomeOneState) {
  const Lts of = determinised(lts("0 -a-> ERROR, 0 -a-> 1, 1 -b-> ERROR, 0 -b-> ERROR"));
  EXPECT_EQ(to_text(of), "{0} -a-> {ERROR,1}, {0} -b-> {ERROR,1}");
  EXPECT_TRUE(of.is_error(LocalState(1)));
}

TEST(Determinise, ASetEndsIfNoMemberIsBlocked) {
  EXPECT_TRUE(determinised(lts("0 -a-> 1 -tau-> END")).is_terminal(LocalState(1)));
  EXPECT_FALSE(determinised(lts("0 -a-> END, 0 -a-> 1")).has_terminal());
  EXPECT_FALSE(determinised(lts("0 -a-> END, 0 -a-> 1, 1 -b-> 1")).has_terminal());
}

TEST(Determinise, NamesWithCommasStayApart) {
  LtsBuilder builder;
  const LocalState first = builder.add_state("A,B");
  const LocalState second = builder.add_state("A");
  const LocalState third = builder.add_state("B");
  const LocalLabel a = builder.add_label("a");
  builder.add_edge(first, a, second);
  builder.add_edge(first, a, third);
  const Lts of = determinised(std::move(builder).build());
  EXPECT_EQ(of.state_name(LocalState(0)), "{\"A,B\"}");
  EXPECT_EQ(of.state_name(LocalState(1)), "{A,B}");
}

TEST(Minimise, MergesWhatHasTheSameTraces) {
  const Lts of = minimise(lts("0 -a-> 1 -b-> 0, 0 -c-> 2 -b-> 3 -a-> 2, 3 -c-> 1, 9 -a-> 9"), Limits());
  EXPECT_EQ(to_text(of), "0 -a-> 1, 0 -c-> 1, 1 -b-> 0");
  EXPECT_EQ(of.states_named("3"), std::vector{LocalState(0)});
}

TEST(TraceInclusion, FindsAShortestTrace) {
  EXPECT_EQ(missing("0 -a-> 1 -b-> 0", "0 -a-> 0, 0 -b-> 0"), "included");
  EXPECT_EQ(missing("0 -a-> 0, 0 -b-> 0", "0 -a-> 1 -b-> 0"), "b");
  EXPECT_EQ(missing("0 -tau-> 1 -tau-> 2 -x-> 3, 0 -a-> 4 -b-> 5", "0 -a-> 1"), "x");
  EXPECT_EQ(missing("0 -a-> 1 -tau-> 2 -b-> 3 -c-> 4", "0 -b-> 9, 0 -tau-> 1, 1 -a-> 2 -b-> 3, 3 -d-> 0"), "a b c");
}

TEST(TraceInclusion, AnErrorMustBeOneOnBothSides) {
  EXPECT_EQ(missing("0 -a-> ERROR", "0 -a-> 1"), "a");
  EXPECT_EQ(missing("0 -a-> ERROR", "0 -a-> 1, 0 -a-> ERROR"), "included");
  EXPECT_EQ(missing("0 -a-> 1", "0 -a-> ERROR"), "included");
  EXPECT_EQ(missing("ERROR", "0"), "");
}

bool is_deterministic(const Lts& of) {
  for (LocalState state : of.states()) {
    const std::span<const Edge> edges = of.edges(state);
    for (std::size_t i = 1; i < edges.size(); ++i)
      if (edges[i - 1].label == edges[i].label) return false;
    for (const Edge& edge : edges)
      if (of.label_name(edge.label) == "tau") return false;
  }
  return true;
}

// The traces of the deterministic automaton must be those of the original up to the first error; two
// different states of a minimal one must differ in their traces.
TEST(Determinise, KeepsTraces) {
  testing::Random random(4);
  for (int round = 0; round < 4000; ++round) {
    const Lts of = testing::random_lts(random, {.most_states = 5, .labels = 2, .most_edges = 10});
    const Lts deterministic = determinised(of);
    ASSERT_TRUE(is_deterministic(deterministic)) << to_text(of);
    const auto found = testing::traces(deterministic, tau_is_silent(deterministic), 5);
    std::map<std::vector<std::string>, bool> expected;
    for (const auto& [trace, error] : testing::traces(of, tau_is_silent(of), 5)) {
      const auto before = trace.empty() ? expected.end() : expected.find({trace.begin(), trace.end() - 1});
      if (trace.empty() || (before != expected.end() && !before->second)) expected[trace] = error;
    }
    ASSERT_EQ(found, expected) << to_text(of);

    const Lts minimal = minimise(deterministic, Limits());
    ASSERT_EQ(testing::traces(minimal, tau_is_silent(minimal), 5), expected) << to_text(of);
    const std::vector<std::uint32_t> classes = testing::naive_classes(deterministic, Silent(deterministic.num_labels(), false));
    ASSERT_EQ(minimal.num_states(), *std::ranges::max_element(classes) + 1) << to_text(of);
    ASSERT_EQ(strong_bisimulation(minimal, Limits()).classes, minimal.num_states());
  }
}

// The length of a shortest trace of 'left' that 'right' does not have, by determinising both on the fly.
std::optional<std::size_t> shortest_missing(const Lts& left, const Lts& right, const Silent& silent) {
  using Pair = std::pair<testing::StateSet, testing::StateSet>;
  std::set<Pair> seen;
  std::set<Pair> layer = {
      {testing::closed(left, silent, {left.initial().value}), testing::closed(right, silent, {right.initial().value})}};
  for (std::size_t length = 0; !layer.empty(); ++length) {
    std::set<Pair> next;
    for (const Pair& pair : layer) {
      const auto& [of_left, of_right] = pair;
      if (of_right.empty() || (testing::some_error(left, of_left) && !testing::some_error(right, of_right))) return length;
      if (!seen.insert(pair).second) continue;
      for (LocalLabel label : left.labels()) {
        const std::string& name = left.label_name(label);
        const testing::StateSet targets = testing::after(left, silent, of_left, name);
        if (!targets.empty()) next.emplace(targets, testing::after(right, silent, of_right, name));
      }
    }
    layer = next;
  }
  return std::nullopt;
}

bool has_trace(const Lts& of, const Silent& silent, const std::vector<std::string>& trace, bool to_error) {
  testing::StateSet at = testing::closed(of, silent, {of.initial().value});
  for (const std::string& label : trace) at = testing::after(of, silent, at, label);
  return to_error ? testing::some_error(of, at) : !at.empty();
}

TEST(TraceInclusion, AgreesWithTheNaiveComparison) {
  testing::Random random(5);
  std::size_t included = 0;
  for (int round = 0; round < 20000; ++round) {
    const Lts left = testing::random_lts(random, {.most_states = 5, .labels = 2, .most_edges = 8});
    const Lts right = testing::random_lts(random, {.most_states = 5, .labels = 2, .most_edges = 14});
    const Silent silent = tau_is_silent(left);
    const auto trace = trace_not_included(left, silent, right, silent, Limits());
    const std::optional<std::size_t> expected = shortest_missing(left, right, silent);
    ASSERT_EQ(trace.has_value(), expected.has_value()) << to_text(left) << "\n" << to_text(right);
    included += trace ? 0 : 1;
    if (!trace) continue;
    ASSERT_EQ(trace->size(), *expected) << to_text(left) << "\n" << to_text(right);
    const bool missing_at_all = has_trace(left, silent, *trace, false) && !has_trace(right, silent, *trace, false);
    const bool missing_as_error = has_trace(left, silent, *trace, true) && !has_trace(right, silent, *trace, true);
    ASSERT_TRUE(missing_at_all || missing_as_error) << to_text(left) << "\n" << to_text(right);
  }
  EXPECT_GT(included, 2000u);
}

}   // namespace
}   // namespace parley::automata
