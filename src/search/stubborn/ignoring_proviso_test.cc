#include "search/stubborn/ignoring_proviso.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "support/random_lts.h"

namespace parley {
namespace {

using Graph = std::vector<std::vector<std::uint32_t>>;   // an empty list stands for a firm state

ProvisoGraph::Ranks ranks(const Graph& graph) {
  const Limits none;
  ProvisoGraph ranks(none);
  for (const std::vector<std::uint32_t>& successors : graph) {
    if (successors.empty()) ranks.add_firm();
    else ranks.add(successors);
  }
  return ranks.ranks();
}

using Numbers = std::vector<std::uint32_t>;

TEST(Ranks, AreDistancesToFirmStates) {
  EXPECT_EQ(ranks({{1, 2}, {3}, {}, {0}}).of_state, (Numbers{1, 3, 0, 2}));
  EXPECT_EQ(ranks({{1, 2}, {3}, {}, {0}}).missing, Numbers{});
}

TEST(Ranks, OneStateOfEachPartThatCannotBeLeftIsMissing) {
  EXPECT_EQ(ranks({{1}, {2}, {1}}).missing, Numbers{1}) << "from 0 an edge leaves its part";
  EXPECT_EQ(ranks({{1, 2}, {1}, {3}, {4}, {2}, {}}).missing, (Numbers{1, 2}));
}

TEST(Ranks, AStateMadeFirmNeedsNoSuccessor) {
  const Limits none;
  ProvisoGraph graph(none);
  graph.add(Numbers{1});
  graph.add(Numbers{0});
  EXPECT_EQ(graph.ranks().missing, Numbers{0});
  graph.give_firm_choice(0);
  EXPECT_EQ(graph.ranks().of_state, (Numbers{0, 1}));
}

std::set<std::uint32_t> reached(const Graph& graph, std::uint32_t from) {
  std::set<std::uint32_t> seen = {from};
  for (bool grows = true; grows;) {
    grows = false;
    for (std::uint32_t state : std::set<std::uint32_t>(seen))
      for (std::uint32_t to : graph[state]) grows = seen.insert(to).second || grows;
  }
  return seen;
}

TEST(Ranks, AgreeWithTheirDefinitionOnRandomGraphs) {
  testing::Random random(7);
  for (int round = 0; round < 5000; ++round) {
    Graph graph(1 + testing::below(random, 12));
    for (auto& successors : graph)
      if (testing::below(random, 8) != 0)
        for (std::size_t i = testing::below(random, 3) + 1; i > 0; --i)
          successors.push_back(static_cast<std::uint32_t>(testing::below(random, graph.size())));
    const ProvisoGraph::Ranks found = ranks(graph);
    Numbers missing;
    for (std::uint32_t state = 0; state < graph.size(); ++state) {
      const std::set<std::uint32_t> all = reached(graph, state);
      const bool reaches_firm = std::ranges::any_of(all, [&](std::uint32_t to) { return graph[to].empty(); });
      // A part without exit: each state reached leads back. Its first state represents it.
      const bool is_end = std::ranges::all_of(all, [&](std::uint32_t to) { return reached(graph, to).contains(state); });
      if (!reaches_firm && is_end && *all.begin() == state) missing.push_back(state);
      if (!reaches_firm || !found.missing.empty()) continue;
      std::uint32_t least = 0;
      if (!graph[state].empty()) {
        least = found.of_state[graph[state][0]];
        for (std::uint32_t to : graph[state]) least = std::min(least, found.of_state[to]);
        ++least;
      }
      ASSERT_EQ(found.of_state[state], least);
    }
    ASSERT_EQ(found.missing, missing);
  }
}

}   // namespace
}   // namespace parley
