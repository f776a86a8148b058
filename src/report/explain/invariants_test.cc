#include "report/explain/invariants.h"

#include <gtest/gtest.h>

#include "report/explain/pair_words.h"
#include "report/explain/weight_words.h"
#include "support/sample_network.h"

namespace parley {
namespace {

using testing::network;

// A ring of nodes IDLE, WAIT, BUSY, GONE, and a server that counts.
Network ring(int nodes) {
  std::string text;
  for (int i = 0; i < nodes; ++i) {
    const std::string n = std::to_string(i);
    text += "node." + n + ": IDLE -ask" + n + "-> WAIT -take" + n + "-> BUSY -put" + n + "-> IDLE, IDLE -quit" + n + "-> GONE;";
  }
  return network(text + "server: FREE.0 -a-> FREE.1 -a-> FREE.2 -a-> FREE.3; gate: OPEN -b-> SHUT");
}

using Weights = std::vector<std::int64_t>;

RegionSum sum(std::vector<std::pair<std::size_t, Weights>> rows, std::int64_t bound, std::vector<LocalState> left = {}) {
  RegionSum made;
  for (auto& [component, weights] : rows) made.rows.push_back({ComponentId(component), std::move(weights), left});
  made.bound = bound;
  return made;
}

RegionSum opposite(RegionSum of, std::int64_t bound) {
  for (RegionSum::Row& row : of.rows)
    for (std::int64_t& weight : row.weights) weight = -weight;
  of.bound = bound;
  return of;
}

std::vector<LocalState> states(std::initializer_list<std::size_t> numbers) {
  std::vector<LocalState> made;
  for (std::size_t number : numbers) made.emplace_back(number);
  return made;
}

Explanation told(const Network& net, std::vector<Fact> facts) {
  return explain_invariants(net, InvariantProof{.facts = std::move(facts), .steps = {}}, Limits());
}

TEST(ExplainInvariants, SumsThatCountAreNumbersOfComponents) {
  const Network net = ring(4);
  const Weights busy = {0, 0, 1, 0};
  const RegionSum four = sum({{0, busy}, {1, busy}, {2, busy}, {3, busy}}, 1);
  EXPECT_EQ(told(net, {four}), Explanation{"at most one of these 4 components is in BUSY: node.0 ... node.3"});
  EXPECT_EQ(told(net, {four, opposite(four, -1)}),
            Explanation{"exactly one of these 4 components is in BUSY: node.0 ... node.3"});
  EXPECT_EQ(told(net, {opposite(four, 0), four}),
            Explanation{"between 0 and 1 of these 4 components are in BUSY: node.0 ... node.3"});
  EXPECT_EQ(told(net, {opposite(four, -2)}), Explanation{"at least 2 of these 4 components are in BUSY: node.0 ... node.3"});
  EXPECT_EQ(told(net, {sum({{0, {0, 3, 3, 0}}, {1, {5, 8, 8, 5}}}, 9)}),
            Explanation{"at most one of these 2 components is in WAIT or BUSY: node.0, node.1"})
      << "only differences matter, and no common factor";
}

TEST(ExplainInvariants, SmallNumbersArePreferredToFewStates) {
  const Network net = ring(20);
  std::vector<std::pair<std::size_t, Weights>> rows;
  for (std::size_t i = 0; i < 20; ++i) rows.push_back({i, {0, 1, 1, 1}});
  EXPECT_EQ(told(net, {sum(rows, 1)}),
            Explanation{"at most one of these 20 components is in WAIT, BUSY or GONE: node.0 ... node.19"});
}

TEST(ExplainInvariants, SumsOfDifferentComponentsNameEachKind) {
  const Network net = ring(3);
  const Weights busy = {0, 0, 1, 0};
  const RegionSum mixed = sum({{0, busy}, {1, busy}, {2, busy}, {4, {1, 0}}}, 1);
  EXPECT_EQ(told(net, {mixed, opposite(mixed, -1)}),
            Explanation{"exactly one of these is so: node.0 ... node.2 in BUSY; gate in OPEN"});
}

TEST(ExplainInvariants, AllIsAlwaysAndNoneIsNever) {
  const Network net = ring(3);
  EXPECT_EQ(told(net, {sum({{0, {0, 0, 0, 1}}}, 0)}), Explanation{"node.0 is never in GONE"});
  EXPECT_EQ(told(net, {sum({{0, {0, 0, 0, 1}}, {1, {0, 0, 0, 1}}, {2, {0, 0, 0, 1}}}, 0)}),
            Explanation{"node.0 ... node.2 are never in GONE"});
  EXPECT_EQ(told(net, {sum({{4, {-1, 0}}}, -1)}), Explanation{"gate is always in OPEN"});
}

TEST(ExplainInvariants, SumsThatWeighTellTheirWeights) {
  const Network net = ring(3);
  const Weights busy = {0, 0, 1, 0};
  const RegionSum weighed = sum({{0, busy}, {1, busy}, {2, busy}, {3, {0, -1, -2, -3}}}, 0);
  EXPECT_EQ(told(net, {weighed, opposite(weighed, 0)}),
            Explanation{"the sum is always 0, where node.0 ... node.2 in BUSY counts 1; server in FREE.k counts -k"});
  EXPECT_EQ(told(net, {sum({{0, {2, 2, 4, 7}}, {4, {0, 1}}}, 5)}),
            Explanation{"the sum is always at most 3, where node.0 in BUSY counts 2, in GONE counts 5; gate in SHUT counts 1"});
}

TEST(ExplainInvariants, RegionsThatCanBeLeftAreExceptions) {
  const Network net = ring(3);
  EXPECT_EQ(told(net, {sum({{0, {0, 0, 1, 0}}, {1, {0, 0, 1, 0}}}, 1, states({3}))}),
            Explanation{"at most one of these 2 components is in BUSY: node.0, node.1, unless one of node.0, node.1 is in GONE"});
}

TEST(ExplainInvariants, TrapsAreAtLeastOne) {
  const Network net = ring(3);
  const Trap trap = {{{ComponentId(0), states({0, 1})}, {ComponentId(1), states({0, 1})}, {ComponentId(4), states({1})}}};
  EXPECT_EQ(told(net, {trap}), Explanation{"at least one of these is so: node.0, node.1 in IDLE or WAIT; gate in SHUT"});
}

TEST(ExplainInvariants, CongruencesModuloTwoAreEvenOrOdd) {
  const Network net = ring(3);
  const Congruence parity = {{{ComponentId(0), {0, 1, 0, 0}}, {ComponentId(1), {0, 1, 0, 0}}}, 2, 0};
  EXPECT_EQ(told(net, {parity}), Explanation{"an even number of these 2 components are in WAIT: node.0, node.1"});
  const Congruence flipped = {{{ComponentId(0), {1, 0, 1, 1}}, {ComponentId(1), {0, 1, 0, 0}}}, 2, 0};
  EXPECT_EQ(told(net, {flipped}), Explanation{"an odd number of these 2 components are in WAIT: node.0, node.1"});
  const Congruence thirds = {{{ComponentId(0), {0, 1, 2, 0}}, {ComponentId(4), {0, 1}}}, 3, 1};
  EXPECT_EQ(told(net, {thirds}),
            Explanation{"the sum is always 1 modulo 3, where node.0 in WAIT counts 1, in BUSY counts 2; gate in SHUT counts 1"});
}

TEST(ExplainInvariants, OrdersAndPairsAreNeverTogether) {
  const Network net = network("a: A -x-> B -y-> A; b: C -x-> D -y-> C; c: E -z-> E");
  EXPECT_EQ(told(net, {ApartFact{{{ComponentId(0), states({1})}, {ComponentId(1), states({0})}}}}),
            Explanation{"never all at once, whatever the others do: a in B; b in C"});
  EXPECT_EQ(told(net, {OrderFact{{{ComponentId(0), states({1})}, {ComponentId(1), states({0})}}, false}}),
            Explanation{"never all at once, since they would not agree on what was done last: a in B; b in C"});
  EXPECT_EQ(told(net, {PairFact{ComponentId(0), ComponentId(1)}}),
            Explanation{"a and b are never together in A and D, nor in B and C"});
  EXPECT_EQ(told(net, {PairFact{ComponentId(0), ComponentId(2)}}), Explanation{"a and c can be in any two states together"});
}

TEST(ExplainInvariants, RankingsAreToldWithoutTheirRanks) {
  const Network net = network("a: A -x-> B -y-> A; b: C -x-> D -y-> C");
  EXPECT_EQ(told(net, {Ranking{{1, 0}}}), Explanation{"the 2 rules have an order by which no components block each other: a "
                                                      "component that refuses a rule offers another rule that comes before it"});
}

TEST(ExplainInvariants, WhatIsAlikeIsToldOnce) {
  const Network net = ring(30);
  std::vector<Fact> facts;
  for (std::size_t i = 0; i + 1 < 30; ++i) {
    facts.emplace_back(sum({{i, {0, 0, 1, 0}}, {i + 1, {0, 0, 1, 0}}}, 1));
    facts.emplace_back(PairFact{ComponentId(i), ComponentId(i + 1)});
  }
  facts.emplace_back(sum({{0, {0, 0, 1, 0}}, {1, {0, 0, 1, 0}}, {2, {0, 0, 1, 0}}}, 2));
  EXPECT_EQ(told(net, facts), (Explanation{"at most one of these 2 components is in BUSY: node.0, node.1 (and 28 more like this)",
                                           "at most 2 of these 3 components are in BUSY: node.0 ... node.2",
                                           "node.0 and node.1 can be in any two states together (and 28 more like this)"}));
}

TEST(ExplainInvariants, ExactSumsComeFirst) {
  const Network net = ring(3);
  const RegionSum one = sum({{0, {0, 0, 1, 0}}, {1, {0, 0, 1, 0}}}, 1);
  const RegionSum two = sum({{3, {0, 1, 1, 1}}, {4, {0, 1}}}, 1);
  const Explanation lines = told(net, {one, two, opposite(two, -1)});
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0], "exactly one of these is so: server in FREE.0; gate in OPEN") << "the fewer states";
}

TEST(ExplainInvariants, ManyKindsAreCut) {
  std::string text;
  for (int i = 0; i < 250; ++i)
    text += "c" + std::string(static_cast<std::size_t>(i) + 1, 'x') + ": A -l" + std::to_string(i) + "-> B;";
  const Network net = network(text);
  std::vector<Fact> facts;
  for (std::size_t i = 0; i < 250; ++i) facts.emplace_back(sum({{i, {0, 1}}}, 0));
  const Explanation lines = told(net, facts);
  ASSERT_EQ(lines.size(), 201u);
  EXPECT_EQ(lines.back(), "and 50 more kinds of invariants");
}

TEST(ExplainInvariants, StopsAtLimits) {
  const Network net = ring(100);
  std::vector<Fact> facts;
  for (std::size_t i = 0; i < 100; ++i) facts.emplace_back(sum({{i, {0, 0, 1, 0}}}, 1));
  StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.stop = &stop});
  EXPECT_THROW(explain_invariants(net, InvariantProof{.facts = facts, .steps = {}}, limits), Stopped);
}

TEST(WeightWords, OneWeightIsNothing) {
  const Lts lts = testing::lts("A -x-> B -x-> C");
  EXPECT_EQ(words_of_weights(lts, Weights{4, 4, 4}, {}).text, "");
  EXPECT_EQ(words_of_weights(lts, Weights{4, 4, 4}, {}).start, 4);
  EXPECT_EQ(words_of_weights(lts, Weights{1, 1, 5}, {}).text, "in C counts 4");
  EXPECT_EQ(words_of_weights(lts, Weights{1, 1, 5}, states({2})).text, "");
}

TEST(WeightWords, AScaleGoesByNumbersInNames) {
  const Lts lts = testing::lts("S -x-> T.1 -x-> T.2 -x-> T.3");
  const RowWords words = words_of_weights(lts, Weights{0, 12, 14, 16}, {});
  EXPECT_EQ(words.text, "in T.k counts 2*k, in S counts -10");
  EXPECT_EQ(words.start, 10);
  EXPECT_EQ(words_of_weights(lts, Weights{0, 1, 2, 4}, {}).text, "in T.1 counts 1, in T.2 counts 2, in T.3 counts 4")
      << "no scale";
}

}   // namespace
}   // namespace parley
